import { expect, test } from 'vitest';
import { lastingDifferences, type RailState } from './rail-states.ts';

const rail = (name: string, ledgerMinor: bigint, creditedMinor: bigint): RailState => ({
  rail: name,
  creditedMinor,
  paidOutMinor: 0n,
  ledgerMinor,
  agrees: ledgerMinor === -creditedMinor,
});

/** Readings one after the other; the last one repeats. */
const reading = (...states: RailState[][]) => {
  let at = 0;
  return () => Promise.resolve(states[Math.min(at++, states.length - 1)] ?? []);
};
const found = async (read: () => Promise<RailState[]>): Promise<string[]> =>
  (await lastingDifferences(read, 1)).map((state) => state.rail);

test('rails that agree raise nothing', async () => {
  expect(await found(reading([rail('card', -5n, 5n)]))).toEqual([]);
});

test('a lasting difference is reported', async () => {
  expect(await found(reading([rail('card', -5n, 7n), rail('scan', -1n, 1n)]))).toEqual(['card']);
});

test('a changing difference is a write in progress', async () => {
  expect(await found(reading([rail('card', -5n, 7n)], [rail('card', -7n, 7n)]))).toEqual([]);
  expect(
    await found(reading([rail('card', -5n, 7n)], [rail('card', -7n, 8n)], [rail('card', -8n, 9n)])),
  ).toEqual([]);
});
