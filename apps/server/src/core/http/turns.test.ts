import { expect, test } from 'vitest';
import { createTurns } from './calls.ts';

/** Work that the test ends. */
const held = () => {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  };
  return { work, begun, endOne: () => ends.shift()?.() };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('calls of one member wait for each other in their order, those of others do not', async () => {
  const turns = createTurns({ atOnce: 2, waitingMax: 10 });
  const { work, begun, endOne } = held();
  const calls = ['a1', 'a2', 'a3', 'a4'].map((name) => turns('ann', work(name)));
  calls.push(turns('bob', work('b1')));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  endOne();
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (let n = 0; n < 4; n++) {
    endOne();
    await settled();
  }
  expect(await Promise.all(calls)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

test('a failed one passes its place on; more than may wait are refused', async () => {
  const turns = createTurns({ atOnce: 1, waitingMax: 1 });
  const { work, endOne } = held();
  const first = turns('ann', work('first'));
  const second = turns('ann', () => Promise.reject(new Error('no')));
  await expect(turns('ann', work('third'))).rejects.toMatchObject({ reason: 'too_many' });
  endOne();
  expect(await first).toBe('first');
  await expect(second).rejects.toThrow('no');
  const last = turns('ann', work('last'));
  endOne();
  expect(await last).toBe('last');
});
