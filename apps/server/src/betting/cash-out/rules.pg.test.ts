import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { testWallet } from '../../testing/book.ts';
import { callOf } from '../../testing/placing.ts';
import { pick, testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { verifyExposure } from '../exposure/verify.ts';

let site: TestSettling;
let pool: TestSettling['database']['pool'];
/** A second process over the same database. */
let other: TestSettling;

beforeAll(async () => {
  const env = { CASH_OUT_FEE_BP: '500', STAKE_MIN: '1.00' };
  site = await testSettling({ env });
  other = await testSettling({ env, beside: site });
  ({ pool } = site.database);
});
afterAll(async () => {
  await other.close();
  await site.close();
});

type Means = { home: number; away: number; drawMilli: number };
/** Moves a match and all its markets, as a feed does, and lets both processes see it. */
const move = async (event: string, change: string, values: unknown[] = []): Promise<void> => {
  await pool.query(`update event set ${change}, version = version + 1, updated_at = now() where id = $1`, [
    event,
    ...values,
  ]);
  await pool.query('update market set version = version + 1 where event_id = $1', [event]);
  await look(event);
};
const look = async (event: string): Promise<void> => {
  await Promise.all([site.board.refresh([event]), other.board.refresh([event])]);
};
const means = async (event: string, { home, away, drawMilli }: Means): Promise<void> => {
  await pool.query(`update market set odds_milli[2] = $2 where event_id = $1 and market = '1x2'`, [
    event,
    drawMilli,
  ]);
  await move(event, 'home_mean = $2, away_mean = $3', [home, away]);
};
/** With few goals a draw is worth much more than the 3.40 it was struck at. */
const even: Means = { home: 1.5, away: 1.1, drawMilli: 3_400 };
const goalless: Means = { home: 0.1, away: 0.1, drawMilli: 1_100 };

const opened = async (): Promise<string> => {
  const [event = ''] = await site.open(1);
  await means(event, even);
  return event;
};
type Case = { member: Member; bet: string; event: string };
/** 100.00 on a draw at 3.40. */
const single = async (): Promise<Case> => {
  const event = await opened();
  const member = await testWallet(pool, 100_000n);
  return { member, event, bet: await site.bet(member, [pick.draw(event)], { stake: '100.00' }) };
};
const offerOf = async ({ member, bet }: Case) => {
  const { list } = await site.cashOutRules.offers({ shard: member.shard, memberId: member.id });
  return list.find((one) => one.bet === bet);
};
const minor = (text = ''): bigint => parseAmount(text, 2) ?? -1n;
const higher = (offer = '0', by = 100n): string => formatAmount(minor(offer) + by, 2);
const betOf = async ({ member, bet }: Case): Promise<Bet | undefined> => (await site.bets(member, [bet]))[0];
const set = (one: Case, at?: string) => site.cashOutRules.set(one.member, { bet: one.bet, at });
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? error.reason : String(error)),
  );
/** Every rule in force is looked at, as the first look of a process does. */
const run = async (of: TestSettling = site): Promise<number> => of.cashOutRules.run();

describe('the offers for all open bets', () => {
  it('are those a quote would make, with the matches they move with', async () => {
    const one = await single();
    const row = await offerOf(one);
    const quote = await site.cashOut.quote(one.member, one.bet);
    expect(row).toEqual({ bet: one.bet, events: [one.event], offer: quote.offer, auto: undefined });
  });

  it('leave out the amount while nothing is offered, and bets that are over', async () => {
    const one = await single();
    await move(one.event, 'silent = true');
    expect(await offerOf(one)).toEqual({
      bet: one.bet,
      events: [one.event],
      offer: undefined,
      auto: undefined,
    });
    await move(one.event, 'silent = false');
    await site.result(one.event, [0, 0]);
    await site.settle();
    expect(await offerOf(one)).toBeUndefined();
  });

  it('do not show other members’ bets', async () => {
    await single();
    const { id: memberId, shard } = await testWallet(pool, 0n);
    expect(await site.cashOutRules.offers({ shard, memberId })).toEqual({ list: [], total: 0 });
  });
});

describe('a rule', () => {
  it('is set, changed and removed, and the time line of the bet shows it', async () => {
    const one = await single();
    const offer = (await offerOf(one))?.offer;
    expect(await set(one, higher(offer))).toMatchObject({ auto: higher(offer) });
    await set(one, higher(offer));
    expect((await set(one, higher(offer, 500n))).auto).toBe(higher(offer, 500n));
    expect((await offerOf(one))?.auto).toBe(higher(offer, 500n));
    expect((await set(one)).auto).toBeUndefined();
    expect((await offerOf(one))?.auto).toBeUndefined();
    const { timeline } = await site.modules.book.handlers.orderDetail({ id: one.bet }, callOf(one.member));
    expect(timeline.map(({ what, auto }) => [what, auto])).toEqual([
      ['placed', undefined],
      ['auto_set', higher(offer)],
      ['auto_set', higher(offer, 500n)],
      ['auto_removed', higher(offer, 500n)],
    ]);
  });

  it('is refused where the offer is there already, cannot be reached, or the bet is another’s or over', async () => {
    const one = await single();
    const offer = (await offerOf(one))?.offer;
    expect(await reasonOf(set(one, offer))).toBe('offer_reached');
    // 100.00 × 3.40 less 5 % is the most there can be.
    expect(await reasonOf(set(one, '323.01'))).toBe('validation');
    expect(await reasonOf(set(one, '0.00'))).toBe('validation');
    expect(await reasonOf(set({ ...one, member: await testWallet(pool, 0n) }, '300.00'))).toBe('not_found');
    expect(await reasonOf(set(one, '323.00'))).toBe('done');
    await site.result(one.event, [1, 0]);
    await site.settle();
    expect(await reasonOf(set(one, '300.00'))).toBe('no_cash_out');
  });

  it('sells once at the current offer when that reaches the amount, and never below it', async () => {
    const one = await single();
    const at = higher((await offerOf(one))?.offer, 2_000n);
    await set(one, at);
    expect(await run()).toBe(0);
    await means(one.event, goalless);
    const offer = (await offerOf(one))?.offer;
    expect(minor(offer)).toBeGreaterThan(minor(at));
    const sold = await Promise.all([run(), run(other), run(), run(other)]);
    expect(sold.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(await betOf(one)).toMatchObject({ state: 'win', cashOut: offer, openStake: '0.00' });
    expect(await site.available(one.member)).toBe(90_000n + minor(offer));
    const { timeline, receipts } = await site.modules.book.handlers.orderDetail(
      { id: one.bet },
      callOf(one.member),
    );
    expect(timeline.at(-1)).toMatchObject({ what: 'cash_out', amount: offer, auto: at });
    // The entries of stake and sale are in the log, as those of a sale by hand.
    expect(receipts).toHaveLength(2);
    expect(await site.cashOutRules.unnotified(10)).toContainEqual({
      shard: one.member.shard,
      memberId: one.member.id,
      betId: one.bet,
      version: 1,
      paid: offer,
      atLeast: at,
    });
  });

  it('sells nothing while a market is suspended, the feed silent or a trader has stopped, also when only the rows know', async () => {
    const stops = [
      `update market set state = 'suspended' where event_id = $1 and market = '1x2'`,
      `update event set silent = true where id = $1`,
      `update event set home_goals = 0, away_goals = 0, state = 'live' where id = $1`,
      `insert into trading_stop (id, event_id, why, stopped_by) values (uuidv7(), $1, 'a rumour', 'operator:one')`,
    ];
    for (const stop of stops) {
      const one = await single();
      await set(one, '200.00');
      await means(one.event, goalless);
      await pool.query(stop, [one.event]);
      expect(await run()).toBe(0);
      expect(await site.available(one.member)).toBe(90_000n);
      expect((await betOf(one))?.cashOut).toBeUndefined();
    }
  });

  it('that was removed sells no more, and one that was changed sells at the new amount only', async () => {
    const [removed, changed] = [await single(), await single()];
    await set(removed, '200.00');
    await set(changed, '200.00');
    await set(removed);
    await set(changed, '322.00');
    await Promise.all([removed, changed].map(({ event }) => means(event, goalless)));
    expect(await run()).toBe(0);
    expect((await betOf(removed))?.state).toBe('waiting');
    expect((await betOf(changed))?.state).toBe('waiting');
  });

  it('sells what was left by a sale by hand, once its offer reaches the amount', async () => {
    const one = await single();
    await set(one, '200.00');
    const { quote, offer } = await site.cashOut.quote(one.member, one.bet);
    await site.cashOut.sell(one.member, { key: newId(), bet: one.bet, quote, share: '0.5' });
    await means(one.event, goalless);
    // Half of the bet is worth less than that.
    expect(await run()).toBe(0);
    await set(one, '150.00').catch(() => undefined);
    expect(await run()).toBe(0);
    expect((await betOf(one))?.cashOut).toBe(formatAmount(minor(offer) / 2n, 2));
  });

  it('ends with its bet', async () => {
    const one = await single();
    await set(one, '300.00');
    await site.result(one.event, [0, 0]);
    await site.settle();
    await means(one.event, even);
    expect(await run()).toBe(0);
    const { rows } = await pool.query('select ended from cash_out_rule where shard = $1 and bet_id = $2', [
      one.member.shard,
      one.bet,
    ]);
    expect(rows).toEqual([{ ended: 'over' }]);
    expect((await betOf(one))?.payout).toBe('340.00');
  });

  it('is followed by a server that starts after the one that set it was killed', async () => {
    const one = await single();
    await set(one, '200.00');
    await means(one.event, goalless);
    const restarted = await testSettling({ env: { CASH_OUT_FEE_BP: '500' }, beside: site });
    await restarted.board.load();
    // It looks at all rules first, those of the tests before too.
    expect(await run(restarted)).toBeGreaterThanOrEqual(1);
    expect(await run(restarted)).toBe(0);
    await restarted.close();
    expect((await betOf(one))?.state).toBe('win');
  });
});

describe('races', () => {
  it('of rule, hand and settlement pay a bet once', async () => {
    const order = fc.array(fc.constantFrom('rule', 'other', 'hand', 'settle', 'remove'), {
      minLength: 3,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(order, async (steps) => {
        const one = await single();
        await set(one, '200.00');
        await means(one.event, goalless);
        const { quote, offer } = await site.cashOut.quote(one.member, one.bet);
        if (steps.includes('settle')) await site.result(one.event, [0, 0]);
        const work = {
          rule: () => run(),
          other: () => run(other),
          hand: () =>
            site.cashOut.sell(one.member, { key: newId(), bet: one.bet, quote }).catch(() => undefined),
          settle: () => site.settle(),
          remove: () => set(one),
        };
        await Promise.all(steps.map((step) => work[step]()));
        const bet = await betOf(one);
        const paid = minor(bet?.cashOut ?? '0.00') + minor(bet?.payout ?? '0.00');
        expect(await site.available(one.member)).toBe(90_000n + paid);
        // Either sold whole at the one offer, or settled as the draw it was, or still running.
        expect(['0.00', offer, '340.00']).toContain(formatAmount(paid, 2));
      }),
      { numRuns: 10 },
    );
    expect(await site.differences()).toEqual([]);
    expect((await verifyLedger(pool)).differences).toEqual([]);
    expect(await verifyExposure(pool)).toMatchObject({ differences: [] });
  });
});
