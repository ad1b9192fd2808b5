import { currencies } from '@touchline/money/currency';
import { Board } from '../../../apps/server/src/pricing/board/board.ts';
import { Builders } from '../../../apps/server/src/betting/builder/builders.ts';
import { Grids } from '../../../apps/server/src/pricing/grids.ts';
import { judge } from '../../../apps/server/src/betting/placing/domain.ts';
import { readOrder } from '../../../apps/server/src/betting/placing/order.ts';
import { placeBatch, type BetRequest } from '../../../apps/server/src/betting/placing/statement.ts';
import { openDatabase, steadyPlans, type Database } from '../../../apps/server/src/core/database/database.ts';
import { newId } from '../../../apps/server/src/core/ids.ts';
import { placingName } from '../../../apps/server/src/core/database/transaction.ts';
import { betOf, type Seeded } from './seed.ts';

/** Never reached, as in the servers. */
const memberCap = 10 ** 13;

export type BareRun = {
  perSecond: number;
  /** Time of one batch. */
  p50Ms: number;
  placed: number;
};

/** The placing statement without a server. */
type Bare = {
  /** Places batches back to back until the time has passed or the bets are placed. */
  run(until: { seconds: number } | { bets: number }): Promise<BareRun>;
  close(): Promise<void>;
};

/**
 * Opens the statement alone, without HTTP: batches of `size` on `lanes` connections, with all it writes in the server: leases
 * held, exposure and what each member may win counted.
 */
export const openBare = async (
  { pool }: Database,
  url: string,
  { members, events }: Seeded,
  { size, lanes }: { size: number; lanes: number },
): Promise<Bare> => {
  const limits = { minMinor: 1n, maxMinor: 10_000_000n, potentialMaxMinor: 10n ** 12n };
  const currency = currencies.PLAY;
  const board = new Board(pool);
  const grids = new Grids();
  const builders = new Builders({ grids });
  await board.refresh(events);
  const prepared = openDatabase(url, lanes, () => undefined, { name: placingName, settings: steadyPlans });
  const { holder, leaseOf } = await takeLeases(prepared, events);
  let next = 0;
  const membersOf = Array.from({ length: lanes }, (_, lane) =>
    members.filter((_one, i) => i % lanes === lane),
  );
  /** Places one batch. @returns how many of its bets were placed, and how long the statement took */
  const placeOne = async (lane: number, from: number): Promise<{ placed: number; ms: number }> => {
    const own = membersOf[lane] ?? [];
    const now = new Date();
    const batch = Array.from({ length: size }, (_, i): BetRequest => {
      const { id, shard } = own[(from + i) % own.length] ?? { id: '', shard: 0 };
      const order = readOrder(betOf(events, newId(), next++), currency);
      const verdict = judge(order, { board, builders, grids, limits, currency, now });
      return { shard, memberId: id, betId: newId(), order, verdict, leaseOf };
    });
    const startMs = performance.now();
    const answers = await placeBatch(prepared.pool, batch, {
      currency: currency.code,
      knownAt: () => undefined,
      lane: { holder, number: lane, shard: 0, memberCap },
    });
    const ms = performance.now() - startMs;
    const applied = answers.filter(
      (answer) => answer.kind === 'answered' && answer.outcome.outcome === 'applied',
    );
    return { placed: applied.length, ms };
  };
  return {
    async run(until) {
      const startMs = performance.now();
      const batchesMs: number[] = [];
      let sent = 0;
      let placed = 0;
      const isDone = (): boolean =>
        'seconds' in until ? performance.now() - startMs >= until.seconds * 1_000 : sent >= until.bets;
      const work = async (lane: number): Promise<void> => {
        for (let from = 0; !isDone(); from += size) {
          sent += size;
          const batch = await placeOne(lane, from);
          placed += batch.placed;
          batchesMs.push(batch.ms);
        }
      };
      await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
      const seconds = (performance.now() - startMs) / 1_000;
      const sorted = batchesMs.toSorted((a, b) => a - b);
      return {
        perSecond: Math.round(placed / seconds),
        p50Ms: Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)),
        placed,
      };
    },
    close: () => prepared.close(),
  };
};

/** Leases on the exposure of matches, as a server takes them. */
const takeLeases = async (
  { pool }: Database,
  events: readonly string[],
): Promise<{ holder: string; leaseOf: (event: string) => string }> => {
  const holder = newId();
  const leases = new Map(events.map((event) => [event, newId()]));
  await pool.query(
    `insert into exposure_lease (id, event_id, holder, n, counted, less, expires_at)
     select id, event_id, $3, 1, '{1,1,1}', '{}', now() + interval '1 hour' from unnest($1::uuid[], $2::uuid[]) as t(id, event_id)`,
    [[...leases.values()], [...leases.keys()], holder],
  );
  return { holder, leaseOf: (event) => leases.get(event) ?? '' };
};
