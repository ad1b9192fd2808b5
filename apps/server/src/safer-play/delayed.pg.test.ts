import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBets } from '../betting/verify.ts';
import { verifyExposure } from '../betting/exposure/verify.ts';
import { newId, shardOf } from '../core/ids.ts';
import { testEvent } from '../testing/book.ts';
import {
  outcomeOf,
  testTouchline,
  type Answer,
  type TestMember,
  type TestTouchline,
} from '../testing/touchline.ts';
import { verifyLedger } from '../ledger/verify.ts';

// Orders on matches in play are held and wait, and are checked by the limits of their member like all others.

/** Longer than a test takes: orders wait until it moves the time. */
const delayMs = 30_000;
let site: TestTouchline;
let event: string;
beforeAll(async () => {
  site = await testTouchline({ env: { LIVE_DELAY_MS: String(delayMs), PLAY_GRANT: '1000' } });
  const { pool } = site.database;
  const kickOff = new Date(Date.now() - 600_000);
  event = (await testEvent(pool, { kickOff, state: 'live' })).id;
  await pool.query('update event set home_goals = 0, away_goals = 0 where id = $1', [event]);
  await site.modules.book.service.board.refresh([event]);
});
afterAll(() => site.close());

const bet = (member: TestMember, key = newId()) =>
  member.call('orderAdd', {
    key,
    type: 'single',
    stake: '10.00',
    accept: 'any',
    again: true,
    legs: [{ event, market: '1x2', selection: 'X', odds: '3.40' }],
  });
const money = async (member: TestMember) => {
  const { balance, held } = await member.ask('userInfo');
  return [balance, held];
};

test('one whose member is in a time-out holds nothing, here and in a process that does not know it yet', async () => {
  const one = await site.member();
  await one.call('playTimeOut', { length: '24h' });
  for (let i = 0; i < 2; i++) expect((await bet(one)).data).toMatchObject({ reason: 'excluded' });
  expect(await money(one)).toEqual(['1000.00', '0.00']);
});

test('several at once keep the limit, and each key answers as it did', async () => {
  const one = await site.member();
  await one.call('playLimitSave', { kind: 'stake', period: 'day', amount: '20' });
  const keys = [newId(), newId(), newId(), newId()];
  const placed = keys.map((key) => bet(one, key));
  await expect.poll(() => money(one), { interval: 20 }).toEqual(['980.00', '20.00']);
  await site.later(delayMs);
  const answers = await Promise.all(placed);
  expect(answers.map(outcomeOf).toSorted()).toEqual(['done', 'done', 'limit_reached', 'limit_reached']);
  expect(await money(one)).toEqual(['980.00', '0.00']);
  const again = await Promise.all(keys.map((key) => bet(one, key)));
  const identity = (answer: Answer<'orderAdd'>) => [answer.code, answer.data.id, outcomeOf(answer)];
  expect(again.map(identity)).toEqual(answers.map(identity));
});

test('one that waits is released when its member is excluded', async () => {
  const one = await site.member();
  const placed = bet(one);
  await expect.poll(() => money(one), { interval: 20 }).toEqual(['990.00', '10.00']);
  const { data } = await one.call('playExclude', { length: '1y', password: one.password });
  expect(data).toMatchObject({ openStakes: '0.00', net: { all: { stakes: '0.00', net: '0.00' } } });
  await site.later(delayMs);
  expect((await placed).data).toMatchObject({ reason: 'excluded', restriction: 'excluded' });
  expect(await money(one)).toEqual(['1000.00', '0.00']);
  const { rows } = await site.database.pool.query('select id from bet where shard = $1 and member_id = $2', [
    shardOf(one.id),
    one.id,
  ]);
  expect(rows).toEqual([]);
});

test('after all of these the records agree', async () => {
  const { pool } = site.database;
  for (const verify of [verifyBets, verifyExposure, verifyLedger]) {
    expect((await verify(pool)).differences).toEqual([]);
  }
});
