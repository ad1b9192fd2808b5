import { expect, it } from 'vitest';
import { faultNames, planOf } from './plan.ts';

const can = faultNames;

it('is the same for a seed, and another for another', () => {
  expect(planOf({ seed: 7, seconds: 20, can })).toEqual(planOf({ seed: 7, seconds: 20, can }));
  expect(planOf({ seed: 7, seconds: 20, can })).not.toEqual(planOf({ seed: 8, seconds: 20, can }));
});

it('leaves out what a machine cannot do, and changes nothing else', () => {
  const some = can.filter((name) => name !== 'the disk is full');
  const [whole, part] = [planOf({ seed: 3, seconds: 30, can }), planOf({ seed: 3, seconds: 30, can: some })];
  expect(part.faults.map(({ name }) => name)).not.toContain('the disk is full');
  expect({ ...part, faults: [] }).toEqual({ ...whole, faults: [] });
});

it('has every fault, deed and kind of ruling within a hundred seeds', () => {
  const plans = Array.from({ length: 100 }, (_, seed) => planOf({ seed, seconds: 15, can }));
  const names = new Set(plans.flatMap(({ faults }) => faults.map(({ name }) => name)));
  expect([...names].toSorted()).toEqual([...faultNames].toSorted());
  const deeds = new Set(plans.flatMap(({ members }) => members.flat().map(({ what }) => what)));
  expect(deeds.size).toBe(10);
  const rulings = plans.flatMap(({ matches }) =>
    matches.flatMap((match) => match.rulings.map(({ ft }) => ft)),
  );
  expect(rulings).toContain('void');
  expect(rulings).toContain('undo');
  expect(plans.filter(({ migrates }) => migrates).length).toBeGreaterThan(2);
});

it('has matches that are ruled on in a short run too', () => {
  for (let seed = 0; seed < 20; seed++) {
    const { matches } = planOf({ seed, seconds: 6, can });
    const first = matches.find(({ kickOffMs }) => kickOffMs !== undefined);
    expect(first?.kickOffMs).toBeLessThan(5_000);
    expect(first?.rulings.length).toBeGreaterThan(0);
  }
});

it('brings its deeds and faults in order', () => {
  for (let seed = 0; seed < 20; seed++) {
    const { members, faults } = planOf({ seed, seconds: 15, can });
    for (const list of [faults, ...members]) {
      const times = list.map(({ atMs }) => atMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
    expect(faults.length).toBeGreaterThan(1);
  }
});
