import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptOnAverage } from './arithmetic.ts';
import { conditionPercent, levelPercent } from './rows.tsx';
import { treeShape } from './team-tree.tsx';

describe('what the house keeps of stakes taken together', () => {
  it('is the part that was expected of them in percent, to the nearest of four decimals', () => {
    expect(keptOnAverage('50.00', '2.500000')).toBe('5.0000');
    expect(keptOnAverage('1000.00', '47.619')).toBe('4.7619');
    expect(keptOnAverage('300.00', '15.055000')).toBe('5.0183');
    expect(keptOnAverage('3.00', '0.100000')).toBe('3.3333');
    expect(keptOnAverage('6.00', '0.100000')).toBe('1.6667');
  });

  it('is the same for stakes that were taken back', () => {
    expect(keptOnAverage('-50.00', '-2.500000')).toBe('5.0000');
  });

  it('is not shown where there is nothing to divide by, or the signs differ', () => {
    expect(keptOnAverage('0.00', '0.000000')).toBeUndefined();
    expect(keptOnAverage('50.00', '-2.500000')).toBeUndefined();
    expect(keptOnAverage('', '1')).toBeUndefined();
  });
});

describe('the way to a team level', () => {
  it('counts each condition in whole percent, and 100 only when it is met', () => {
    expect(conditionPercent({ needed: 20, have: 14, met: false })).toBe(70);
    expect(conditionPercent({ needed: 20, have: 0, met: false })).toBe(0);
    expect(conditionPercent({ needed: 20, have: 25, met: true })).toBe(100);
    expect(conditionPercent({ needed: 1_000_000, have: 999_999, met: false })).toBe(99);
    expect(conditionPercent({ needed: 0, have: 0, met: true })).toBe(100);
  });

  it('is as far as the condition that is furthest behind', () => {
    const met = { needed: 5, have: 5, met: true };
    expect(levelPercent([met, { needed: 10, have: 3, met: false }])).toBe(30);
    expect(levelPercent([met])).toBe(100);
    expect(levelPercent([])).toBe(100);
  });
});

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
