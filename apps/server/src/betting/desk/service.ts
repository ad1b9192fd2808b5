import { searchFold } from '@touchline/kit/fold';
import type { EventState, NamedCompetition } from '@touchline/contract/shapes/football';
import type { Lan } from '@touchline/locales/locales';
import type { Database } from '../../core/database/database.ts';
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
export type OnDesk = { event: BoardEvent; row: queries.DeskRow };

/** Matches as traders read them. Reads only. @param options.timeZone the site's, for days */
export const createDesk = ({
  database: { pool },
  board,
  timeZone,
}: {
  database: Pick<Database, 'pool'>;
  board: Board;
  timeZone: string;
}) => {
  /** Matches with their facts beside the board, in the order of their ids. */
  const withRows = async (ids: readonly string[]): Promise<OnDesk[]> => {
    const [events, rows] = await Promise.all([board.lookup(ids), queries.selectDesk(pool, ids)]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const [event, row] = [events.get(id), byId.get(id)];
      return event && row ? [{ event, row }] : [];
    });
  };

  return {
    /**
     * A page of matches: in play first, then upcoming ones, then those that are over.
     * @throws Refused `validation` for an invalid day
     */
    list: async (
      filter: {
        state?: EventState | undefined;
        competition?: string | undefined;
        q?: string | undefined;
        from?: string | undefined;
        to?: string | undefined;
        waiting?: boolean | undefined;
      },
      { lan, page, limit }: { lan: Lan; page: number; limit: number },
    ): Promise<{ list: OnDesk[]; total: number }> => {
      const { state, competition, q = '', from, to, waiting } = filter;
      for (const [name, day] of Object.entries({ from, to })) {
        if (day !== undefined && !isDay(day))
          throw new Refused('validation', { rules: { [name]: 'format' } });
      }
      const { ids, total } = await selectEventIds(
        pool,
        {
          states: state === undefined ? undefined : [state],
          competition,
          days: { from, to, timeZone },
          waiting,
          of: searchFold(q.trim()) === '' ? undefined : await meant(pool, q, lan),
        },
        { page, limit },
      );
      return { list: await withRows(ids), total };
    },

    /** The teams of matches, by their ids. */
    teams: async (ids: readonly string[]): Promise<ReadonlyMap<string, Pick<BoardEvent, 'home' | 'away'>>> =>
      board.lookup([...new Set(ids)]),

    /** All competitions, by name. */
    competitions: async (): Promise<NamedCompetition[]> =>
      (await selectCompetitions(pool)).map(named).toSorted((a, b) => a.name.localeCompare(b.name, 'en')),

    /** One match with its whole record. @throws Refused `not_found` */
    detail: async (id: string) => {
      const [found] = isId(id) ? await withRows([id]) : [];
      if (found === undefined) throw new Refused('not_found');
      // Read first: a decision on it is refused when anything below came in between.
      const seen = await selectSeen(pool, id);
      const [incidents, changes, results, record, voids, proposals, run] = await Promise.all([
        selectIncidents(pool, id),
        queries.selectChanges(pool, id),
        queries.selectResults(pool, id),
        selectRecord(pool, id),
        queries.selectVoids(pool, id),
        selectProposals(pool, id),
        selectRun(pool, id),
      ]);
      return { ...found, seen, incidents, changes, results, record, voids, proposals, run };
    },

    run: (id: string): Promise<SettlementProgressRow> => selectRun(pool, id),
    seen: (id: string): Promise<string> => selectSeen(pool, id),
  };
};

export type Desk = ReturnType<typeof createDesk>;
export type DeskDetail = Awaited<ReturnType<Desk['detail']>>;
