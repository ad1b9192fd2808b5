import { formatAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { combine } from '@touchline/money/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testBus } from '../../testing/bus.ts';
import { singleOf, worstOfBets } from '../../testing/exposure.ts';
import { testEvent, testWallet } from '../../testing/book.ts';
import { testPlacing, refusalOf, type TestPlacing } from '../../testing/placing.ts';
import { usualTerms } from '../../pricing/board/basis-terms.ts';
import { Board } from '../../pricing/board/board.ts';
import { Builders } from '../builder/builders.ts';
import { Grids } from '../../pricing/grids.ts';
import { createAdmit } from '../placing/admit.ts';
import { Placing } from '../placing/service.ts';
import { noCaps, type Caps } from './caps.ts';
import { Exposure } from './service.ts';
import { verifyExposure } from './verify.ts';

const wide = { STAKE_MAX: '100000.00', PAYOUT_MAX: '1000000.00' };
let book: TestPlacing;
beforeAll(async () => {
  book = await testPlacing({ env: wide });
});
afterAll(() => book.close());

/** Another process of the site, with these caps in minor units. */
const capped = (caps: Partial<Caps>): Promise<TestPlacing> => {
  const env = Object.entries(caps).map(([cap, minor]) => [
    `EXPOSURE_CAP_${cap.toUpperCase()}`,
    formatAmount(BigInt(minor), 2),
  ]);
  return testPlacing({ env: { ...wide, ...Object.fromEntries(env) }, beside: book });
};
/** Longer than a test takes: leases end when it moves the time. */
const leaseMs = 120_000;
/** Another process with leases of that length, which no setting changes. */
const leasing = async (caps: Partial<Caps>) => {
  const { pool } = book.database;
  const board = new Board(pool);
  await board.load();
  const exposure = new Exposure({ pool, board, caps: { ...noCaps, ...caps }, ttlMs: leaseMs });
  const currency = currencies.PLAY;
  const admit = createAdmit({
    board,
    builders: new Builders(),
    grids: new Grids(),
    exposure,
    limits: { minMinor: 100n, maxMinor: 10_000_000n, potentialMaxMinor: 100_000_000n },
    terms: usualTerms,
    currency,
  });
  const placing = new Placing({
    pool: book.database.pool,
    board,
    exposure,
    admit,
    records: book.records,
    clock: book.clock,
    currency,
    batches: { atOnce: 2, batchMax: 100 },
    bus: testBus(),
  });
  return {
    board,
    exposure,
    placing,
    close: async () => {
      await placing.drain();
      await exposure.close();
    },
  };
};

describe('a cap of an event', () => {
  it('is kept to the cent, alone: the stake offered is taken, and a cent more is not', async () => {
    const selling = await capped({ event: 100_000 });
    const { id: event } = await testEvent(book.database.pool);
    const member = await testWallet(book.database.pool, 10_000_000n);
    await selling.placing.place(member, singleOf(event, { stake: '100.00' }));
    expect(
      await refusalOf(selling.placing.place(member, singleOf(event, { stake: '400.00' }))),
    ).toMatchObject({
      reason: 'stake_max',
      detail: { max: '316.67' },
    });
    expect(
      await refusalOf(selling.placing.place(member, singleOf(event, { stake: '316.68' }))),
    ).toMatchObject({
      reason: 'stake_max',
      detail: { max: '316.67' },
    });
    await selling.placing.place(member, singleOf(event, { stake: '316.67' }));
    expect(await refusalOf(selling.placing.place(member, singleOf(event, { stake: '1.00' })))).toMatchObject({
      reason: 'stake_max',
      detail: { max: '0.00' },
    });
    // A bet that costs nothing at a draw makes room for it.
    await selling.placing.place(member, singleOf(event, { selection: '1', oddsMilli: 2100, stake: '10.00' }));
    await selling.placing.place(member, singleOf(event, { stake: '4.17' }));
    expect(await worstOfBets(book.database.pool, event)).toMatchObject({ event: 100_000 });
    await selling.close();
  });
});

it('a match with prices from few results has a share of the caps, and of the largest stake', async () => {
  const { pool } = book.database;
  const { id: event } = await testEvent(pool);
  await pool.query(
    `update event set home_mean = 1, away_mean = 1, basis = 'results', basis_results = 1 where id = $1`,
    [event],
  );
  const selling = await capped({ event: 400_000 });
  const member = await testWallet(pool, 10_000_000n);
  await selling.placing.place(member, singleOf(event, { stake: '100.00' }));
  const refused = await refusalOf(selling.placing.place(member, singleOf(event, { stake: '400.00' })));
  expect(refused).toMatchObject({ reason: 'stake_max', detail: { max: '316.67' } });
  const [heat] = await selling.exposure.heatMaps([event]);
  expect(heat?.caps.event).toBe(100_000n);
  await selling.close();
});

const acc = (events: readonly string[], stake: string) => ({
  ...singleOf('', { stake }),
  type: 'accumulator' as const,
  legs: events.map((event) => ({ event, market: '1x2', selection: 'X', odds: '3.40' })),
});
const opened = async (): Promise<string> => (await testEvent(book.database.pool)).id;
const rich = () => testWallet(book.database.pool, 10_000_000n);

describe('accumulators and systems', () => {
  it('count with their whole return at each of their matches, and offset nothing', async () => {
    const selling = await capped({ event: 50_000 });
    const [one, two, member] = [await opened(), await opened(), await rich()];
    await selling.placing.place(member, singleOf(two, { stake: '100.00' }));
    // 11.56 for one; 240.00 are taken at the second match, so that 260.00 are left there.
    const refusal = await refusalOf(selling.placing.place(member, acc([one, two], '30.00')));
    expect(refusal).toMatchObject({ reason: 'stake_max', detail: { max: '22.49' } });
    await selling.placing.place(member, acc([one, two], '22.49'));
    // Its stake does not make room for others where it loses.
    const home = { selection: '1', oddsMilli: 2100 };
    const max = (refused: Awaited<ReturnType<typeof refusalOf>>) => refused.detail.max;
    expect(
      max(await refusalOf(selling.placing.place(member, singleOf(one, { ...home, stake: '500.00' })))),
    ).toBe('454.55');
    await selling.close();
  });

  it('of several legs never exceed the cap of the site by the sum of their matches', async () => {
    const selling = await leasing({ site: 50_000 });
    const [one, two, member] = [await opened(), await opened(), await rich()];
    await selling.placing.place(member, acc([one, two], '21.00'));
    // 14.48 are left once the lease of the other match has run out.
    const offered = async () => {
      await selling.exposure.tidy();
      return (await refusalOf(selling.placing.place(member, singleOf(one, { stake: '10.00' })))).detail.max;
    };
    expect(await offered()).not.toBe('6.03');
    await book.later(leaseMs);
    expect(await offered()).toBe('6.03');
    await selling.close();
  });
});

describe('other scopes', () => {
  it('a selection, a market and a competition have separate caps', async () => {
    const cases = [
      [{ selection: 24_000 }, '100.00'],
      [{ market: 24_000 }, '100.00'],
      [{ competition: 24_000 }, '100.00'],
    ] as const;
    for (const [caps, max] of cases) {
      const selling = await capped(caps);
      const [event, member] = [await opened(), await rich()];
      await book.database.pool.query(`update exposure_scope set bound = 0`);
      const refusal = await refusalOf(selling.placing.place(member, singleOf(event, { stake: '100.01' })));
      expect(refusal).toMatchObject({ reason: 'stake_max', detail: { max } });
      await selling.placing.place(member, singleOf(event, { stake: max }));
      await selling.close();
    }
  });

  it('a member near it is noted; what others may win is added up from their bets', async () => {
    const sparing = await capped({ member: 24_000 });
    const [event, other, member] = [await opened(), await opened(), await rich()];
    const above = async (minor: bigint) =>
      (await sparing.exposure.membersAbove([event, other], minor, 10)).map(({ eventId, liabilityMinor }) => [
        eventId === event ? 'event' : 'other',
        liabilityMinor,
      ]);
    const noted = async () =>
      (
        await book.database.pool.query<{ liability: bigint }>(
          'select liability from member_exposure where member_id = $1',
          [member.id],
        )
      ).rows.map(({ liability }) => liability);
    await sparing.placing.place(member, singleOf(event, { stake: '2.00' }));
    await sparing.placing.place(member, acc([event, other], '1.00'));
    expect(await noted()).toEqual([]);
    // 4.80 of the single, 11.56 of the accumulator.
    expect(await above(0n)).toEqual([
      ['event', 1_636n],
      ['other', 1_156n],
    ]);
    expect(await sparing.exposure.mostOfMembers(event)).toBe(1_636n);
    expect(await above(1_636n)).toEqual([]);
    await sparing.placing.place(member, singleOf(event, { stake: '10.00' }));
    expect(await noted()).toEqual([4_036n]);
    expect(await above(2_400n)).toEqual([['event', 4_036n]]);
    expect(await sparing.exposure.mostOfMembers(event)).toBe(4_036n);
    await sparing.close();
  });

  it('a member has one on each match, whichever process takes the bets', async () => {
    const [left, right] = [await capped({ member: 24_000 }), await capped({ member: 24_000 })];
    const [event, other, member, second] = [await opened(), await opened(), await rich(), await rich()];
    await left.placing.place(member, singleOf(event, { stake: '60.00' }));
    const refusal = await refusalOf(right.placing.place(member, singleOf(event, { stake: '50.00' })));
    expect(refusal).toMatchObject({ reason: 'stake_max', detail: { max: '40.00' } });
    await right.placing.place(member, singleOf(event, { stake: '40.00' }));
    expect(await refusalOf(left.placing.place(member, acc([event, other], '1.00')))).toMatchObject({
      detail: { max: '0.00' },
    });
    await left.placing.place(member, singleOf(other, { stake: '100.00' }));
    await left.placing.place(second, singleOf(event, { stake: '100.00' }));
    // At once in both: together no more than the cap.
    const [third, match] = [await rich(), await opened()];
    const both = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 === 0 ? left : right).placing.place(third, singleOf(match, { stake: '30.00' })),
      ),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await Promise.all([left.close(), right.close()]);
  });
});

describe('a lease', () => {
  it('of a dead process returns to the others when it has expired', async () => {
    const event = await opened();
    const member = await rich();
    const dead = await leasing({ event: 24_000 });
    // Near the cap it is given all that is left, and keeps it to its end.
    await dead.placing.place(member, singleOf(event, { stake: '60.00' }));
    const next = await capped({ event: 24_000 });
    await refusalOf(next.placing.place(member, singleOf(event, { stake: '40.00' })));
    await book.later(leaseMs);
    await next.placing.place(member, singleOf(event, { stake: '40.00' }));
    expect((await worstOfBets(book.database.pool, event)).event).toBe(24_000);
    await Promise.all([dead.close(), next.close()]);
  });

  it('that was deleted under a process is requested again, and the bet is taken', async () => {
    const selling = await capped({ event: 1_000_000 });
    const [event, member] = [await opened(), await rich()];
    await selling.placing.place(member, singleOf(event));
    await book.database.pool.query('delete from exposure_lease where event_id = $1', [event]);
    const bet = await selling.placing.place(member, singleOf(event));
    expect(bet.stake).toBe('10.00');
    await selling.close();
  });

  it('covers reservations under the one before, but not after a gap in which others may have taken the capacity', async () => {
    const slow = await leasing({ event: 24_000 });
    const id = await opened();
    await slow.board.refresh([id]);
    const event = slow.board.event(id);
    if (event === undefined) throw new Error('no event');
    const leg = { event, market: '1x2', line: '', selection: 'X', since: '' };
    const setAside = async (stakeMinor: bigint): Promise<() => Promise<boolean>> => {
      const found = await slow.exposure.guard?.reserve({
        isSingle: true,
        all: combine(1, [3400]),
        legs: [leg],
        stakeMinor,
        potentialMinor: (stakeMinor * 34n) / 10n,
      });
      const lease = found?.reservation?.leaseOf;
      return () => slow.exposure.holdLeases(book.database.pool, lease ? [lease(id)] : ['none']);
    };
    const early = await setAside(5_000n);
    expect(await early()).toBe(true);
    // Renewed in time.
    await book.later(leaseMs * 0.6);
    const renewed = await setAside(100n);
    expect([await early(), await renewed()]).toEqual([true, true]);

    // Nothing was written: others may use the match once the lease has expired.
    await book.later(leaseMs * 1.2);
    const next = await capped({ event: 24_000 });
    await next.placing.place(await rich(), singleOf(id, { stake: '100.00' }));
    await slow.placing.place(await rich(), singleOf(id, { stake: '1.00' })).catch(() => undefined);
    expect([await early(), await renewed()]).toEqual([false, false]);
    expect((await worstOfBets(book.database.pool, id)).event).toBe(24_000);
    await Promise.all([slow.close(), next.close()]);
  });

  it('locked by a statement counts after its end, and no process waits for it', async () => {
    const slow = await leasing({ event: 24_000 });
    const [event, member] = [await opened(), await rich()];
    await slow.placing.place(member, singleOf(event, { stake: '60.00' }));
    const client = await book.database.pool.connect();
    await client.query('begin');
    await client.query('select from exposure_lease where event_id = $1 for share', [event]);
    await book.later(leaseMs);
    const next = await capped({ event: 24_000 });
    expect(await refusalOf(next.placing.place(member, singleOf(event, { stake: '40.00' })))).toMatchObject({
      detail: { max: '39.06' },
    });
    await client.query('commit');
    client.release();
    await expect
      .poll(() => next.placing.place(member, singleOf(event, { stake: '40.00' })).then(() => 'taken', String))
      .toBe('taken');
    await Promise.all([slow.close(), next.close()]);
  });
});

describe('recorded exposure', () => {
  it('equals the bets; a row too few or too many is found', async () => {
    const { pool } = book.database;
    expect(await verifyExposure(pool)).toMatchObject({ differences: [] });
    const [event, other, member] = [await opened(), await opened(), await rich()];
    await book.placing.place(member, singleOf(event));
    await book.placing.place(member, acc([event, other], '2.00'));
    expect(await verifyExposure(pool)).toMatchObject({ differences: [] });
    await pool.query('update exposure set stake = stake + 1 where event_id = $1', [event]);
    expect((await verifyExposure(pool)).differences).toEqual([
      `exposure of ${event} on 1x2||X|: stake is 1000 by the bets, but 1001 is counted`,
    ]);
    await book.database.owner.query('delete from exposure where event_id = $1', [event]);
    expect((await verifyExposure(pool)).differences).toHaveLength(1);
    await book.database.owner.query('delete from leg where event_id = any ($1)', [[event, other]]);
    await book.database.owner.query('delete from bet where event_id = $1', [event]);
  });

  it('is the heat map of a match', async () => {
    const [event, member] = [await opened(), await rich()];
    await book.board.refresh([event]);
    await book.placing.place(member, singleOf(event, { stake: '10.00' }));
    await book.placing.place(member, singleOf(event, { selection: '1', oddsMilli: 2100, stake: '20.00' }));
    const [heat] = await book.exposure.heatMaps([event]);
    if (heat === undefined) throw new Error('no heat map');
    expect(heat).toMatchObject({
      eventId: event,
      worstMinor: 1_200n,
      bestMinor: 3_000n,
      caps: { event: null, market: null, selection: null },
      markets: [
        {
          market: '1x2',
          line: '',
          worstMinor: 1_200n,
          selections: [
            { selection: 'X', stakeMinor: 1_000n, potentialMinor: 3_400n, costMinor: 2_400n },
            { selection: '1', stakeMinor: 2_000n, potentialMinor: 4_200n, costMinor: 2_200n },
          ],
        },
      ],
    });
    expect(heat.cells).toHaveLength(49);
    const at = (home: number, away: number) =>
      heat.cells.find((cell) => cell.home === home && cell.away === away);
    expect(at(2, 0)).toMatchObject({ worstMinor: -1_200n, bestMinor: -1_200n });
    expect(at(1, 1)).toMatchObject({ worstMinor: -400n });
    expect(at(0, 1)).toMatchObject({ worstMinor: 3_000n });
  });
});
