import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBets } from '../book/verify.ts';
import { verifyExposure } from '../book/exposure/verify.ts';
import { newId, shardOf } from '../platform/ids.ts';
import { testEvent } from '../testing/book.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { verifyLedger } from '../wallet/verify.ts';

// Orders on matches in play are held and wait, and are checked by the limits of their member like all others.

let server: TestServer;
let event: string;
const password = 'Anstoss-1908';
beforeAll(async () => {
  server = await testServer({ LIVE_DELAY_MS: '1200', PLAY_GRANT: '1000', SIGNIN_LIMIT_PER_MINUTE: '100000' });
  const { pool } = server.database;
  const kickOff = new Date(Date.now() - 600_000);
  event = (await testEvent(pool, { kickOff, state: 'live' })).id;
  await pool.query('update event set home_goals = 0, away_goals = 0 where id = $1', [event]);
  await server.server.board.refresh([event]);
}, 60_000);
afterAll(() => server.close());

type Person = { id: string; token: string };
const ask = (
  name: Parameters<TestServer['call']>[0],
  input: Record<string, unknown>,
  { token }: Pick<Person, 'token'>,
) => server.call(name, input, { 'ba-user-token': token });
const register = async (account: string): Promise<Person> => {
  const form = { account, password, confirmPassword: password, birthDate: '1990-05-05' };
  const token = String((await server.call('register', form)).data['token']);
  return { id: String((await ask('userInfo', {}, { token })).data['id']), token };
};
const bet = (person: Person, key = newId()) =>
  ask(
    'orderAdd',
    {
      key,
      type: 'single',
      stake: '10.00',
      accept: 'any',
      again: true,
      legs: [{ event, market: '1x2', selection: 'X', odds: '3.40' }],
    },
    person,
  );
const money = async (person: Person) => {
  const { data } = await ask('userInfo', {}, person);
  return [data['balance'], data['held']];
};

test('one whose member is in a time-out holds nothing, here and in a process that does not know it yet', async () => {
  const one = await register('timed.out');
  await ask('playTimeOut', { length: '24h' }, one);
  for (let i = 0; i < 2; i++) expect((await bet(one)).data).toMatchObject({ reason: 'excluded' });
  expect(await money(one)).toEqual(['1000.00', '0.00']);
});

test('several at once keep the limit, and each key answers as it did', async () => {
  const one = await register('limited.one');
  await ask('playLimitSave', { kind: 'stake', period: 'day', amount: '20' }, one);
  const keys = [newId(), newId(), newId(), newId()];
  const answers = await Promise.all(keys.map((key) => bet(one, key)));
  const outcomes = answers.map(({ code, data }) => (code === 1 ? 'done' : String(data['reason'])));
  expect(outcomes.toSorted()).toEqual(['done', 'done', 'limit_reached', 'limit_reached']);
  expect(await money(one)).toEqual(['980.00', '0.00']);
  const again = await Promise.all(keys.map((key) => bet(one, key)));
  expect(again.map(({ code, data }) => [code, data['id'], data['reason']])).toEqual(
    answers.map(({ code, data }) => [code, data['id'], data['reason']]),
  );
});

test('one that waits is released when its member is excluded', async () => {
  const one = await register('excluded.one');
  const placed = bet(one);
  await expect.poll(() => money(one), { interval: 20 }).toEqual(['990.00', '10.00']);
  const { data } = await ask('playExclude', { length: '1y', password }, one);
  expect(data).toMatchObject({ openStakes: '0.00', net: { all: { stakes: '0.00', net: '0.00' } } });
  expect((await placed).data).toMatchObject({ reason: 'excluded', restriction: 'excluded' });
  expect(await money(one)).toEqual(['1000.00', '0.00']);
  const { rows } = await server.database.pool.query(
    'select id from bet where shard = $1 and member_id = $2',
    [shardOf(one.id), one.id],
  );
  expect(rows).toEqual([]);
});

test('after all of these the records agree', async () => {
  const { pool } = server.database;
  for (const verify of [verifyBets, verifyExposure, verifyLedger]) {
    expect((await verify(pool)).differences).toEqual([]);
  }
});
