import { query, type Queryable } from '../../core/database/database.ts';
import { allBut, columnsOf, type Row } from '../../core/database/rows.ts';

/** A trader's facts about a match that the board does not have. Amounts in minor units. */
export type DeskRow = {
  id: string;
  waiting: number;
  ruling: number;
  started: boolean;
  finished: boolean;
  singles: bigint;
  singles_return: bigint;
  combined_return: bigint;
  feed_seen_at: Date | null;
};

const desk = query.many<DeskRow>(
  'desk-events',
  `select e.id,
     ((select count(*) from result r where r.event_id = e.id and r.state = 'proposed')
       + (select count(*) from proposal p where p.kind = 'void' and p.subject_id = e.id and p.state = 'proposed'))::int as waiting,
     coalesce(s.ruling, 0) as ruling, u.event_id is not null as started, u.finished_at is not null as finished,
     coalesce(x.singles, 0)::bigint as singles, coalesce(x.singles_return, 0)::bigint as singles_return,
     coalesce(x.combined_return, 0)::bigint as combined_return,
     v.feed_seen_at
   from unnest($1::uuid[]) as e (id)
   join event v on v.id = e.id
   left join standing s on s.event_id = e.id
   left join settlement_run u on u.event_id = e.id and u.version = s.ruling
   left join lateral (
     select sum(stake) as singles, sum(potential) as singles_return, sum(combined) as combined_return
     from exposure where event_id = e.id
   ) x on true`,
);
export const selectDesk = (on: Queryable, eventIds: readonly string[]): Promise<DeskRow[]> =>
  desk(on, [eventIds]);

export type MarketChangeRow = { market: string; line: string; who: string; why: string; at: Date };

const changes = query.many<MarketChangeRow>(
  'desk-changes',
  `select m.market, m.line, h.who, h.why, h.at from market m
   join market_history h on h.event_id = m.event_id and h.market = m.market and h.line = m.line
     and h.version = m.version
   where m.event_id = $1`,
);
/** The author of the present version of each market of a match, and the reason. */
export const selectChanges = (on: Queryable, eventId: string): Promise<MarketChangeRow[]> =>
  changes(on, [eventId]);

const resultOnFileColumns = allBut('result', ['event_id', 'proposed_by']);
export type ResultOnFile = Row<'result', (typeof resultOnFileColumns)[number]>;

const results = query.many<ResultOnFile>(
  'desk-results',
  `select ${columnsOf('result', resultOnFileColumns)}
   from result where event_id = $1 order by version desc`,
);
/** Every version of a match's result, the newest first. */
export const selectResults = (on: Queryable, eventId: string): Promise<ResultOnFile[]> =>
  results(on, [eventId]);

export type VoidOnFile = Row<'void_rule', 'market' | 'line' | 'undone_version'> &
  Row<'ruling', 'who' | 'with_whom' | 'why' | 'at'> & {
    ruling: number;
    struck_from: Date | null;
    struck_until: Date | null;
    undone_at: Date | null;
  };

const voids = query.many<VoidOnFile>(
  'desk-voids',
  `select v.version as ruling, v.market, v.line, nullif(v.struck_from, '-infinity') as struck_from,
     nullif(v.struck_until, 'infinity') as struck_until, r.who, r.with_whom, r.why, r.at, v.undone_version,
     u.at as undone_at
   from void_rule v join ruling r on r.event_id = v.event_id and r.version = v.version
   left join ruling u on u.event_id = v.event_id and u.version = v.undone_version
   where v.event_id = $1 order by v.version desc`,
);
/** Every void of a match, the newest first. */
export const selectVoids = (on: Queryable, eventId: string): Promise<VoidOnFile[]> => voids(on, [eventId]);
