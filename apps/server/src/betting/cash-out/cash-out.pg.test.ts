import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Input } from '@touchline/contract/routes';
import { parseAmount } from '@touchline/money/amount';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { testEvent, testWallet } from '../../testing/book.ts';
import { commandLists } from '../../testing/commands.ts';
import { testPlacing, type TestPlacing } from '../../testing/placing.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { verifyExposure } from '../exposure/verify.ts';

let book: TestPlacing;
let database: TestPlacing['database'];
let board: TestPlacing['board'];
let clock: TestPlacing['clock'];
let cashOut: TestPlacing['cashOut'];

beforeAll(async () => {
  book = await testPlacing({
    env: { CASH_OUT_FEE_BP: '500', STAKE_MIN: '1.00', STAKE_MAX: '1000.00', PAYOUT_MAX: '10000.00' },
  });
  ({ database, board, clock, cashOut } = book);
});
afterAll(() => book.close());

type Owner = { id: string; shard: number };
const opened = async (): Promise<string> => {
  const { id } = await testEvent(database.pool);
  await database.pool.query('update event set home_mean = 1.5, away_mean = 1.1 where id = $1', [id]);
  await board.refresh([id]);
  return id;
};
const leg = (event: string) => ({ event, market: '1x2', selection: 'X', odds: '3.40' });
const placed = async (member: Owner, rest: Partial<Input<'orderAdd'>>): Promise<Bet> =>
  book.placing.place(member, {
    key: newId(),
    type: 'single',
    stake: '100.00',
    accept: 'none',
    legs: [],
    ...rest,
  });
const single = async (availableMinor = 100_000n): Promise<{ member: Owner; bet: Bet; event: string }> => {
  const event = await opened();
  const member = await testWallet(database.pool, availableMinor);
  return { member, event, bet: await placed(member, { legs: [leg(event)] }) };
};
const available = (member: Owner): Promise<bigint> => book.available(member);
const minor = (text = ''): bigint => parseAmount(text, 2) ?? -1n;
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? error.reason : String(error)),
  );

describe('an offer', () => {
  it('is the fair value by the score grid less the fee, both shown', async () => {
    const { member, bet } = await single();
    const offer = await cashOut.quote(member, bet.id);
    expect(minor(offer.fair)).toBe(minor(offer.offer) + minor(offer.fee));
    expect(minor(offer.offer)).toBe((minor(offer.fair) * 9_500n) / 10_000n);
    // A draw between these two has a chance of about a quarter: 100.00 × 3.40 × 0.26.
    expect(Number(offer.fair)).toBeGreaterThan(75);
    expect(Number(offer.fair)).toBeLessThan(100);
    expect(Date.parse(offer.expiresAt) - clock.now().getTime()).toBe(8_000);
  });

  it('of an accumulator and of a system is made leg by leg', async () => {
    const events = [await opened(), await opened(), await opened()];
    const member = await testWallet(database.pool, 100_000n);
    const legs = events.map(leg);
    const one = await cashOut.quote(member, (await placed(member, { legs: legs.slice(0, 1) })).id);
    const value = Number(one.fair) / 100;
    const all = await placed(member, { type: 'accumulator', stake: '10.00', legs });
    expect(Number((await cashOut.quote(member, all.id)).fair)).toBeCloseTo(10 * value ** 3, 1);
    const pairs = await placed(member, { type: 'system', k: 2, stake: '10.00', legs });
    expect(Number((await cashOut.quote(member, pairs.id)).fair)).toBeCloseTo(30 * value ** 2, 1);
    const trixie = await placed(member, { type: 'system', k: -2, stake: '10.00', legs });
    expect(Number((await cashOut.quote(member, trixie.id)).fair)).toBeCloseTo(
      10 * (3 * value ** 2 + value ** 3),
      1,
    );
  });

  it('is refused while a market is suspended, the feed silent, or the match over', async () => {
    const { member, bet, event } = await single();
    const set = async (change: string) => {
      await database.pool.query(change, [event]);
      await board.refresh([event]);
    };
    await set(`update market set state = 'suspended', version = version + 1 where event_id = $1`);
    expect(await reasonOf(cashOut.quote(member, bet.id))).toBe('no_cash_out');
    await set(`update market set state = 'open', version = version + 1 where event_id = $1`);
    await set(`update event set silent = true, version = version + 1 where id = $1`);
    expect(await reasonOf(cashOut.quote(member, bet.id))).toBe('no_cash_out');
    await set(`update event set silent = false, version = version + 1 where id = $1`);
    expect(await reasonOf(cashOut.quote(member, bet.id))).toBe('done');
    await set(`update event set state = 'finished', version = version + 1 where id = $1`);
    expect(await reasonOf(cashOut.quote(member, bet.id))).toBe('no_cash_out');
  });

  it('is made while the market is one-sided, as its legs still have a value', async () => {
    const { member, bet, event } = await single();
    await database.pool.query(
      `update market set state = 'suspended', one_sided = true, odds_milli = '{0,0,0}', version = version + 1
       where event_id = $1 and market = '1x2'`,
      [event],
    );
    await board.refresh([event]);
    expect(board.market(event, '1x2')).toMatchObject({ state: 'closed', fed: 'suspended' });
    expect(await reasonOf(cashOut.quote(member, bet.id))).toBe('done');
    const { quote } = await cashOut.quote(member, bet.id);
    await cashOut.sell(member, { key: newId(), bet: bet.id, quote });
  });

  it('never pays more than the stake for a bet at a price that was set by hand', async () => {
    const event = await opened();
    await database.pool.query(
      `update market set odds_milli = '{1500,6000,5000}', version = version + 1
       where event_id = $1 and market = '1x2'`,
      [event],
    );
    await board.refresh([event]);
    const member = await testWallet(database.pool, 100_000n);
    // By the grid it would be worth 150.00.
    const bet = await placed(member, { legs: [{ ...leg(event), odds: '6.00' }] });
    expect((await cashOut.quote(member, bet.id)).fair).toBe('100.00');
    // A bet from before at 3.40 is worth what that price says too.
    const before = await single();
    await database.pool.query(
      `update market set odds_milli = '{1500,6000,5000}', version = version + 1
       where event_id = $1 and market = '1x2'`,
      [before.event],
    );
    await board.refresh([before.event]);
    expect((await cashOut.quote(before.member, before.bet.id)).fair).toBe('56.66');
  });

  it('is not available to other members', async () => {
    const { bet } = await single();
    const other = await testWallet(database.pool, 0n);
    expect(await reasonOf(cashOut.quote(other, bet.id))).toBe('not_found');
    expect(await reasonOf(cashOut.quote(other, 'x'))).toBe('not_found');
  });
});

describe('selling', () => {
  it('the whole bet pays the offer and ends it by its total return', async () => {
    const { member, bet } = await single();
    const { quote, offer } = await cashOut.quote(member, bet.id);
    const sold = await cashOut.sell(member, { key: newId(), bet: bet.id, quote });
    expect(sold).toMatchObject({ state: 'lose', cashOut: offer });
    expect(await available(member)).toBe(90_000n + minor(offer));
    expect(await reasonOf(cashOut.quote(member, bet.id))).toBe('no_cash_out');
  });

  it('a part leaves the rest running, and the parts add up', async () => {
    const { member, bet } = await single();
    const first = await cashOut.quote(member, bet.id);
    const half = await cashOut.sell(member, { key: newId(), bet: bet.id, quote: first.quote, share: '0.5' });
    expect(half).toMatchObject({ state: 'waiting', openStake: '50.00', stake: '100.00' });
    expect(minor(half.cashOut)).toBe(minor(first.offer) / 2n);
    // The offer was for the whole bet: it does not sell the rest.
    expect(await reasonOf(cashOut.sell(member, { key: newId(), bet: bet.id, quote: first.quote }))).toBe(
      'quote_moved',
    );
    const second = await cashOut.quote(member, bet.id);
    expect(Math.abs(Number(second.fair) * 2 - Number(first.fair))).toBeLessThanOrEqual(0.02);
    const whole = await cashOut.sell(member, { key: newId(), bet: bet.id, quote: second.quote });
    expect(minor(whole.cashOut)).toBe(minor(half.cashOut) + minor(second.offer));
    expect(await available(member)).toBe(90_000n + minor(whole.cashOut));
  });

  it('with one key is one sale, however often it is sent', async () => {
    const { member, bet } = await single();
    const { quote, offer } = await cashOut.quote(member, bet.id);
    const input = { key: newId(), bet: bet.id, quote, share: '0.4' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => cashOut.sell(member, input)));
    for (const answer of answers) expect(answer).toMatchObject({ openStake: '60.00' });
    expect(await available(member)).toBe(90_000n + (minor(offer) * 4n) / 10n);
    expect(await reasonOf(cashOut.sell(member, { ...input, share: '0.5' }))).toBe('key_reused');
    clock.advance(60_000);
    expect(await cashOut.sell(member, input)).toMatchObject({ openStake: '60.00' });
  });

  it('with many keys at once sells an offer once', async () => {
    const { member, bet } = await single();
    const { quote, offer } = await cashOut.quote(member, bet.id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => reasonOf(cashOut.sell(member, { key: newId(), bet: bet.id, quote }))),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'quote_moved')).toHaveLength(9);
    expect(await available(member)).toBe(90_000n + minor(offer));
  });

  it('is refused when anything behind the offer has moved, also when only the rows know', async () => {
    const moves = [
      `update market set version = version + 1 where event_id = $1 and market = '1x2'`,
      `update market set state = 'suspended' where event_id = $1 and market = '1x2'`,
      `update event set state = 'live', home_goals = 0, away_goals = 0 where id = $1`,
      `update event set home_goals = 1, away_goals = 0 where id = $1`,
      `update event set home_reds = 0, away_reds = 1 where id = $1`,
      `update event set silent = true where id = $1`,
      `insert into trading_stop (id, event_id, why, stopped_by) values (uuidv7(), $1, 'a rumour', 'operator:one')`,
    ];
    for (const move of moves) {
      const { member, bet, event } = await single();
      const { quote } = await cashOut.quote(member, bet.id);
      await database.pool.query(move, [event]);
      expect(await reasonOf(cashOut.sell(member, { key: newId(), bet: bet.id, quote }))).toBe('quote_moved');
      expect(await available(member)).toBe(90_000n);
    }
  });

  it('is refused after 8 seconds, with another’s offer and with one that was tampered with', async () => {
    const { member, bet } = await single();
    const other = await single();
    const { quote } = await cashOut.quote(member, bet.id);
    const sell = (text: string) => reasonOf(cashOut.sell(member, { key: newId(), bet: bet.id, quote: text }));
    expect(await sell((await cashOut.quote(other.member, other.bet.id)).quote)).toBe('quote_moved');
    expect(await sell(`${quote}x`)).toBe('quote_moved');
    expect(await sell('nothing')).toBe('quote_moved');
    clock.advance(8_000);
    expect(await sell(quote)).toBe('quote_moved');
    expect(await available(member)).toBe(90_000n);
  });

  it('an invalid share, or one that leaves next to nothing, is refused', async () => {
    const { member, bet } = await single();
    const { quote } = await cashOut.quote(member, bet.id);
    const sell = (share: string) =>
      reasonOf(cashOut.sell(member, { key: newId(), bet: bet.id, quote, share }));
    expect(await sell('0')).toBe('validation');
    expect(await sell('0.9999')).toBe('stake_min');
    expect(await available(member)).toBe(90_000n);
  });
});

describe('in any order of sales', () => {
  it('a wallet gains what its bets show, and the ledger is consistent', async () => {
    const shares = commandLists(fc.constantFrom('0.1', '0.25', '0.5', '0.75', '1'), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(shares, async (wanted) => {
        const { member, bet } = await single();
        let last = bet;
        for (const share of wanted) {
          const offer = await cashOut.quote(member, bet.id).catch(() => undefined);
          if (!offer) break;
          last = await cashOut
            .sell(member, { key: newId(), bet: bet.id, quote: offer.quote, share })
            .catch(() => last);
        }
        expect(await available(member)).toBe(90_000n + minor(last.cashOut ?? '0.00'));
        expect(minor(last.openStake ?? '100.00')).toBeLessThanOrEqual(10_000n);
      }),
      { numRuns: 6 },
    );
    expect((await verifyLedger(database.pool)).differences).toEqual([]);
  });
});

it('the exposure equals its bets and orders', async () => {
  expect(await verifyExposure(database.pool)).toMatchObject({ differences: [] });
});
