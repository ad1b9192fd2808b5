import { hourMs } from '@touchline/contract/durations';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { commandLists } from '../../testing/commands.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { settledStakes } from './stakes.ts';
import { createTurnoverSums, type TurnoverSums } from './turnover.ts';
import type { Owner } from '../../core/owner.ts';

let database: TestDatabase;
let sums: TurnoverSums;
beforeAll(async () => {
  database = await testDatabase();
  sums = createTurnoverSums(database.pool);
});
afterAll(() => database.close());

type End = 'open' | 'win' | 'lose' | 'refund';
const shard = 7;
const owner = (): Owner => ({ shard, memberId: newId() });

/** An id as one that was made `agoMs` ago. */
const idFrom = (agoMs: number): string => {
  const hex = (Date.now() - agoMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
};

/** Bets of a member, written straight into the table. */
const bets = async ({ memberId }: Owner, rows: readonly { id: string; stake: number; state: End }[]) => {
  await database.pool.query(
    `insert into bet (shard, member_id, id, type, lines, currency, unit, stake, odds_milli, potential, state, payout, rules,
       settled_at, settlements)
     select $1, $2, b.id, 'single', 1, 'PLAY', b.stake, b.stake, 2000, b.stake * 2, b.state,
       case when b.state <> 'open' then 0 end, '1', case when b.state <> 'open' then now() end,
       case when b.state = 'open' then 0 else 1 end
     from unnest($3::uuid[], $4::bigint[], $5::text[]) as b(id, stake, state)`,
    [shard, memberId, rows.map((r) => r.id), rows.map((r) => r.stake), rows.map((r) => r.state)],
  );
};
/** Settles a bet again as settlement does: a notice when it was settled before. */
const settle = async ({ memberId }: Owner, id: string, state: End): Promise<void> => {
  await database.pool.query(
    `insert into bet_notice (shard, member_id, bet_id, n, event_id, ruling, state_before, payout_before, settled_before,
       state_after, payout_after, booked)
     select shard, member_id, id, settlements + 1, id, 2, state, 0, now(), $4, 0, 0
     from bet where shard = $1 and member_id = $2 and id = $3 and state <> 'open'`,
    [shard, memberId, id, state],
  );
  await database.pool.query(
    `update bet set state = $4, settlements = settlements + 1,
       settled_at = case when $4 = 'open' then null else now() end
     where shard = $1 and member_id = $2 and id = $3`,
    [shard, memberId, id, state],
  );
};
const sum = async (of: Owner): Promise<bigint> => (await sums.of([of])).get(of.memberId) ?? -1n;
const recount = async (of: Owner): Promise<bigint> =>
  (await settledStakes(database.pool, of, new Date(0))).reduce((all, { stakeMinor }) => all + stakeMinor, 0n);
const putBy = async ({ memberId }: Owner): Promise<{ before: string; stakes: bigint } | undefined> =>
  (
    await database.pool.query<{ before: string; stakes: bigint }>(
      'select before, stakes from bet_turnover where shard = $1 and member_id = $2',
      [shard, memberId],
    )
  ).rows[0];
/** More than are added up at each read, all lost, of one cent. */
const many = (agoMs: number, count = 501) =>
  Array.from({ length: count }, () => ({ id: idFrom(agoMs), stake: 1, state: 'lose' as const }));

describe('the turnover of members', () => {
  test('is the won and lost stakes of each of them, and zero without bets', async () => {
    const [a, b, nobody] = [owner(), owner(), owner()];
    const ends: End[] = ['win', 'lose', 'refund', 'open'];
    await bets(
      a,
      ends.map((state, i) => ({ id: newId(), stake: 10 ** i, state })),
    );
    await bets(b, [{ id: newId(), stake: 500, state: 'lose' }]);
    expect(await sums.of([a, b, nobody, a])).toEqual(
      new Map([
        [a.memberId, 11n],
        [b.memberId, 500n],
        [nobody.memberId, 0n],
      ]),
    );
    expect(await sums.of([])).toEqual(new Map());
  });

  test('is folded once there are many, up to the first bet that still runs', async () => {
    const of = owner();
    const running = idFrom(5 * hourMs);
    await bets(of, [
      ...many(10 * hourMs),
      { id: running, stake: 700, state: 'open' },
      ...many(3 * hourMs, 3),
    ]);
    expect(await sum(of)).toBe(504n);
    expect(await putBy(of)).toEqual({ before: running, stakes: 501n });
    expect(await sum(of)).toBe(504n);
    await settle(of, running, 'win');
    expect(await sum(of)).toBe(1_204n);
  });

  test('the last hour is not folded, nor anything after a waiting order', async () => {
    const of = owner();
    await bets(of, many(0));
    expect(await sum(of)).toBe(501n);
    expect((await putBy(of))?.stakes).toBe(0n);

    const waits = owner();
    const order = idFrom(9 * hourMs);
    await bets(waits, many(5 * hourMs));
    await database.pool.query(
      `insert into delayed_order (shard, member_id, id, type, lines, unit, odds_milli, potential, slip_hash, legs, due_at)
       values ($1, $2, $3, 'single', 1, 100, 2000, 200, 0, '[]', now())`,
      [shard, waits.memberId, order],
    );
    expect(await sum(waits)).toBe(501n);
    expect(await putBy(waits)).toEqual({ before: order, stakes: 0n });
    await bets(waits, [{ id: order, stake: 100, state: 'lose' }]);
    expect(await sum(waits)).toBe(601n);
  });

  test('a correction of a folded bet counts, in both directions, also by way of a bet that runs again', async () => {
    const of = owner();
    const id = idFrom(10 * hourMs);
    await bets(of, [{ id, stake: 700, state: 'win' }, ...many(9 * hourMs)]);
    expect(await sum(of)).toBe(1_201n);
    expect((await putBy(of))?.stakes).toBe(1_201n);
    for (const state of ['refund', 'lose', 'open', 'win', 'open', 'refund', 'win'] as const) {
      await settle(of, id, state);
      expect(await sum(of)).toBe(await recount(of));
    }
  });

  test('a bet that was settled again before it was folded', async () => {
    const of = owner();
    const id = idFrom(10 * hourMs);
    await bets(of, [{ id, stake: 700, state: 'refund' }]);
    await settle(of, id, 'win');
    await bets(of, many(9 * hourMs));
    expect(await sum(of)).toBe(1_201n);
    expect((await putBy(of))?.stakes).toBe(501n);
    expect(await sum(of)).toBe(1_201n);
  });

  test('many reads at once fold once', async () => {
    const of = owner();
    await bets(of, many(9 * hourMs));
    const all = await Promise.all(Array.from({ length: 8 }, () => sum(of)));
    expect(new Set(all)).toEqual(new Set([501n]));
    expect((await putBy(of))?.stakes).toBe(501n);
  });

  test('equals the plain recount in any history', async () => {
    const end = fc.constantFrom<End>('open', 'win', 'lose', 'refund');
    const bet = fc.record({
      stake: fc.integer({ min: 1, max: 10_000 }),
      hours: fc.integer({ min: 0, max: 50 }),
    });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ of: fc.nat(20), becomes: end }) },
      // A bet of now, or many of them.
      { weight: 1, arbitrary: fc.constantFrom(1, 300) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(bet, { minLength: 1, maxLength: 20 }),
        commandLists(step, { minLength: 5, maxLength: 30 }),
        fc.integer({ min: 0, max: 50 }),
        async (placed, steps, lotHours) => {
          const of = owner();
          const ids = placed.map(({ hours }) => idFrom(hours * hourMs));
          await bets(
            of,
            placed.map(({ stake }, i) => ({ id: ids[i] ?? '', stake, state: 'open' })),
          );
          await bets(of, many(lotHours * hourMs, 600));
          for (const one of steps) {
            if (typeof one === 'number') await bets(of, many(0, one));
            else await settle(of, ids[one.of % ids.length] ?? '', one.becomes);
            expect(await sum(of)).toBe(await recount(of));
          }
        },
      ),
      { numRuns: 10 },
    );
  });
});
