import type { Bet } from '@touchline/contract/shapes/bet';
import { marketOf } from '@touchline/football/markets';
import { parseAmount } from '@touchline/money/amount';
import { parseOdds } from '@touchline/money/odds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick, testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import { testWallet } from '../../testing/book.ts';
import { createStatistics, luckOf, type Statistics } from './statistics.ts';
import { bandsMilli } from './statistics-queries.ts';

const { home, draw, over, halfDraw } = pick;
let book: TestSettling;
let statistics: Statistics;

beforeAll(async () => {
  book = await testSettling();
  statistics = createStatistics({
    pool: book.database.pool,
    scale: 2,
    timeZone: 'UTC',
  });
});
afterAll(() => book.close());

const minor = (text: string | undefined): bigint => parseAmount(text ?? '0', 2, { signed: true }) ?? 0n;
const allBets = async (member: Member): Promise<Bet[]> =>
  (await book.records.list({ shard: member.shard, memberId: member.id }, { tab: 'all', page: 1, limit: 100 }))
    .list;

/** The model: figures computed from the bets as the member's records have them. */
const sumOf = (bets: readonly Bet[]) => {
  const stakes = bets.reduce((sum, bet) => sum + minor(bet.stake), 0n);
  const returns = bets.reduce((sum, bet) => sum + minor(bet.payout) + minor(bet.cashOut), 0n);
  return {
    bets: bets.length,
    won: bets.filter(({ state }) => state === 'win').length,
    stakes,
    returns,
    net: returns - stakes,
  };
};
type Sums = { bets: number; won: number; stakes: string; returns: string; net: string };
const read = ({ bets, won, stakes, returns, net }: Sums) => ({
  bets,
  won,
  stakes: minor(stakes),
  returns: minor(returns),
  net: minor(net),
});

/** Luck by the model; margins are of the rows. */
const luckModel = (bets: readonly Bet[], margins: ReadonlyMap<string, number>) => {
  const isQuarter = (line = '') => /\.[27]5$/.test(line);
  const counted = bets.filter(
    ({ type, cashOut, legs }) =>
      type !== 'system' &&
      cashOut === undefined &&
      (type === 'single' ||
        legs.every(({ outcome, line }) => (outcome === 'win' || outcome === 'lose') && !isQuarter(line))),
  );
  let [expected, returns, variance] = [0, 0, 0];
  for (const bet of counted) {
    const isHalf =
      bet.type === 'single' && bet.legs.some(({ outcome }) => outcome?.startsWith('half') === true);
    const stake = Number(minor(bet.stake)) / (isHalf ? 2 : 1);
    const kept = 1 - (margins.get(bet.id) ?? 0) / 1e6;
    const odds = (parseOdds(bet.odds) ?? 0) / 1000;
    expected += stake * kept;
    returns += Math.max(0, Number(minor(bet.payout)) - (isHalf ? stake : 0));
    variance += stake ** 2 * kept * (odds - kept);
  }
  return { bets: counted.length, expected, returns, spread: 1.96 * Math.sqrt(variance) };
};

describe('the statistics of a member', () => {
  it('are those of a plain recount of their bets', async () => {
    const member = await testWallet(book.database.pool, 1_000_000n);
    const events = await book.open(6);
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = events;
    await book.bet(member, [home(a)], { stake: '10.00' });
    await book.bet(member, [draw(a)], { stake: '7.50' });
    await book.bet(member, [over(b)], { stake: '20.00' });
    await book.bet(member, [halfDraw(b)], { stake: '3.00' });
    await book.bet(member, [home(c), draw(b)], { stake: '5.00' });
    await book.bet(member, [home(a), home(c)], { stake: '4.00' });
    await book.bet(member, [home(a), draw(b), over(c)], { type: 'system', k: 2, stake: '2.00' });
    await book.bet(member, [home(a), draw(b), over(c)], { type: 'system', k: -1, stake: '1.00' });
    // Lost with its first leg, the other still to be played: its luck does not count.
    await book.bet(member, [draw(c), home(f)], { stake: '6.00' });
    // A leg that is void, a bet that is returned, and one that runs.
    await book.bet(member, [home(c), home(d)], { stake: '8.00' });
    await book.bet(member, [home(d)], { stake: '9.00' });
    await book.bet(member, [home(e)], { stake: '11.00' });
    await book.result(a, [1, 0]);
    await book.result(b, [1, 1], { ht: [0, 0] });
    await book.result(c, [2, 1]);
    await book.events.rulings.voidBets(d, {}, { by: 'ada', why: 'wrong team' });
    await book.settle();

    const bets = await allBets(member);
    const settled = bets.filter(({ state }) => state === 'win' || state === 'lose');
    const found = await statistics({ shard: member.shard, memberId: member.id }, {});
    expect(read(found.total)).toEqual(sumOf(settled));
    expect(found.open).toEqual({ bets: 1, stakes: '11.00' });
    expect(found.refunded).toEqual({ bets: 1, stakes: '9.00' });

    for (const row of found.types) {
      expect(read(row)).toEqual(sumOf(settled.filter(({ type }) => type === row.type)));
    }
    expect(found.types.map(({ type }) => type)).toEqual(['single', 'accumulator', 'system']);

    const singles = settled.filter(({ type }) => type === 'single');
    for (const row of found.markets) {
      expect(read(row)).toEqual(sumOf(singles.filter(({ legs: [leg] }) => leg?.market === row.market)));
      expect(marketOf(row.market)).toBeDefined();
    }
    expect(found.markets.reduce((sum, row) => sum + row.bets, 0)).toBe(singles.length);
    expect(found.competitions.reduce((sum, row) => sum + row.bets, 0)).toBe(singles.length);

    const priced = settled.filter(({ type }) => type !== 'system');
    const bandOf = (odds: string): number => bandsMilli.filter((end) => (parseOdds(odds) ?? 0) >= end).length;
    for (const row of found.bands) {
      const band = row.from === undefined ? 0 : bandOf(row.from);
      expect(read(row)).toEqual(sumOf(priced.filter(({ odds }) => bandOf(odds) === band)));
    }
    expect(found.bands.reduce((sum, row) => sum + row.bets, 0)).toBe(priced.length);

    const { rows } = await book.database.pool.query<{ id: string; margin_micro: number }>(
      'select id, margin_micro from bet where shard = $1 and member_id = $2',
      [member.shard, member.id],
    );
    const model = luckModel(settled, new Map(rows.map((row) => [row.id, row.margin_micro])));
    expect(found.luck?.bets).toBe(model.bets);
    expect(Number(found.luck?.expected)).toBeCloseTo(model.expected / 100, 2);
    expect(Number(found.luck?.returns)).toBeCloseTo(model.returns / 100, 2);
    expect(Number(found.luck?.difference)).toBeCloseTo((model.returns - model.expected) / 100, 1);
    expect(Number(found.luck?.high)).toBeCloseTo(model.spread / 100, 1);
    expect(Number(found.luck?.low)).toBeCloseTo(-model.spread / 100, 1);
    expect(Number(found.luck?.expected)).toBeLessThan(Number(found.luck?.stakes));
  });

  it('of days hold the bets that were settled then', async () => {
    const member = await testWallet(book.database.pool, 100_000n);
    const owner = { shard: member.shard, memberId: member.id };
    const [a = ''] = await book.open(1);
    await book.bet(member, [home(a)]);
    await book.result(a, [1, 0]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await statistics(owner, { from: today, to: today })).total.bets).toBe(1);
    expect((await statistics(owner, { to: '2020-01-01' })).total).toEqual({
      bets: 0,
      won: 0,
      stakes: '0.00',
      returns: '0.00',
      net: '0.00',
    });
    expect((await statistics(owner, { to: '2020-01-01' })).luck).toBeUndefined();
    await expect(statistics(owner, { from: '2026-02-31' })).rejects.toMatchObject({ reason: 'validation' });
  });

  it('are empty for a member without bets, and leave out those of other members', async () => {
    const member = await testWallet(book.database.pool, 0n);
    const found = await statistics({ shard: member.shard, memberId: member.id }, {});
    expect(found.total.bets).toBe(0);
    expect([found.types, found.markets, found.competitions, found.bands]).toEqual([[], [], [], []]);
  });
});

it('luck stays within its range about as often as it says', () => {
  // A thousand members with the same two hundred bets each at fair chances, by a generator that is always the same.
  let seed = 20_260_611;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const odds = [1.4, 1.9, 2.6, 3.4, 7];
  const kept = 0.95;
  let within = 0;
  for (let member = 0; member < 1_000; member++) {
    const row = { bets: 0, stakes: 0, expected: 0, returns: 0, variance: 0 };
    for (let n = 0; n < 200; n++) {
      const [stake, price] = [1_000, odds[n % odds.length] ?? 2];
      row.bets += 1;
      row.stakes += stake;
      row.expected += stake * kept;
      row.variance += stake ** 2 * kept * (price - kept);
      if (random() < kept / price) row.returns += stake * price;
    }
    const luck = luckOf(row, String);
    const difference = Number(luck?.difference);
    if (difference >= Number(luck?.low) && difference <= Number(luck?.high)) within += 1;
  }
  expect(within).toBeGreaterThan(925);
  expect(within).toBeLessThan(975);
});
