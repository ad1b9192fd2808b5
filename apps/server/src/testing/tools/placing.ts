import type { Input } from '@touchline/contract/routes';
import { currencies } from '@touchline/money/currency';
import { Builders } from '../../betting/builder/builders.ts';
import { judge } from '../../betting/placing/domain.ts';
import { readOrder } from '../../betting/placing/order.ts';
import { duplicateWindowMs } from '../../betting/placing/recent.ts';
import { placeBatch, recentFrom, type BetRequest } from '../../betting/placing/statement.ts';
import { openDatabase, steadyPlans, type Database } from '../../core/database/database.ts';
import { placingName } from '../../core/database/transaction.ts';
import { newId } from '../../core/ids.ts';
import { Board } from '../../pricing/board/board.ts';
import { Grids } from '../../pricing/grids.ts';

export { testEvent } from '../book.ts';
export { readOrder };

/** How long a bet with the same slip counts as sent twice, and the least id of a bet within that time before `nowMs`. */
export const duplicateWindow = (nowMs: number): { ms: number; from: string } => ({
  ms: duplicateWindowMs,
  from: recentFrom(nowMs),
});

/** A bet as a member sends it. */
type SentBet = { id: string; shard: number; input: Input<'orderAdd'> };

/**
 * The placing statement without a server, with all it writes in one: leases held, exposure and what each member may win counted.
 * @param events on which bets are placed
 * @param lanes how many connections it has
 */
export const openPlacing = async (
  { pool }: Database,
  url: string,
  { events, lanes }: { events: readonly string[]; lanes: number },
): Promise<{
  /** Judges bets by memory. */
  judge: (bets: readonly SentBet[]) => BetRequest[];
  /** Places a batch, one of each member. @returns how many of its bets were placed */
  place: (lane: number, batch: readonly BetRequest[]) => Promise<number>;
  close: () => Promise<void>;
}> => {
  // Never reached, as in the servers.
  const limits = { minMinor: 1n, maxMinor: 10_000_000n, potentialMaxMinor: 10n ** 12n };
  const memberCap = 10 ** 13;
  const currency = currencies.PLAY;
  const board = new Board(pool);
  const grids = new Grids();
  const builders = new Builders({ grids });
  await board.refresh(events);
  const prepared = openDatabase(url, lanes, () => undefined, { name: placingName, settings: steadyPlans });
  const { holder, leaseOf } = await takeLeases(prepared, events);
  return {
    judge: (bets) => {
      const now = new Date();
      return bets.map(({ id, shard, input }) => {
        const order = readOrder(input, currency);
        const verdict = judge(order, { board, builders, grids, limits, currency, now });
        return { shard, memberId: id, betId: newId(), order, verdict, leaseOf };
      });
    },
    place: async (lane, batch) => {
      const answers = await placeBatch(prepared.pool, batch, {
        currency: currency.code,
        knownAt: () => undefined,
        lane: { holder, number: lane, shard: 0, memberCap },
      });
      return answers.filter((answer) => answer.kind === 'answered' && answer.outcome.outcome === 'applied')
        .length;
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
