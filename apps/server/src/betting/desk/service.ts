import type pg from 'pg';
import { searchFold } from '@touchline/kit/fold';
import type { EventState, NamedCompetition } from '@touchline/contract/shapes/football';
import type { Lan } from '@touchline/locales/locales';
import type { Context } from '../../core/module.ts';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import type { Board, BoardEvent } from '../../pricing/index.ts';
import {
  isDay,
  meant,
  named,
  type SettlementProgressRow,
  selectCompetitions,
  selectEventIds,
  selectIncidents,
  selectProposals,
  selectRecord,
  selectRun,
  selectSeen,
} from '../../catalogue/index.ts';
import * as queries from './queries.ts';

/** A match as traders see it in a list. */
export type DeskMatch = { event: BoardEvent; row: queries.DeskRow };

/** Matches as traders read them. Reads only. */
export class Desk {
  readonly #pool: pg.Pool;
  readonly #board: Board;
  readonly #timeZone: string;

  constructor({ connections, config }: Context, board: Board) {
    this.#pool = connections.calls.pool;
    this.#board = board;
    this.#timeZone = config.SITE_TIME_ZONE;
  }

  /**
   * A page of matches: in play first, then upcoming ones, then those that are over.
   * @throws Refused `validation` for an invalid day
   */
  async list(
    filter: {
      state?: EventState | undefined;
      competition?: string | undefined;
      q?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      waiting?: boolean | undefined;
    },
    { lan, page, limit }: { lan: Lan; page: number; limit: number },
  ): Promise<{ list: DeskMatch[]; total: number }> {
    const { state, competition, q = '', from, to, waiting } = filter;
    for (const [name, day] of Object.entries({ from, to })) {
      if (day !== undefined && !isDay(day)) throw new Refused('validation', { rules: { [name]: 'format' } });
    }
    const { ids, total } = await selectEventIds(
      this.#pool,
      {
        states: state === undefined ? undefined : [state],
        competition,
        days: { from, to, timeZone: this.#timeZone },
        waiting,
        of: searchFold(q.trim()) === '' ? undefined : await meant(this.#pool, q, lan),
      },
      { page, limit },
    );
    return { list: await this.#withRows(ids), total };
  }

  /** The teams of matches, by their ids. */
  teams(ids: readonly string[]): Promise<ReadonlyMap<string, Pick<BoardEvent, 'home' | 'away'>>> {
    return this.#board.lookup([...new Set(ids)]);
  }

  /** All competitions, by name. */
  async competitions(): Promise<NamedCompetition[]> {
    const found = await selectCompetitions(this.#pool);
    return found.map(named).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  }

  /** One match with its whole record. @throws Refused `not_found` */
  async detail(id: string) {
    const [found] = isId(id) ? await this.#withRows([id]) : [];
    if (found === undefined) throw new Refused('not_found');
    // Read first: a decision on it is refused when anything below came in between.
    const seen = await selectSeen(this.#pool, id);
    const [incidents, changes, results, record, voids, proposals, run] = await Promise.all([
      selectIncidents(this.#pool, id),
      queries.selectChanges(this.#pool, id),
      queries.selectResults(this.#pool, id),
      selectRecord(this.#pool, id),
      queries.selectVoids(this.#pool, id),
      selectProposals(this.#pool, id),
      selectRun(this.#pool, id),
    ]);
    return { ...found, seen, incidents, changes, results, record, voids, proposals, run };
  }

  /** The last settlement run of a match. */
  run(id: string): Promise<SettlementProgressRow> {
    return selectRun(this.#pool, id);
  }

  /** What a decision on a match names: it is refused when anything has come in since. */
  seen(id: string): Promise<string> {
    return selectSeen(this.#pool, id);
  }

  /** Matches with their facts that the board does not have, in the order of their ids. */
  async #withRows(ids: readonly string[]): Promise<DeskMatch[]> {
    const [events, rows] = await Promise.all([this.#board.lookup(ids), queries.selectDesk(this.#pool, ids)]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const [event, row] = [events.get(id), byId.get(id)];
      return event && row ? [{ event, row }] : [];
    });
  }
}

export type DeskDetail = Awaited<ReturnType<Desk['detail']>>;
