/** Where an arrow key leads to, as a direction on the screen. */
const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A box on the screen. */
export type Box = { left: number; right: number; top: number; bottom: number };

/** How much nearer something straight ahead is than something aside. */
const asideCost = 4;

/**
 * The box that is next to `from` in a direction, by its place in `boxes`: the nearest that begins beyond the middle of
 * `from`, and rather one straight ahead than one aside. -1 when there is none.
 */
export const nextBox = (
  from: Box,
  boxes: readonly Box[],
  [x, y]: readonly [x: number, y: number],
): number => {
  const middle = ({ left, right, top, bottom }: Box) => [(left + right) / 2, (top + bottom) / 2] as const;
  const [fromX, fromY] = middle(from);
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, at) => {
    const [toX, toY] = middle(box);
    const ahead = x === 0 ? (toY - fromY) * y : (toX - fromX) * x;
    if (ahead < 1) return;
    const overlaps =
      x === 0
        ? box.left < from.right && from.left < box.right
        : box.top < from.bottom && from.top < box.bottom;
    // Sideways one stays in the row.
    if (x !== 0 && !overlaps) return;
    const aside = x === 0 ? Math.abs(toX - fromX) : Math.abs(toY - fromY);
    const cost = ahead + aside * asideCost;
    if (cost >= least) return;
    least = cost;
    best = at;
  });
  return best;
};

const stops = 'a[href], button:not(:disabled)';

/**
 * Moves the focus by an arrow key within what is marked by `data-arrows`: tabs, filters, prices. Everything in a column
 * with the same mark is one field to move in. @returns whether the key was used
 */
export const moveFocus = ({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => {
  const direction = directions[key];
  if (direction === undefined || ctrlKey || metaKey || altKey || shiftKey) return false;
  if (!(target instanceof HTMLElement) || !target.matches(stops)) return false;
  const mark = target.closest<HTMLElement>('[data-arrows]')?.dataset.arrows;
  if (mark === undefined) return false;
  const field = target.closest('dialog, main, #root > *') ?? document.body;
  const others = [...field.querySelectorAll<HTMLElement>('[data-arrows]')]
    .filter(({ dataset }) => dataset.arrows === mark)
    .flatMap((group) => [...group.querySelectorAll<HTMLElement>(stops)])
    .filter((other) => other !== target && other.checkVisibility());
  const at = nextBox(
    target.getBoundingClientRect(),
    others.map((other) => other.getBoundingClientRect()),
    direction,
  );
  others[at]?.focus();
  return true;
};
