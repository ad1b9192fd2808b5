import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { transaction } from '../../core/database/transaction.ts';
import { verifyPart } from '../../proofs/record-check/part.ts';
import { allParts } from '../../proofs/record-check/parts.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { fill } from './fill.ts';
import { readSize } from './size.ts';

const size = { members: 240, bets: 1_200, matches: 24, days: 10, openPercent: 30 };
const quietly = { passwordHash: 'none', say: () => undefined };
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(2);
  await fill(database.owner, size, quietly);
});
afterAll(() => database.close());

const one = async (sql: string): Promise<Record<string, unknown>> => {
  const { rows } = await database.pool.query<Record<string, unknown>>(sql);
  return rows[0] ?? {};
};

test.each(allParts().map((part) => [part.name, part] as const))('verified: %s', async (_name, part) => {
  const report = await verifyPart(
    part,
    (work) => transaction(database.pool, async (client) => work(client)),
    { examples: 5 },
  );
  expect(report).toMatchObject({ differences: 0n, examples: [] });
});

it('has the requested number of each kind', async () => {
  expect(await one('select count(*)::int as members from member')).toEqual({ members: 240 });
  expect(
    await one(`select count(*)::int as bets, count(distinct state)::int as states, count(distinct type)::int as types,
      (100.0 * count(*) filter (where state = 'open') / count(*))::int between 20 and 40 as open from bet`),
  ).toEqual({ bets: 1_200, states: 3, types: 2, open: true });
  expect(await one('select count(distinct settled_at::date)::int >= 9 as days from bet')).toEqual({
    days: true,
  });
  expect(await one(`select count(*)::int as left from pg_tables where tablename like 'load_%'`)).toEqual({
    left: 0,
  });
});

it('has a leader who invited a twentieth of all, with their teams below', async () => {
  const { leader, ...sizes } = await one(`select leader_id as leader,
    (count(*) filter (where generation = 1))::int as first, (count(*) filter (where generation = 2))::int as second,
    (count(*) filter (where generation = 3))::int as third
    from team_tree group by leader_id order by 2 desc limit 1`);
  // Two more than the twentieth: like everybody it has invited two others.
  expect(sizes).toEqual({ first: 240 / 20 + 2, second: 12, third: 12 });
  expect(leader).toEqual((await one(`select id from member where account = 'load0000000'`))['id']);
});

const states = async (table: string, column = 'state'): Promise<Record<string, unknown>> => {
  const { rows } = await database.pool.query<{ state: string; rows: number }>(
    `select ${column} as state, count(*)::int as rows from ${table} group by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.rows]));
};

it('has recharges and withdrawals of every state, with a queue for each', async () => {
  expect(await states('recharge')).toEqual({ credited: 328, expired: 31, rejected: 16, awaiting: 45 });
  expect(await states('payment')).toEqual({ credited: 328, in_review: 45, refused: 8 });
  expect(Object.keys(await states('payment', 'rail'))).toHaveLength(4);
  expect(await states('withdrawal', `state || ' ' || stage`)).toEqual({
    'in_progress in_review': 13,
    'in_progress paying': 4,
    'success paying': 3,
    'finished paying': 33,
    'refused in_review': 3,
    'cancelled in_review': 4,
  });
  expect(await states('payout_method', 'type')).toEqual({ bank: 40, 'usdt-trc20': 20, 'usdt-erc20': 20 });
  expect(await states('hold')).toEqual({ open: 2 * (13 + 4), posted: 2 * (3 + 33), released: 2 * (3 + 4) });
  // One for each that is paid or being paid, and a second where two were needed.
  expect(
    await one(`select (select count(*)::int from withdrawal_approval) as approvals,
      (select count(*)::int from withdrawal where approvals_needed = 2 and paying_at is not null) as two`),
  ).toEqual({ approvals: 4 + 3 + 33 + 1, two: 1 });
});

it('has names, corrections, letters and mails of every state', async () => {
  expect(await states('identity_request')).toEqual({ verified: 80, in_review: 20, refused: 8 });
  expect(await one('select count(*)::int as verified from member where real_name is not null')).toEqual({
    verified: 80,
  });
  expect(await states('upload', 'purpose')).toEqual({ identity: 108, voucher: 30 });
  expect(await states('proposal')).toEqual({ applied: 31, refused: 15, withdrawn: 7, proposed: 7 });
  expect(await states('letter', 'template')).toEqual({
    welcome: 240,
    recharge_credited: 328,
    withdrawal_paid: 36,
  });
  expect(await states('outbox_message')).toEqual({ sent: 235, failed: 5 });
});

it('has members whose wallets were never below zero, and hold reserved money', async () => {
  expect(
    await one(`select (select sum(held) from wallet) = (select sum(amount) from hold where state = 'open') as held,
      (select count(*)::int from entry where kind = 'adjustment' and amount < 0) > 0 as taken`),
  ).toEqual({ held: true, taken: true });
});

it('refuses a database that has members', async () => {
  await expect(fill(database.owner, size, quietly)).rejects.toThrow('members in this database');
});

test('sizes are read, and senseless ones are refused', () => {
  expect(readSize(['--members', '10', '--open-percent', '0'])).toMatchObject({ members: 10, openPercent: 0 });
  for (const wrong of [
    ['--bets', '0'],
    ['--bets', '1.5'],
    ['--days', 'x'],
    ['--open-percent', '101'],
    ['--more', '1'],
  ]) {
    expect(() => readSize(wrong)).toThrow(/no whole number|Unknown option/);
  }
});
