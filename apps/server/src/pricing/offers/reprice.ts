import type pg from 'pg';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { Board } from '../board/board.ts';
import type { BoardEvent } from '../board/board.ts';
import type { MarketWrite } from '../market-plan.ts';
import { writeMarkets } from '../market-queries.ts';
import * as queries from './queries.ts';

type Changed = readonly { eventId: string; market: string; line: string }[];

/** Matches in one transaction: a batch takes some tens of milliseconds. */
const BATCH = 20;

/**
 * Brings upcoming matches in line with the present offer. Matches in play follow with the next report of
 * their feed, and one that moved since it was read is left as it is.
 * @param plan the changes of a match's markets
 * @param authorOf the author of a match's new prices
 */
export const createReprice =
  ({
    pool,
    board,
    plan,
    authorOf,
    onChanged,
  }: {
    pool: pg.Pool;
    board: Board;
    plan: (event: BoardEvent) => MarketWrite[];
    authorOf: (event: BoardEvent) => string;
    onChanged: (ids: readonly string[], changed: Changed) => Promise<void>;
  }) =>
  async (ids: readonly string[]): Promise<void> => {
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const changed = await withRetry(async () => {
        const events = await board.refresh(batch);
        return transaction(pool, async (client) => {
          const taken = await queries.takeToCome(client, batch);
          const writes = events
            .filter(({ id, version }) => taken.get(id) === version)
            .flatMap((event) =>
              plan(event).map((write) => ({
                ...write,
                eventId: event.id,
                why: write.why === 'results' ? ('offer' as const) : write.why,
                author: authorOf(event),
              })),
            );
          const written: { eventId: string; market: string; line: string }[] = [];
          for (const [author, own] of Map.groupBy(writes, (write) => write.author)) {
            written.push(...(await writeMarkets(client, own, author)));
          }
          return written;
        });
      });
      const moved = [...new Set(changed.map(({ eventId }) => eventId))];
      if (moved.length > 0) await onChanged(moved, changed);
    }
  };
