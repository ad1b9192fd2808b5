import { expect, test } from 'vitest';
import { risksOf, type Signs } from './cashier-routes.ts';

const line = (kind: string, amountMinor: bigint) => ({ kind, count: 1n, amountMinor });
const played = [line('recharge', 10_000n), line('stake', -10_000n), line('payout', 9_000n)];
const quiet: Signs = {
  requestedAt: new Date('2026-08-20T12:00:00Z'),
  registeredAt: new Date('2026-01-01T00:00:00Z'),
  methodSince: new Date('2026-02-01T00:00:00Z'),
  locked: false,
  restricted: false,
  flagged: false,
  story: [...played, line('withdrawal_paid', -2_000n)],
};

test('a member who has bet for long and withdrawn before has no risks', () => {
  expect(risksOf(quiet)).toEqual([]);
});

test.each([
  ['locked', { locked: true }],
  ['restricted', { restricted: true }],
  ['team_flag', { flagged: true }],
  ['new_method', { methodSince: new Date('2026-08-13T12:00:00.001Z') }],
  ['new_member', { registeredAt: new Date('2026-08-13T12:00:00.001Z') }],
  ['first', { story: played }],
] as const)('%s alone', (risk, change) => {
  expect(risksOf({ ...quiet, ...change })).toEqual([risk]);
});

test('a week is not new any more', () => {
  const week = new Date('2026-08-13T12:00:00Z');
  expect(risksOf({ ...quiet, methodSince: week, registeredAt: week })).toEqual([]);
});

test('stakes that came back do not count as play', () => {
  const story = [...quiet.story, line('refund', 1n)];
  expect(risksOf({ ...quiet, story })).toEqual(['little_play']);
  expect(risksOf({ ...quiet, story: [...story, line('recharge_fee', -1n)] })).toEqual([]);
});

test('who never recharged has no recharges to play', () => {
  const story = [line('grant', 100_000n), line('withdrawal_paid', -500n)];
  expect(risksOf({ ...quiet, story })).toEqual([]);
});

test('the gravest comes first', () => {
  const { requestedAt } = quiet;
  const all = { locked: true, restricted: true, flagged: true, methodSince: requestedAt };
  expect(risksOf({ ...quiet, ...all, registeredAt: requestedAt, story: [line('recharge', 5n)] })).toEqual([
    'locked',
    'restricted',
    'team_flag',
    'little_play',
    'new_method',
    'new_member',
    'first',
  ]);
});
