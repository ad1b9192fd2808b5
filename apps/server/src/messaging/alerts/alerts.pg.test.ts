import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currencies } from '@touchline/money/currency';
import { newId } from '../../core/ids.ts';
import { testAccount, testWallet } from '../../testing/book.ts';
import { callOf } from '../../testing/placing.ts';
import { pick, testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import type { Reader } from '../reader.ts';
import { testInbox, type TestInbox } from '../testing/inbox.ts';
import { AlertQueue } from './service.ts';

let book: TestSettling;
let site: TestInbox;
beforeAll(async () => {
  book = await testSettling({ env: { CASH_OUT_FEE_BP: '500' } });
  site = await testInbox({ env: { PUSH_CONTACT: 'mailto:office@example.org' } }, book);
});
afterAll(async () => {
  await site.close();
  await book.close();
});
beforeEach(async () => {
  await site.database.pool.query('delete from push_task');
  await site.database.owner.query('delete from incident');
});

/** The alerts of a process. */
const process = () =>
  new AlertQueue({
    pool: site.database.pool,
    clock: site.clock,
    currency: currencies.PLAY.code,
    followed: book.modules.book.service.followed,
    offers: book.cashOutRules,
  });
const readerOf = ({ id: memberId, shard }: Member): Reader => ({ memberId, shard, lan: 'en' });

type Choice = Parameters<TestInbox['handlers']['alertSave']>[0];
const all: Choice = { settled: true, goals: true, kickOff: true, offers: false };
/** A member with a browser who wants these alerts. */
const member = async (choice: Choice | null = all): Promise<Member> => {
  const one = await testWallet(site.database.pool, 100_000n);
  await testAccount(site.database.pool, one);
  await site.subscribe(readerOf(one));
  if (choice !== null) await site.handlers.alertSave(choice, callOf(one));
  return one;
};
const star = (one: Member, kind: 'match' | 'team' | 'competition', id: string) =>
  site.handlers.favouriteSave({ add: [{ kind, id }] }, callOf(one));
/** Something that has just happened in a match. */
const happens = async (
  event: string,
  n: number,
  kind: string,
  score = [0, 0],
  side: string | null = null,
) => {
  await site.database.pool.query(
    `insert into incident (event_id, n, kind, minute, side, home_goals, away_goals, at)
     values ($1, $2, $3, '23', $4, $5, $6, $7)`,
    [event, n, kind, side, ...score, site.clock.now()],
  );
};
const pushesOf = async (one: Member): Promise<number> => (await site.waiting(readerOf(one))).length;
const messageTo = async (one: Member, lan: 'en' | 'de' = 'en') => {
  const [task] = await site.waiting(readerOf(one));
  if (task?.box !== 'match' && task?.box !== 'offer') return undefined;
  return process().message(readerOf(one), { box: task.box, id: task.about_id }, lan);
};

describe('goals and kick-offs', () => {
  test('are pushed to who has an open bet on the match or a star, and wants to know, once for all processes', async () => {
    const [event = '', other = ''] = await book.open(2);
    const [holder, combined, starrer, fan, neither, unwilling] = [
      await member(),
      await member(),
      await member(),
      await member(),
      await member(),
      await member(null),
    ];
    await book.bet(holder, [pick.home(event)]);
    await book.bet(combined, [pick.home(other), pick.draw(event)]);
    await book.bet(unwilling, [pick.home(event)]);
    await book.bet(neither, [pick.home(other)]);
    await star(starrer, 'match', event);
    await star(fan, 'team', 'two');
    await happens(event, 1, 'kick_off');
    const [one, two] = [process(), process()];
    await Promise.all([one.queueMoments(), two.queueMoments()]);
    await one.queueMoments();
    const counts = await Promise.all([holder, combined, starrer, fan, neither, unwilling].map(pushesOf));
    // The team of the fan plays in both matches, of which one has begun.
    expect(counts).toEqual([1, 1, 1, 1, 0, 0]);
    await happens(event, 2, 'goal', [0, 1], 'away');
    await Promise.all([one.queueMoments(), two.queueMoments()]);
    await process().queueMoments();
    expect(await pushesOf(holder)).toBe(2);
    expect(await pushesOf(neither)).toBe(0);
  });

  test('say in the language of the member what has happened, with the way to the match', async () => {
    const [event = ''] = await book.open(1);
    const one = await member({ ...all, kickOff: false });
    await star(one, 'competition', 'test');
    await happens(event, 1, 'kick_off');
    await happens(event, 2, 'goal', [1, 0], 'home');
    await process().queueMoments();
    expect(await messageTo(one)).toMatchObject({
      title: 'Goal: One 1–0 Two',
      body: 'One · 23′',
      link: `/pages/invest/eventsinfo?id=${event}`,
      id: event,
    });
    expect(await messageTo(one, 'de')).toMatchObject({ title: 'Tor: One 1–0 Two' });
  });

  test('are no news after a while: neither handed out nor said', async () => {
    const [event = ''] = await book.open(1);
    const one = await member();
    await star(one, 'match', event);
    await happens(event, 1, 'goal', [1, 0], 'home');
    await process().queueMoments();
    site.clock.advance(11 * 60_000);
    expect(await messageTo(one)).toBeUndefined();
    await site.database.pool.query('delete from push_task');
    await happens(event, 2, 'goal', [2, 0], 'home');
    site.clock.advance(3 * 60_000);
    await process().queueMoments();
    expect(await pushesOf(one)).toBe(0);
  });

  test('continue where a process was killed', async () => {
    const [event = ''] = await book.open(1);
    const members = await Promise.all(Array.from({ length: 6 }, () => member()));
    for (const one of members) await star(one, 'match', event);
    await happens(event, 1, 'goal', [1, 0], 'home');
    const { followed } = book.modules.book.service;
    let asked = 0;
    const others = await Promise.all(Array.from({ length: 6 }, () => member()));
    for (const one of others) await book.bet(one, [pick.home(event)]);
    const killed = new AlertQueue({
      pool: site.database.pool,
      clock: site.clock,
      currency: 'PLAY',
      followed: {
        ...followed,
        holders: (...given) => {
          asked += 1;
          return asked > 1 ? Promise.reject(new Error('killed')) : followed.holders(...given);
        },
      },
      offers: book.cashOutRules,
    });
    await killed.queueMoments().catch(() => undefined);
    await process().queueMoments();
    expect(await Promise.all([...members, ...others].map(pushesOf))).toEqual(
      Array.from({ length: 12 }, () => 1),
    );
  });
});

describe('offers', () => {
  test('above the amount of a member are pushed once for each bet and amount', async () => {
    const [event = ''] = await book.open(1);
    await site.database.pool.query(
      `update event set home_mean = 1.3, away_mean = 1.3, version = version + 1, updated_at = now() where id = $1`,
      [event],
    );
    await book.board.refresh([event]);
    const one = await member({ ...all, offers: true, offerAt: '20.00' });
    const high = await member({ ...all, offers: true, offerAt: '500.00' });
    for (const each of [one, high]) await book.bet(each, [pick.draw(event)], { stake: '50.00' });
    await Promise.all([process().queueOffers(), process().queueOffers()]);
    await process().queueOffers();
    expect([await pushesOf(one), await pushesOf(high)]).toEqual([1, 0]);
    const message = await messageTo(one);
    expect(message?.title).toMatch(/^Cash-out offer: \d+\.\d\d\u00A0PLAY$/);
    expect(message?.body).toBe('Your bet on One – Two. The offer moves with the match.');
    await site.handlers.alertSave({ ...all, offers: true, offerAt: '21.00' }, callOf(one));
    await process().queueOffers();
    expect(await pushesOf(one)).toBe(2);
  });

  test('need an amount above zero', async () => {
    const one = await member();
    for (const input of [
      { ...all, offers: true },
      { ...all, offers: true, offerAt: '0.00' },
    ]) {
      await expect(site.handlers.alertSave(input, callOf(one))).rejects.toMatchObject({
        reason: 'validation',
      });
    }
    const saved = await site.handlers.alertInfo({}, callOf(one));
    expect(saved).toEqual({ ...all, offerAt: undefined });
  });
});

describe('stars', () => {
  test('are kept once, the newest first, and taken away', async () => {
    const one = await member();
    await star(one, 'team', 'one');
    await star(one, 'team', 'one');
    const id = newId();
    await star(one, 'match', id);
    const { list } = await site.handlers.favouriteList({}, callOf(one));
    expect(list).toEqual([
      { kind: 'match', id },
      { kind: 'team', id: 'one' },
    ]);
    const left = await site.handlers.favouriteSave({ remove: [{ kind: 'match', id }] }, callOf(one));
    expect(left.list).toEqual([{ kind: 'team', id: 'one' }]);
  });

  test('are 200 at most: the oldest make room', async () => {
    const one = await member();
    await star(one, 'team', 'first');
    const add = Array.from({ length: 200 }, (_, n) => ({ kind: 'match' as const, id: `m${n}` }));
    const { list } = await site.handlers.favouriteSave({ add }, callOf(one));
    expect(list).toHaveLength(200);
    expect(list).not.toContainEqual({ kind: 'team', id: 'first' });
  });
});
