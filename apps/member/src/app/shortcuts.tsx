import { Suspense, useEffect, useState } from 'react';
import { createStore } from '@touchline/kit/store';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useT } from '../lib/i18n.tsx';
import { useStore } from '../lib/use-store.ts';
import { Icon } from '../ui/icon.tsx';
import { iconButtonClass } from '../ui/button.tsx';

/** Whether single keys are shortcuts. Speech input and accidental key presses trigger them, so they can be turned off. */
export const lettersStore = createStore<boolean>({ key: 'shortcuts', parse: (stored) => stored !== false });

/** What a key does on a desktop. */
type Meaning = 'search' | 'slip' | 'help' | 'leave';

const letters: Readonly<Record<string, Meaning>> = { '/': 'search', b: 'slip', B: 'slip', '?': 'help' };

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select') !== null;

/** The shortcut of a key press; undefined for keys that a field, a sheet or the browser handles. */
const meaningOf = (event: KeyboardEvent, hasLetters: boolean): Meaning | undefined => {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  // A sheet closes on its own.
  if (document.querySelector('dialog[open]') !== null) return undefined;
  if (event.key === 'Escape') return 'leave';
  return hasLetters && !isField(event.target) ? letters[event.key] : undefined;
};

const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList);

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

const actions: Readonly<Record<'search' | 'slip' | 'leave', () => void>> = {
  search: () => focusOn('[data-search] input'),
  slip: () => {
    focusOn('[data-slip] h2');
    focusOn('[data-slip] [role="textbox"]');
  },
  leave: () => focusOn('main h1, h1'),
};

/** Handles the keyboard shortcuts of a desktop, and shows the list of them on request. */
export const Shortcuts = () => {
  const t = useT();
  const hasLetters = useStore(lettersStore);
  // `undefined` until the list is first opened, so that its code is not fetched before.
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (moveFocus(event)) {
        event.preventDefault();
        return;
      }
      const meaning = meaningOf(event, hasLetters);
      if (meaning === undefined) return;
      event.preventDefault();
      if (meaning === 'help') setOpen(true);
      else actions[meaning]();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [hasLetters]);
  return (
    <>
      <button
        type="button"
        className={iconButtonClass}
        aria-label={t('keys.title')}
        aria-keyshortcuts={hasLetters ? '?' : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="keys" />
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <ShortcutList open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

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
const moveFocus = ({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => {
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
