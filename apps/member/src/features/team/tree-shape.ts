/** A circle of the drawn tree; places are shares of a box of 1 × 1. */
export type TreeNode = {
  x: number;
  y: number;
  generation: number;
  empty: boolean;
  parent?: { x: number; y: number };
};

/** As many circles of a generation are drawn at most; the numbers stand beneath. */
const drawnMax = [3, 5, 8] as const;
const rowPlaces = [0.38, 0.64, 0.9] as const;
const top = 0.12;

/**
 * The team as a small tree: the leader at its top, beneath the people of each generation, as many as there is room for.
 * A generation without people is one empty place, so that the tree keeps its shape.
 * @param people of the first, second and third generation
 */
export const treeShape = (
  people: readonly number[],
): { leader: { x: number; y: number }; nodes: TreeNode[] } => {
  const leader = { x: 0.5, y: top };
  const rows: TreeNode[][] = [];
  for (const [at, most] of drawnMax.entries()) {
    const count = people[at] ?? 0;
    const drawn = Math.max(1, Math.min(most, count));
    const above = rows[at - 1] ?? [leader];
    rows.push(
      Array.from({ length: drawn }, (_, nth) => {
        const parent = above[Math.floor((nth * above.length) / drawn)] ?? leader;
        return {
          x: round((nth + 0.5) / drawn),
          y: rowPlaces[at] ?? 1,
          generation: at + 1,
          empty: count === 0,
          parent: { x: parent.x, y: parent.y },
        };
      }),
    );
  }
  return { leader, nodes: rows.flat() };
};

const round = (share: number): number => Number(share.toFixed(4));
