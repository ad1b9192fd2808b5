import { expect, test } from 'vitest';
import { factBody } from '../core/public-log/facts.ts';
import { entryBody } from './log-facts.ts';

const row = {
  member_id: '0190a1b2-0000-7000-8000-000000000001',
  version: 7n,
  key: 'a "key"\n',
  kind: 'stake',
  currency: 'PLAY',
  amount: -1_000n,
  held_change: 0n,
  counter_account: 'stakes',
  available_after: 4_000n,
  held_after: 0n,
  ref: '0190a1b2-0000-7000-8000-000000000002',
  at: new Date('2026-06-11T19:00:00.123Z'),
};

test('the body of an entry is canonical, as of any other fact', () => {
  const fields = {
    account: 'stakes',
    amount: '-1000',
    available: '4000',
    currency: 'PLAY',
    held: '0',
    heldChange: '0',
    key: 'a "key"\n',
    member: row.member_id,
    time: '2026-06-11T19:00:00.123Z',
    type: 'stake',
    version: '7',
  };
  expect(entryBody(row)).toBe(factBody('entry', { ...fields, ref: row.ref }));
  expect(entryBody({ ...row, ref: null })).toBe(factBody('entry', fields));
});
