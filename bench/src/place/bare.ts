import { currencies } from '@touchline/money/currency';
import { createBoard } from '../../../apps/server/src/book/board/board.ts';
import { judge } from '../../../apps/server/src/book/placing/domain.ts';
import { readOrder } from '../../../apps/server/src/book/placing/order.ts';
import { placeBatch, type Placement } from '../../../apps/server/src/book/placing/statement.ts';
import type { Database } from '../../../apps/server/src/platform/database.ts';
import { newId } from '../../../apps/server/src/platform/ids.ts';
import { betOf, type Seeded } from './seed.ts';

/**
 * The statement alone, without HTTP: batches of `size` back to back on `lanes` connections.
 * @returns bets per second, and the time of one batch at the median
 */
export const bareStatement = async (
  { pool, db }: Database,
  { members, events }: Seeded,
  { size, lanes, measureMs }: { size: number; lanes: number; measureMs: number },
): Promise<{ perSecond: number; p50Ms: number; placed: number }> => {
  const limits = { minMinor: 1n, maxMinor: 10_000_000n, potentialMaxMinor: 10n ** 12n };
  const currency = currencies.PLAY;
  const board = createBoard(db);
  await board.refresh(events);
  const endMs = performance.now() + measureMs;
  const batchesMs: number[] = [];
  let placed = 0;
  const holder = newId();
  let next = 0;
  const lane = async (index: number): Promise<void> => {
    const own = members.filter((_, i) => i % lanes === index);
    for (let from = 0; performance.now() < endMs; from = (from + size) % own.length) {
      const now = new Date();
      const batch = Array.from({ length: size }, (_, i): Placement => {
        const { id, shard } = own[(from + i) % own.length] ?? { id: '', shard: 0 };
        const order = readOrder(betOf(events, newId(), next++), currency);
        const verdict = judge(order, { board, limits, currency, now });
        return { shard, memberId: id, betId: newId(), order, verdict };
      });
      const startMs = performance.now();
      const answers = await placeBatch(pool, batch, {
        ...{ currency: currency.code, knownAt: () => undefined },
        lane: { holder, number: index, leaseOf: () => null, memberCap: null },
      });
      batchesMs.push(performance.now() - startMs);
      placed += answers.filter(({ outcome }) => outcome !== 'again' && outcome.outcome === 'applied').length;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, i) => lane(i)));
  const sorted = batchesMs.toSorted((a, b) => a - b);
  return {
    perSecond: Math.round(placed / (measureMs / 1000)),
    p50Ms: Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)),
    placed,
  };
};
