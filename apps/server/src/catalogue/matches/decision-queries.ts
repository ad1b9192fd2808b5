import { query, type Queryable } from '../../core/database/database.ts';
import type { VoidedBets } from './ruling-queries.ts';

/** A void, or the end of one, that an operator proposes; with the ruling that applied it. */
export type VoidProposalRow = {
  id: string;
  undoes: number | null;
  market: string | null;
  line: string | null;
  struck_from: Date | null;
  struck_until: Date | null;
  why: string;
  state: string;
  /** "operator:<id>" or "feed:<name>", as in the rest of the record. */
  proposed_by: string;
  /** Where a feed reports that the match began before its kick-off. */
  began: Date | null;
  proposed_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  note: string | null;
  ruling: number | null;
};

const proposals = query.many<VoidProposalRow>(
  'void-proposals',
  `select p.id, (p.body ->> 'undoes')::int as undoes, p.body ->> 'market' as market, p.body ->> 'line' as line,
     (p.body ->> 'struckFrom')::timestamptz as struck_from, (p.body ->> 'struckUntil')::timestamptz as struck_until,
     (p.body ->> 'began')::timestamptz as began, p.reason as why, p.state,
     coalesce('operator:' || p.proposed_by, 'feed:' || (p.body ->> 'feed')) as proposed_by, p.proposed_at,
     'operator:' || p.decided_by as decided_by, p.decided_at, p.note, r.version as ruling
   from proposal p left join ruling r on r.event_id = p.subject_id and r.proposal_id = p.id
   where p.kind = 'void' and p.subject_id = $1 order by p.id desc`,
);

/** What is proposed of a match's voids, the newest first. */
export const selectProposals = (on: Queryable, eventId: string): Promise<VoidProposalRow[]> =>
  proposals(on, [eventId]);

const begun = query.many<{ subject_id: string }>(
  'void-proposals-begun',
  `select subject_id from proposal
   where kind = 'void' and state = 'proposed' and body ? 'began' and subject_id = any($1::uuid[])
     and (not $2::boolean or proposed_by is null)`,
);
/** Which of these matches began before their kick-off by a report, of a feed or of anyone, that is not decided yet. */
export const selectEarlyStarts = async (
  on: Queryable,
  eventIds: readonly string[],
  by: 'feed' | 'any',
): Promise<Set<string>> => {
  const rows = await begun(on, [eventIds, by === 'feed']);
  return new Set(rows.map((row) => row.subject_id));
};

const same = query.exec(
  'void-proposals-same',
  `select from proposal where kind = 'void' and state = 'proposed' and subject_id = $1 and body = $2`,
);
/** Whether the same void of a match waits. */
export const hasSame = async (on: Queryable, eventId: string, body: object): Promise<boolean> =>
  (await same(on, [eventId, JSON.stringify(body)])) !== 0;

const clock = query.many<{ now: Date }>('void-proposal-clock', 'select site_clock() as now');
export const selectClock = async (on: Queryable): Promise<Date> => {
  const [row] = await clock(on);
  if (row === undefined) throw new Error('The clock has no row');
  return row.now;
};

const approve = query.exec(
  'result-approve',
  `update result set approved_by = $3, approved_at = site_clock()
   where event_id = $1 and version = $2 and state = 'proposed' and approved_by is null
     and proposed_by is distinct from $3`,
);
/** Notes the first of two operators who confirm a result. @returns whether there was none before */
export const approveResult = async (
  on: Queryable,
  of: { eventId: string; version: number; by: string },
): Promise<boolean> => (await approve(on, [of.eventId, of.version, of.by])) === 1;

export const hasEvent = async (on: Queryable, eventId: string): Promise<boolean> =>
  (await on.query('select from event where id = $1', [eventId])).rowCount === 1;

/** Whether the match has the market at the line, or the market at any line. */
export const hasMarketAt = async (
  on: Queryable,
  eventId: string,
  { market, line }: VoidedBets,
): Promise<boolean> => {
  const { rowCount } = await on.query(
    `select from market where event_id = $1 and market = $2 and ($3::text is null or line = $3) limit 1`,
    [eventId, market, line ?? null],
  );
  return rowCount === 1;
};
