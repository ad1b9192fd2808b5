import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { placingName, transaction, waitForQuiet, withRetry } from '../../core/database/transaction.ts';
import type { MarketKey } from '../board/held.ts';
import * as queries from './queries.ts';
import type { StopRow, StopScope } from './queries.ts';

/** Who stops or opens betting and why; `within` writes the audit log, in the transaction. */
type StopDecision = {
  by: string;
  why: string;
  within: (client: pg.PoolClient, stop: StopRow) => Promise<void>;
};

/** A stop answers after this long even if an earlier bet is still being written. */
const patienceMs = 3_000;

/**
 * Traders' stops of markets, matches or everything. The placing statement reads them, so that they apply at
 * once in every process; feeds and models continue below them.
 */
export class Stops {
  readonly #pool: pg.Pool;
  readonly #onChanged: (eventId: string, changed: readonly MarketKey[]) => Promise<void>;
  readonly #onAll: () => Promise<void>;

  /**
   * @param of.onChanged lets members see changed markets of an event
   * @param of.onAll lets this process and members see that everything is stopped, or open again
   */
  constructor(of: {
    pool: pg.Pool;
    onChanged: (eventId: string, changed: readonly MarketKey[]) => Promise<void>;
    onAll: () => Promise<void>;
  }) {
    this.#pool = of.pool;
    this.#onChanged = of.onChanged;
    this.#onAll = of.onAll;
  }

  /**
   * Stops betting until the stop is lifted. A stopped scope stays as it is. When this returns, nothing more
   * is placed on it.
   * @throws Refused `not_found` for an unknown match or market
   */
  async stop(scope: StopScope, decision: StopDecision): Promise<StopRow> {
    const made = await withRetry(() =>
      transaction(this.#pool, (client) => insertStop(client, scope, decision)),
    );
    if (made) {
      await this.#announce(made.stop, made.changed);
      await Promise.race([
        waitForQuiet(this.#pool, [placingName]),
        wait(patienceMs, undefined, { ref: false }),
      ]);
      return made.stop;
    }
    const known = await queries.selectStop(this.#pool, scope);
    // Lifted at the same time.
    if (known === undefined) throw new Refused('decided_already');
    return known;
  }

  /**
   * Lifts a stop: its markets get the present state of their feed or the model, unless another stop covers
   * them.
   * @throws Refused `not_found`, `decided_already`
   */
  async open(id: string, { by, why, within }: StopDecision): Promise<StopRow> {
    const { stop, changed } = await withRetry(() =>
      transaction(this.#pool, async (client) => {
        const known = await queries.findStop(client, id);
        if (known === undefined) throw new Refused('not_found');
        if (known.event_id !== null) await queries.takeEvent(client, known.event_id);
        const opened = await queries.openStop(client, { id, by, why });
        if (opened === undefined) throw new Refused('decided_already');
        const moved = await noteStop(client, opened, why);
        await within(client, opened);
        return { stop: opened, changed: moved };
      }),
    );
    await this.#announce(stop, changed);
    return stop;
  }

  /** Stops in force of these matches and of everything; without matches, all in force. */
  inForce(eventIds?: readonly string[]): Promise<StopRow[]> {
    return queries.selectStops(this.#pool, eventIds);
  }

  /** The stop of all betting; undefined while none is in force. */
  async ofAll(): Promise<StopRow | undefined> {
    return (await queries.selectStops(this.#pool, []))[0];
  }

  /** A page of the stops in force, or of lifted ones. */
  page(isInForce: boolean, slice: { limit: number; offset: number }) {
    return queries.pageOfStops(this.#pool, isInForce, slice);
  }

  async #announce({ event_id: eventId }: StopRow, changed: readonly MarketKey[]): Promise<void> {
    await (eventId === null ? this.#onAll() : this.#onChanged(eventId, changed));
  }
}

/** @returns the stop, and the markets it has changed; undefined where the scope is stopped already */
const insertStop = async (
  client: pg.PoolClient,
  scope: StopScope,
  { by, why, within }: StopDecision,
): Promise<{ stop: StopRow; changed: readonly MarketKey[] } | undefined> => {
  if (scope.eventId !== undefined && !(await queries.takeEvent(client, scope.eventId))) {
    throw new Refused('not_found');
  }
  if (scope.market !== undefined && !(await queries.hasMarket(client, scope))) {
    throw new Refused('not_found');
  }
  const stop = await queries.insertStop(client, { id: newId(), scope, why, by });
  if (stop === undefined) return undefined;
  const changed = await noteStop(client, stop, why);
  await within(client, stop);
  return { stop, changed };
};

/** Writes new versions of the markets that a stop covers. */
const noteStop = async (client: pg.PoolClient, stop: StopRow, why: string): Promise<readonly MarketKey[]> =>
  stop.event_id === null
    ? []
    : queries.noteStop(client, stop, { who: stop.opened_by ?? stop.stopped_by, why });
