import type { OfficeEventDetail } from '@touchline/contract/shapes/office-trading';
import { expect, test } from 'vitest';
import { isWaiting, recordOf } from './record.ts';

const by = { id: 'o', name: 'trader1' };
const at = (minute: number): string => `2026-06-11T19:0${minute}:00.000Z`;
const result = (version: number, state: 'proposed' | 'confirmed') => ({
  version,
  state,
  kind: 'played' as const,
  source: by,
  counts: state === 'confirmed',
  needs: 1,
  proposedAt: at(version),
});
const record = (of: Partial<OfficeEventDetail>): string[] =>
  recordOf({ ...nothing, ...of }).map(({ key }) => key);
const nothing = { results: [], voids: [], proposals: [] };

test('what waits comes first, then the newest', () => {
  const results = [result(3, 'confirmed'), result(2, 'proposed'), result(1, 'confirmed')];
  expect(record({ results })).toEqual(['result-2', 'result-3', 'result-1']);
});

test('a void is one line with its proposal, a void by a rule has its own line', () => {
  const voids = [1, 2].map((ruling) => ({ ruling, by, why: 'Struck late', at: at(ruling) }));
  const proposal = { scope: {}, why: 'Struck late', by, state: 'applied' as const, ruling: 1 };
  const proposals = [{ ...proposal, id: 'p', at: at(0) }];
  expect(record({ voids, proposals })).toEqual(['ruling-2', 'void-p']);
  const [, applied] = recordOf({ ...nothing, voids, proposals });
  expect(applied).toMatchObject({ ruled: { ruling: 1 } });
  expect(applied !== undefined && isWaiting(applied)).toBe(false);
});
