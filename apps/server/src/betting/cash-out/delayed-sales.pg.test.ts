import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { newId } from '../../core/ids.ts';
import { ownerOf } from '../../core/owner.ts';
import { Refused } from '../../core/refusal.ts';
import { testWallet } from '../../testing/book.ts';
import { pick, testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { verifyExposure } from '../exposure/verify.ts';

const longMs = 30_000;
const env = { CASH_OUT_FEE_BP: '500', STAKE_MIN: '1.00', LIVE_DELAY_MS: '50', REPLAY_SPEED: '6' };
let site: TestSettling;
/** Another process of the site, whose sales wait for longer than a test takes. */
let slow: TestSettling;
let pool: TestSettling['database']['pool'];

beforeAll(async () => {
  site = await testSettling({ env });
  slow = await testSettling({ env: { ...env, LIVE_DELAY_MS: `${longMs}` }, beside: site, clock: site.clock });
  ({ pool } = site.database);
});
afterAll(async () => {
  await slow.close();
  await site.close();
});

const look = async (event: string): Promise<void> => {
  await Promise.all([site.board.refresh([event]), slow.board.refresh([event])]);
};
const change = async (event: string, text: string): Promise<void> => {
  await pool.query(text, [event]);
};
const odds = (drawMilli: number): string =>
  `with m as (update event set home_mean = home_mean, version = version + 1 where id = $1)
   update market set odds_milli[2] = ${drawMilli}, version = version + 1 where event_id = $1 and market = '1x2'`;
/** The draw is offered above its fair odds from here on, which the offer for a bet on it follows. */
const [even, dear, cheap] = [odds(3_400), odds(5_000), odds(3_000)];

type Case = { member: Member; bet: string; event: string };
/** 100.00 on a draw at 3.40, of a match that is in play by now. */
const inPlay = async (): Promise<Case> => {
  const [event = ''] = await site.open(1);
  await change(event, 'update event set home_mean = 1.5, away_mean = 1.1 where id = $1');
  await look(event);
  const member = await testWallet(pool, 100_000n);
  const bet = await site.bet(member, [pick.draw(event)], { stake: '100.00' });
  await change(
    event,
    `update event set state = 'live', kick_off = site_now() - interval '10 minutes', minute = '10', home_goals = 0, away_goals = 0,
       version = version + 1 where id = $1`,
  );
  await change(event, 'update market set in_play = true where event_id = $1');
  await change(event, even);
  await look(event);
  return { member, event, bet };
};

const minor = (text = ''): bigint => parseAmount(text, 2) ?? -1n;
const money = (amount: bigint): string => formatAmount(amount, 2);
const betOf = async ({ member, bet }: Case): Promise<Bet | undefined> => (await site.bets(member, [bet]))[0];
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? error.reason : String(error)),
  );
const offerOf = async ({ member, bet }: Case): Promise<bigint> =>
  minor((await site.cashOut.quote(member, bet)).offer);
const isWaiting = async (member: Member): Promise<number> => {
  const { rowCount } = await pool.query(
    `select from delayed_sale where shard = $1 and member_id = $2 and state = 'waiting'`,
    [member.shard, member.id],
  );
  return rowCount ?? 0;
};
/** Asks for a sale in the other process, and returns while it waits. */
const held = async (
  one: Case,
  over: Partial<Input<'cashOut'>> = {},
): Promise<{ input: Input<'cashOut'>; offer: bigint }> => {
  const { quote, offer } = await slow.cashOut.quote(one.member, one.bet);
  const input = { key: newId(), bet: one.bet, quote, ...over };
  const before = await isWaiting(one.member);
  slow.cashOut.sell(one.member, input).catch(() => undefined);
  await expect.poll(() => isWaiting(one.member), { interval: 10 }).toBe(before + 1);
  return { input, offer: minor(offer) };
};
/** The answer at the end of the wait. */
const ended = async (one: Case, input: Input<'cashOut'>): Promise<string> => {
  await site.later(longMs);
  return reasonOf(site.cashOut.sell(one.member, input));
};
/** The bet runs as before, and the wallet has not moved. */
const expectUntouched = async (one: Case): Promise<void> => {
  expect(await betOf(one)).toMatchObject({ state: 'in_progress', cashOut: undefined });
  expect(await site.available(one.member)).toBe(90_000n);
};

describe('a sale of a bet with a leg in play', () => {
  it('waits as long as an order does, and its quote says so', async () => {
    const one = await inPlay();
    expect((await slow.cashOut.quote(one.member, one.bet)).waitMs).toBe(longMs);
    await held(one);
    const { rows } = await pool.query(
      `select (extract(epoch from due_at - submitted_at) * 1000)::int as ms from delayed_sale where member_id = $1`,
      [one.member.id],
    );
    expect(rows).toEqual([{ ms: longMs }]);
    await expectUntouched(one);
  });

  it('waits by the clock of the match, which a replay has faster; before kick-off it does not wait', async () => {
    const one = await inPlay();
    await change(one.event, 'update event set replay = true, version = version + 1 where id = $1');
    await look(one.event);
    expect((await slow.cashOut.quote(one.member, one.bet)).waitMs).toBe(longMs / 6);
    const [event = ''] = await site.open(1);
    await change(event, 'update event set home_mean = 1.5, away_mean = 1.1 where id = $1');
    await look(event);
    const before = await site.bet(one.member, [pick.draw(event)]);
    expect((await slow.cashOut.quote(one.member, before)).waitMs).toBeUndefined();
  });

  it('is made at the offer of the end: at one that is higher', async () => {
    const one = await inPlay();
    await change(one.event, dear);
    await look(one.event);
    const { input, offer } = await held(one);
    await change(one.event, even);
    await look(one.event);
    const now = await offerOf(one);
    expect(now).toBeGreaterThan(offer);
    expect(await ended(one, input)).toBe('done');
    expect(await betOf(one)).toMatchObject({ state: 'lose', cashOut: money(now) });
    expect(await site.available(one.member)).toBe(90_000n + now);
  });

  it('is refused at an offer below the one that was taken, and made at it when the member takes less', async () => {
    const [strict, loose, bounded] = [await inPlay(), await inPlay(), await inPlay()];
    const lower = async (one: Case, least?: (offer: bigint) => string) => {
      const offer = await offerOf(one);
      const { input } = await held(one, least && { least: least(offer) });
      await change(one.event, dear);
      await look(one.event);
      return { input, offer, now: await offerOf(one) };
    };
    const none = await lower(strict);
    expect(none.now).toBeLessThan(none.offer);
    expect(await ended(strict, none.input)).toBe('quote_moved');
    await expectUntouched(strict);
    const any = await lower(loose, () => '0.01');
    expect(await ended(loose, any.input)).toBe('done');
    expect(await site.available(loose.member)).toBe(90_000n + any.now);
    const within = await lower(bounded, (offer) => money(offer - 1n));
    expect(await ended(bounded, within.input)).toBe('quote_moved');
    await expectUntouched(bounded);
  });

  it('takes no impossible least offer', async () => {
    const one = await inPlay();
    const { quote } = await slow.cashOut.quote(one.member, one.bet);
    const asked = { key: newId(), bet: one.bet, quote, least: '0.00' };
    expect(await reasonOf(slow.cashOut.sell(one.member, asked))).toBe('validation');
  });

  const set = (fields: string): string => `update event set ${fields}, version = version + 1 where id = $1`;
  const happenings: [string, string, string][] = [
    ['a goal', set('home_goals = 1'), 'quote_moved'],
    ['a red card', set('home_reds = 1, away_reds = 0'), 'quote_moved'],
    ['half time', set(`state = 'half_time'`), 'quote_moved'],
    ['the end of the match', set(`state = 'finished'`), 'no_cash_out'],
    ['a silent feed', set('silent = true'), 'no_cash_out'],
    [
      'a stop',
      `update market set state = 'suspended', version = version + 1 where event_id = $1`,
      'no_cash_out',
    ],
    [
      'a stop that is over again',
      `with stopped as (
         insert into market_history (event_id, market, line, version, state, odds_milli, who, why)
         select event_id, market, line, version + 1, 'suspended', odds_milli, 'test', 'goal' from market where event_id = $1)
       update market set version = version + 2 where event_id = $1`,
      'quote_moved',
    ],
    [
      'a stop of everything that is lifted again',
      `insert into trading_stop (id, why, stopped_by, opened_by, opened_why, opened_at)
       select uuidv7(), 'a rumour', 'operator:one', 'operator:one', 'no more', site_clock() where $1::uuid is not null`,
      'quote_moved',
    ],
    [
      'a stop by a trader',
      `insert into trading_stop (id, event_id, why, stopped_by) values (uuidv7(), $1, 'a rumour', 'operator:one')`,
      'no_cash_out',
    ],
  ];
  it.each(happenings)('is refused for %s in the wait, and the bet runs', async (_, text, reason) => {
    const one = await inPlay();
    const { input } = await held(one, { least: '0.01' });
    await change(one.event, text);
    // The key keeps its answer, also after prices have come back.
    expect([await ended(one, input), await ended(one, input)]).toEqual([reason, reason]);
    expect(await betOf(one)).toMatchObject({ cashOut: undefined, openStake: undefined });
    expect(await site.available(one.member)).toBe(90_000n);
  });

  it('is not kept for an offer from before a goal', async () => {
    const one = await inPlay();
    const { quote } = await slow.cashOut.quote(one.member, one.bet);
    await change(one.event, set('home_goals = 1'));
    await look(one.event);
    const asked = { key: newId(), bet: one.bet, quote };
    expect(await reasonOf(slow.cashOut.sell(one.member, asked))).toBe('quote_moved');
    expect(await isWaiting(one.member)).toBe(0);
  });

  it('is refused when the bet was settled in the wait', async () => {
    const one = await inPlay();
    const { input } = await held(one, { least: '0.01' });
    await site.result(one.event, [1, 1]);
    await site.settle();
    expect(await ended(one, input)).toBe('no_cash_out');
    expect(await betOf(one)).toMatchObject({ state: 'win', payout: '340.00' });
    expect(await site.available(one.member)).toBe(90_000n + 34_000n);
  });

  it('cannot be evaded by an edit of the bet', async () => {
    const one = await inPlay();
    const { input, offer } = await held(one);
    const [aside = ''] = await site.open(1);
    const { quote } = await slow.cashOut.quote(one.member, one.bet);
    const order = { type: 'single', stake: '10.00', accept: 'none', legs: [pick.home(aside)] } as const;
    const edit = { key: newId(), bet: one.bet, quote, order: { ...order, legs: [...order.legs] } };
    expect(await reasonOf(slow.edit(one.member, edit))).toBe('edit_in_play');
    expect(await ended(one, input)).toBe('done');
    expect(await site.available(one.member)).toBe(90_000n + offer);
  });

  it('of a half leaves the rest running; a second one of the same offer is refused', async () => {
    const one = await inPlay();
    const { input, offer } = await held(one, { share: '0.5' });
    const second = await held(one);
    expect(await ended(one, input)).toBe('done');
    expect(await ended(one, second.input)).toBe('quote_moved');
    expect(await betOf(one)).toMatchObject({ state: 'in_progress', openStake: '50.00' });
    expect(await site.available(one.member)).toBe(90_000n + offer / 2n);
  });

  it('with one key is one sale, however often it is sent, while it waits and later', async () => {
    const one = await inPlay();
    const { quote, offer } = await site.cashOut.quote(one.member, one.bet);
    const input = { key: newId(), bet: one.bet, quote };
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.cashOut.sell(one.member, input)));
    for (const answer of answers) expect(answer).toMatchObject({ state: 'lose', cashOut: offer });
    expect(await reasonOf(site.cashOut.sell(one.member, input))).toBe('done');
    expect(await site.available(one.member)).toBe(90_000n + minor(offer));
    for (const other of [{ share: '0.5' }, { least: '1.00' }]) {
      expect(await reasonOf(site.cashOut.sell(one.member, { ...input, ...other }))).toBe('key_reused');
    }
    const next = await inPlay();
    const waiting = await held(next);
    const other = { ...waiting.input, share: '0.5' };
    expect(await reasonOf(site.cashOut.sell(next.member, other))).toBe('key_reused');
  });

  it('whose key another operation took in the wait is refused', async () => {
    const one = await inPlay();
    const { input } = await held(one);
    const [aside = ''] = await site.open(1);
    await site.bet(one.member, [pick.home(aside)], { key: input.key });
    await site.later(longMs);
    await site.modules.book.service.delayedSales.decideDue();
    expect(await isWaiting(one.member)).toBe(0);
    expect(await reasonOf(site.cashOut.sell(one.member, input))).toBe('key_reused');
    expect(await betOf(one)).toMatchObject({ state: 'in_progress', cashOut: undefined });
  });

  it('of a server that was stopped is made once, by any other', async () => {
    const cases = [await inPlay(), await inPlay(), await inPlay()];
    const asked = await Promise.all(cases.map((one) => held(one)));
    await site.later(longMs);
    const { delayedSales } = site.modules.book.service;
    await Promise.all([
      delayedSales.decideDue(),
      slow.modules.book.service.delayedSales.decideDue(),
      delayedSales.decideDue(),
    ]);
    for (const [i, one] of cases.entries()) {
      expect(await isWaiting(one.member)).toBe(0);
      expect(await site.available(one.member)).toBe(90_000n + (asked[i]?.offer ?? 0n));
    }
  });

  it('is made for a member who is excluded in the wait, and not when the stake was returned', async () => {
    const [out, returned] = [await inPlay(), await inPlay()];
    const one = await held(out);
    await site.modules.play.service.timeOut(ownerOf(out.member), '24h');
    expect(await ended(out, one.input)).toBe('done');
    expect(await site.available(out.member)).toBe(90_000n + one.offer);
    const other = await held(returned);
    await change(returned.event, set(`state = 'postponed'`));
    await site.modules.book.service.returns.returnStakes(ownerOf(returned.member), new Date(0));
    expect(await ended(returned, other.input)).toBe('no_cash_out');
    expect(await site.available(returned.member)).toBe(100_000n);
  });
});

describe('an automatic cash-out in play', () => {
  const ruled = async (): Promise<{ one: Case; atLeast: bigint }> => {
    const one = await inPlay();
    await change(one.event, dear);
    await look(one.event);
    const atLeast = (await offerOf(one)) + 1n;
    await site.cashOutRules.set(one.member, { bet: one.bet, at: money(atLeast) });
    await change(one.event, even);
    await look(one.event);
    return { one, atLeast };
  };
  /** Every rule in force is looked at, as the first look of a process does. */
  const run = async (): Promise<void> => {
    await change(newId(), 'update event set updated_at = updated_at where id = $1');
    for (let turn = 0; turn < 15; turn++) await slow.cashOutRules.run();
  };
  const decideDue = async (): Promise<void> => {
    await site.later(longMs);
    await site.modules.book.service.delayedSales.decideDue();
  };

  it('waits from the offer that reaches its amount on, and sells at the offer of the end', async () => {
    const { one } = await ruled();
    await run();
    await expectUntouched(one);
    expect(await isWaiting(one.member)).toBe(1);
    await run();
    expect(await isWaiting(one.member)).toBe(1);
    await change(one.event, cheap);
    await look(one.event);
    const now = await offerOf(one);
    await decideDue();
    expect(await betOf(one)).toMatchObject({ cashOut: money(now) });
    expect(await site.available(one.member)).toBe(90_000n + now);
    const sales = await site.cashOutRules.unnotified(100);
    expect(sales.find(({ betId }) => betId === one.bet)).toMatchObject({ paid: money(now) });
  });

  it('does not sell when the offer fell in the wait, and waits again when it comes back', async () => {
    const { one, atLeast } = await ruled();
    await run();
    await change(one.event, dear);
    await look(one.event);
    await decideDue();
    await expectUntouched(one);
    expect(await isWaiting(one.member)).toBe(0);
    await change(one.event, even);
    await look(one.event);
    await run();
    expect(await isWaiting(one.member)).toBe(1);
    await decideDue();
    expect((await site.available(one.member)) - 90_000n).toBeGreaterThanOrEqual(atLeast);
  });

  it('does not sell once its rule was removed or changed in the wait', async () => {
    for (const at of [undefined, '200.00']) {
      const { one } = await ruled();
      await run();
      await site.cashOutRules.set(one.member, { bet: one.bet, at });
      await decideDue();
      await expectUntouched(one);
    }
  });
});

it('bets, ledger and exposure agree', async () => {
  expect(await site.differences()).toEqual([]);
  expect((await verifyLedger(pool)).differences).toEqual([]);
  expect(await verifyExposure(pool)).toMatchObject({ differences: [] });
});
