import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { verifyExposure } from '../book/exposure/verify.ts';
import { verifyBets } from '../book/verify.ts';
import { verifyTeams } from '../team/verify.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { verifyLedger } from '../wallet/verify.ts';
import { fill } from './fill.ts';
import { readSize } from './size.ts';

const size = { members: 60, bets: 1_200, matches: 24, days: 10, openPercent: 30 };
const quietly = { passwordHash: 'none', say: () => undefined };
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(2);
  await fill(database.pool, size, quietly);
});
afterAll(() => database.close());

const one = async (sql: string): Promise<Record<string, unknown>> => {
  const { rows } = await database.pool.query<Record<string, unknown>>(sql);
  return rows[0] ?? {};
};

test.each([
  ['ledger', verifyLedger],
  ['bets', verifyBets],
  ['exposure', verifyExposure],
  ['teams', verifyTeams],
] as const)('what verify recomputes of the %s agrees', async (_, verify) => {
  const { counts, differences } = await verify(database.pool);
  expect(differences).toEqual([]);
  for (const count of Object.values(counts).slice(0, 1)) expect(count).toBeGreaterThan(0n);
});

it('has as many as were asked for, of each kind', async () => {
  expect(await one('select count(*)::int as members from member')).toEqual({ members: 60 });
  expect(
    await one(`select count(*)::int as bets, count(distinct state)::int as states, count(distinct type)::int as types,
      (100.0 * count(*) filter (where state = 'open') / count(*))::int between 20 and 40 as open from bet`),
  ).toEqual({ bets: 1_200, states: 3, types: 2, open: true });
  expect(await one('select count(distinct settled_at::date)::int >= 9 as days from bet')).toEqual({
    days: true,
  });
  expect(await one('select max(generation)::int as generations from team_tree')).toEqual({ generations: 3 });
  expect(await one(`select count(*)::int as left from pg_tables where tablename like 'load_%'`)).toEqual({
    left: 0,
  });
});

it('fills no database that has members', async () => {
  await expect(fill(database.pool, size, quietly)).rejects.toThrow('members in this database');
});

test('sizes are read, and those that make no sense are refused', () => {
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
