import { currencies } from '@touchline/money/currency';
import { createBoard } from '../../../apps/server/src/book/board/board.ts';
import { createBuilders } from '../../../apps/server/src/book/builder/builders.ts';
import { judge } from '../../../apps/server/src/book/placing/domain.ts';
import { readOrder } from '../../../apps/server/src/book/placing/order.ts';
import { placeBatch, type Placement } from '../../../apps/server/src/book/placing/statement.ts';
import { openDatabase, steadyPlans, type Database } from '../../../apps/server/src/platform/database.ts';
import { newId } from '../../../apps/server/src/platform/ids.ts';
import { betOf, type Seeded } from './seed.ts';

/** Never reached, as in the servers. */
const memberCap = 10 ** 13;

/**
 * The statement alone, without HTTP: batches of `size` back to back on `lanes` connections, with all it writes in the
 * server: leases held, exposure and what each member may win counted.
 * @returns bets per second, and the time of one batch at the median
 */
export const bareStatement = async (
  { pool }: Database,
  url: string,
  { members, events }: Seeded,
  { size, lanes, measureMs }: { size: number; lanes: number; measureMs: number },
): Promise<{ perSecond: number; p50Ms: number; placed: number }> => {
  const limits = { minMinor: 1n, maxMinor: 10_000_000n, potentialMaxMinor: 10n ** 12n };
  const currency = currencies.PLAY;
  const board = createBoard(pool);
  const builders = createBuilders();
  await board.refresh(events);
  const endMs = performance.now() + measureMs;
  const batchesMs: number[] = [];
  let placed = 0;
  const holder = newId();
  const leases = new Map(events.map((event) => [event, newId()]));
  const leaseOf = (event: string): string => leases.get(event) ?? '';
  const prepared = openDatabase(url, lanes, () => undefined, { settings: steadyPlans });
  await prepared.pool.query(
    `insert into exposure_lease (id, event_id, holder, n, counted, less, expires_at)
     select id, event_id, $3, 1, '{1,1,1}', '{}', now() + interval '1 hour' from unnest($1::uuid[], $2::uuid[]) as t(id, event_id)`,
    [[...leases.values()], [...leases.keys()], holder],
  );
  let next = 0;
  const lane = async (index: number): Promise<void> => {
    const own = members.filter((_, i) => i % lanes === index);
    for (let from = 0; performance.now() < endMs; from = (from + size) % own.length) {
      const now = new Date();
      const batch = Array.from({ length: size }, (_, i): Placement => {
        const { id, shard } = own[(from + i) % own.length] ?? { id: '', shard: 0 };
        const order = readOrder(betOf(events, newId(), next++), currency);
        const verdict = judge(order, { board, builders, limits, currency, now });
        return { shard, memberId: id, betId: newId(), order, verdict, leaseOf };
      });
      const startMs = performance.now();
      const answers = await placeBatch(prepared.pool, batch, {
        currency: currency.code,
        knownAt: () => undefined,
        lane: { holder, number: index, shard: 0, memberCap },
      });
      batchesMs.push(performance.now() - startMs);
      placed += answers.filter(({ outcome }) => outcome !== 'again' && outcome.outcome === 'applied').length;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, i) => lane(i)));
  await prepared.close();
  const sorted = batchesMs.toSorted((a, b) => a - b);
  return {
    perSecond: Math.round(placed / (measureMs / 1000)),
    p50Ms: Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)),
    placed,
  };
};
