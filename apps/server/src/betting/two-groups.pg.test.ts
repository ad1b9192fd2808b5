import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, shardOf } from '../core/ids.ts';
import { testEvent, testWallet } from '../testing/book.ts';
import { refusalOf } from '../testing/placing.ts';
import { pick, testSettling, type Member, type TestSettling } from '../testing/settling.ts';

/** A member whose shard is even, or odd. */
const idIn = (odd: number): string => {
  for (;;) {
    const id = newId();
    if (shardOf(id) % 2 === odd) return id;
  }
};

describe('a database of two groups of shards', () => {
  let book: TestSettling;
  beforeAll(async () => {
    book = await testSettling({
      isDivided: true,
      env: { LIVE_DELAY_MS: '50', EXPOSURE_CAP_EVENT: '100000.00', EXPOSURE_CAP_MEMBER: '500.00' },
    });
  });
  afterAll(() => book?.close());

  const member = (odd: number): Promise<Member> => {
    const id = idIn(odd);
    return testWallet(book.database.groups.of(shardOf(id)).pool, 100_000n, id);
  };
  const members = (): Promise<Member[]> => Promise.all([0, 1].map(member));
  const { home, draw, over } = pick;
  const houseTotal = async (account: string): Promise<bigint> =>
    (await book.wallet.houseTotals()).find((one) => one.account === account)?.amountMinor ?? 0n;

  test('keeps the tables of groups from the connections of the centre', async () => {
    await expect(book.database.pool.query('select from wallet')).rejects.toThrow('does not exist');
    const [even, odd] = await members();
    const counts = await Promise.all(
      book.database.groups.all.map(async ({ pool }) => {
        const { rows } = await pool.query('select member_id from wallet where member_id = any($1)', [
          [even?.id, odd?.id],
        ]);
        return rows;
      }),
    );
    expect(counts).toEqual([[{ member_id: even?.id }], [{ member_id: odd?.id }]]);
  });

  test('posts to wallets of both in one call, each key once, and answers in order', async () => {
    const all = [...(await members()), ...(await members())];
    const postings = all.map(({ id, shard }, n) => ({
      memberId: id,
      shard,
      key: 'two-groups',
      kind: 'grant',
      amountMinor: BigInt(n + 1),
      counterAccount: 'promotions' as const,
    }));
    const first = await book.wallet.post(postings);
    expect(first.map((one) => one.outcome === 'applied' && one.availableAfter)).toEqual([
      100_001n,
      100_002n,
      100_003n,
      100_004n,
    ]);
    const again = await book.wallet.post(postings);
    expect(again.map((one) => one.outcome === 'applied' && one.replayed)).toEqual([true, true, true, true]);
    const balances = await book.wallet.balances(all.map(({ id, shard }) => ({ memberId: id, shard })));
    expect(all.map(({ id }) => balances.get(id)?.availableMinor)).toEqual([
      100_001n,
      100_002n,
      100_003n,
      100_004n,
    ]);
  });

  test('bets, counts their exposure together, sells, settles and corrects in both', async () => {
    const [a = '', b = ''] = await book.open(2);
    await book.database.pool.query('update event set home_mean = 1.5, away_mean = 1.1 where id = any($1)', [
      [a, b],
    ]);
    await book.board.refresh([a, b]);
    const before = await houseTotal('stakes');
    const both = await members();
    const singles: string[] = [];
    const doubles: string[] = [];
    for (const one of both) {
      singles.push(await book.bet(one, [home(a)]));
      doubles.push(await book.bet(one, [home(a), over(b)]));
    }
    // Transactions of other databases hold the totals back briefly.
    await expect.poll(async () => (await houseTotal('stakes')) - before).toBe(4_000n);
    const [heat] = await book.exposure.heatMaps([a]);
    expect(heat?.markets.flatMap(({ selections }) => selections)).toMatchObject([
      { market: '1x2', selection: '1', stakeMinor: 2_000n, potentialMinor: 4_200n, combinedMinor: 7_980n },
    ]);

    // Half of each single is sold.
    for (const [i, one] of both.entries()) {
      const bet = singles[i] ?? '';
      const { quote } = await book.cashOut.quote(one, bet);
      const sold = await book.cashOut.sell(one, { key: newId(), bet, quote, share: '0.5' });
      expect(sold).toMatchObject({ openStake: '5.00', state: 'waiting' });
    }
    await book.result(a, [1, 0]);
    for (const [i, one] of both.entries()) {
      expect((await book.state(one, singles[i] ?? ''))[0]).toBe('win');
      expect((await book.state(one, doubles[i] ?? ''))[0]).toBe('waiting');
    }
    await book.result(b, [3, 0]);
    for (const [i, one] of both.entries())
      expect((await book.state(one, doubles[i] ?? '')).slice(0, 2)).toEqual(['win', '39.90']);
    const { rows } = await book.database.pool.query(
      'select bets, paid_minor from settlement_run where event_id = $1 order by version',
      [b],
    );
    expect(rows).toEqual([{ bets: 2n, paid_minor: '7980' }]);
    // A correction takes back what both were paid.
    await book.result(b, [0, 0], { by: 'second referee' });
    for (const [i, one] of both.entries())
      expect((await book.state(one, doubles[i] ?? '')).slice(0, 2)).toEqual(['lose', '0.00']);
    expect(await book.differences()).toEqual([]);
  });

  test('lets orders in play of both wait, and bets of both up to the cap of a member', async () => {
    const { id } = await testEvent(book.database.pool, {
      kickOff: new Date(Date.now() - 600_000),
      state: 'live',
    });
    await book.database.pool.query('update event set home_goals = 0, away_goals = 0 where id = $1', [id]);
    await book.board.refresh([id]);
    for (const one of await members()) {
      const bet = await book.bet(one, [draw(id)]);
      expect((await book.records.byId({ shard: one.shard, memberId: one.id }, [bet]))[0]?.id).toBe(bet);
      const { reason } = await refusalOf(book.bet(one, [draw(id)], { stake: '200.00' }));
      expect(reason).toBe('stake_max');
    }
    expect(await book.differences()).toEqual([]);
  });

  test('returns the stakes of open bets in both', async () => {
    const [event = ''] = await book.open(1);
    for (const one of await members()) {
      const bet = await book.bet(one, [home(event)]);
      const owner = { shard: one.shard, memberId: one.id };
      const { returns } = book.modules.book.service;
      expect(await returns.openStakes(owner)).toEqual([{ id: bet, stakeMinor: 1_000n }]);
      await returns.returnStakes(owner, new Date(0));
      expect((await book.state(one, bet))[0]).toBe('refund');
      expect(await book.available(one)).toBe(100_000n);
    }
    expect(await book.differences()).toEqual([]);
  });
});
