import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import { placingName, waitForQuiet } from '../../core/database/running-transactions.ts';
import * as queries from './queries.ts';
import type { StopRow, StopScope } from './queries.ts';

/** Writes the audit log, within the transaction. */
type Within = (client: pg.PoolClient, stop: StopRow) => Promise<void>;
type Decision = { by: string; why: string; within: Within };
type Changed = readonly { eventId: string; market: string; line: string }[];

/** A stop answers after this long even if an earlier bet is still being written. */
const patienceMs = 3_000;

/**
 * Traders' stops of markets, matches or everything. The placing statement reads them, so that they apply at
 * once in every process; feeds and models continue below them.
 * @param onChanged lets members see changed markets of an event
 * @param onAll lets this process and members see that everything is stopped, or open again
 */
export const createStops = ({
  pool,
  onChanged,
  onAll,
}: {
  pool: pg.Pool;
  onChanged: (eventId: string, changed: Changed) => Promise<void>;
  onAll: () => Promise<void>;
}) => {
  const tell = async ({ event_id: eventId }: StopRow, changed: Changed): Promise<void> => {
    await (eventId === null ? onAll() : onChanged(eventId, changed));
  };

  const note = async (client: pg.PoolClient, stop: StopRow, why: string): Promise<Changed> =>
    stop.event_id === null
      ? []
      : queries.noteStop(client, stop, { who: stop.opened_by ?? stop.stopped_by, why });

  return {
    /**
     * Stops betting until the stop is lifted. A stopped scope stays as it is. When this returns, nothing more
     * is placed on it.
     * @throws Refused `not_found` for an unknown match or market
     */
    stop: async (scope: StopScope, { by, why, within }: Decision): Promise<StopRow> => {
      const done = await withRetry(() =>
        transaction(pool, async (client) => {
          if (scope.eventId !== undefined && !(await queries.takeEvent(client, scope.eventId))) {
            throw new Refused('not_found');
          }
          if (scope.market !== undefined && !(await queries.hasMarket(client, scope))) {
            throw new Refused('not_found');
          }
          const stop = await queries.insertStop(client, { id: newId(), scope, why, by });
          if (stop === undefined) return undefined;
          const changed = await note(client, stop, why);
          await within(client, stop);
          return { stop, changed };
        }),
      );
      if (done) {
        await tell(done.stop, done.changed);
        await Promise.race([waitForQuiet(pool, [placingName]), wait(patienceMs, undefined, { ref: false })]);
        return done.stop;
      }
      const known = await queries.selectStop(pool, scope);
      // Lifted at this very moment.
      if (known === undefined) throw new Refused('decided_already');
      return known;
    },

    /**
     * Lifts a stop: its markets get the present state of their feed or the model, unless another stop covers
     * them.
     * @throws Refused `not_found`, `decided_already`
     */
    open: async (id: string, { by, why, within }: Decision): Promise<StopRow> => {
      const { stop, changed } = await withRetry(() =>
        transaction(pool, async (client) => {
          const known = await queries.findStop(client, id);
          if (known === undefined) throw new Refused('not_found');
          if (known.event_id !== null) await queries.takeEvent(client, known.event_id);
          const opened = await queries.openStop(client, { id, by, why });
          if (opened === undefined) throw new Refused('decided_already');
          const moved = await note(client, opened, why);
          await within(client, opened);
          return { stop: opened, changed: moved };
        }),
      );
      await tell(stop, changed);
      return stop;
    },

    /** Stops in force of these matches and of everything; without matches, all in force. */
    inForce: (eventIds?: readonly string[]): Promise<StopRow[]> => queries.selectStops(pool, eventIds),

    /** The stop of all betting; undefined while none is in force. */
    ofAll: async (): Promise<StopRow | undefined> => (await queries.selectStops(pool, []))[0],
    /** A page of the stops in force, or of lifted ones. */
    page: (isInForce: boolean, slice: { limit: number; offset: number }) =>
      queries.pageOfStops(pool, isInForce, slice),
  };
};
