import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeShape } from './team-tree.tsx';

const countOf = (people: number[], generation: number) =>
  treeShape(people).nodes.filter((node) => node.generation === generation).length;

describe('the drawn tree of a team', () => {
  it('shows the people of each generation, as many as there is room for', () => {
    expect([1, 2, 3].map((generation) => countOf([2, 4, 5], generation))).toEqual([2, 4, 5]);
    expect([1, 2, 3].map((generation) => countOf([17, 41, 88], generation))).toEqual([3, 5, 8]);
  });

  it('keeps an empty place for a generation without people', () => {
    const { nodes } = treeShape([1, 0, 0]);
    expect(nodes.map(({ empty }) => empty)).toEqual([false, true, true]);
  });

  it('hangs everyone under a member of the generation above, in order', () => {
    const count = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(fc.tuple(count, count, count), (people) => {
        const { leader, nodes } = treeShape(people);
        for (const { generation, parent } of nodes) {
          const above =
            generation === 1 ? [leader] : nodes.filter((node) => node.generation === generation - 1);
          expect(above.some(({ x, y }) => x === parent?.x && y === parent?.y)).toBe(true);
        }
        for (const generation of [1, 2, 3]) {
          const places = nodes
            .filter((node) => node.generation === generation)
            .map(({ parent }) => parent?.x ?? 0);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
      }),
    );
  });
});
