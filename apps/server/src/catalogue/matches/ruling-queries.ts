import type { Score } from '@touchline/football/score';
import { Value } from 'typebox/value';
import { Type } from 'typebox';
import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, parameters, rowParameters, type Row } from '../../core/database/rows.ts';
import { resultKinds, type ResultClaim, type ResultKind } from './claim.ts';
import { isOperator } from './actor.ts';
import type { Flag, RecordedClaim } from './judge-claim.ts';

const turn = query.exec(
  'ruling-turn',
  `insert into standing (event_id) values ($1) on conflict (event_id) do update set ruling = standing.ruling`,
);
/**
 * Locks the event's turn until the transaction ends, so that records and rulings of one event follow each
 * other.
 */
export const takeTurn = async (to: Queryable, eventId: string): Promise<void> => {
  await turn(to, [eventId]);
};

const State = Type.Enum(['proposed', 'confirmed', 'rejected', 'superseded']);
const Kind = Type.Enum([...resultKinds]);
const FlagName = Type.Enum(['contradicts_confirmed', 'contradicts_proposed', 'called_off']);

const recordColumns = [
  'version',
  'kind',
  'ht_home',
  'ht_away',
  'ft_home',
  'ft_away',
  'source',
  'state',
  'flag',
  'approved_by',
] as const;
type RecordRow = Row<'result', (typeof recordColumns)[number]> & { age_ms: number };

const recordSelect = query.many<RecordRow>(
  'result-record',
  `select ${columnsOf('result', recordColumns)},
     coalesce(extract(epoch from site_now() - confirmed_at) * 1000, 0)::float8 as age_ms
   from result where event_id = $1 order by version`,
);
/** All versions of an event's result, the oldest first. */
export const selectRecord = async (to: Queryable, eventId: string): Promise<RecordedClaim[]> =>
  (await recordSelect(to, [eventId])).map((row) => ({
    version: row.version,
    claim: {
      kind: Value.Parse(Kind, row.kind),
      ht: scoreOf(row.ht_home, row.ht_away),
      ft: scoreOf(row.ft_home, row.ft_away),
    },
    source: row.source,
    state: Value.Parse(State, row.state),
    flag: row.flag === null ? undefined : Value.Parse(FlagName, row.flag),
    approvedBy: row.approved_by ?? undefined,
    ageMs: row.age_ms,
  }));

const scoreOf = (home: number | null, away: number | null): Score | undefined =>
  home === null || away === null ? undefined : { home, away };

const proposedColumns = [
  'event_id',
  'kind',
  'ht_home',
  'ht_away',
  'ft_home',
  'ft_away',
  'source',
  'flag',
  'proposed_by',
  'evidence',
] as const;
const proposed = rowParameters('result', proposedColumns);
const resultInsert = query.one<{ version: number }>(
  'result-insert',
  `insert into result (${columnsOf('result', proposedColumns)}, version, state, proposed_at)
   select ${proposed.row}, coalesce(max(version), 0) + 1, 'proposed', site_now() from result where event_id = ${proposed.$('event_id')}
   returning version`,
);
/** Writes a proposal. @returns its version */
export const insertProposal = async (
  to: Queryable,
  eventId: string,
  {
    claim: { kind, ht, ft },
    source,
    flag,
    evidence,
  }: { claim: ResultClaim; source: string; flag: Flag | undefined; evidence: string | undefined },
): Promise<number> => {
  const row = await resultInsert(
    to,
    proposed.values({
      event_id: eventId,
      kind,
      ht_home: ht?.home ?? null,
      ht_away: ht?.away ?? null,
      ft_home: ft?.home ?? null,
      ft_away: ft?.away ?? null,
      source,
      flag: flag ?? null,
      proposed_by: isOperator(source) ? source : null,
      evidence: evidence ?? null,
    }),
  );
  if (!row) throw new Error('A proposal was not written');
  return row.version;
};

const resultConfirm = query.exec(
  'result-confirm',
  `update result set state = 'confirmed', confirmed_at = site_now(), confirmed_by = $3, confirmed_with = $4
   where event_id = $1 and version = $2 and state = 'proposed' and proposed_by is distinct from $3
     and approved_by is distinct from $3`,
);
/** @returns whether it was unconfirmed, and by another than who proposed or approved it before */
export const confirmProposal = async (
  to: Queryable,
  of: { eventId: string; version: number; by: string; second: string | undefined },
): Promise<boolean> => (await resultConfirm(to, [of.eventId, of.version, of.by, of.second ?? null])) === 1;

const resultClose = query.exec(
  'result-close',
  `update result set state = $1, closed_at = site_now(), closed_by = $2, closed_why = $3
   where event_id = $4 and version = any ($5::int[]) and state = 'proposed'`,
);
/** @returns the number of undecided ones */
export const closeProposals = async (
  to: Queryable,
  of: {
    eventId: string;
    versions: readonly number[];
    state: 'rejected' | 'superseded';
    by: string;
    why: string;
  },
): Promise<number> =>
  of.versions.length === 0 ? 0 : resultClose(to, [of.state, of.by, of.why, of.eventId, of.versions]);

const resultFlag = query.exec(
  'result-flag',
  `update result set flag = $3 where event_id = $1 and version = any ($2::int[]) and state = 'proposed' and flag is null`,
);
export const flagProposals = async (
  to: Queryable,
  of: { eventId: string; versions: readonly number[]; flag: Flag },
): Promise<void> => {
  if (of.versions.length > 0) await resultFlag(to, [of.eventId, of.versions, of.flag]);
};

const ruling = parameters({
  event_id: 'uuid',
  result_version: 'int',
  who: 'text',
  with_whom: 'text',
  why: 'text',
  proposal_id: 'uuid',
});
const rulingInsert = query.one<{ version: number }>(
  'ruling-insert',
  `with made as (update standing set ruling = ruling + 1 where event_id = ${ruling.$('event_id')} returning ruling)
   insert into ruling (event_id, version, result_version, who, with_whom, why, proposal_id, at)
   select ${ruling.$('event_id')}, made.ruling, coalesce(${ruling.$('result_version')}, (
       select r.result_version from ruling r where r.event_id = ${ruling.$('event_id')} order by r.version desc limit 1)),
     ${ruling.$('who')}, ${ruling.$('with_whom')}, ${ruling.$('why')}, ${ruling.$('proposal_id')}, site_now()
   from made returning version`,
);
/**
 * Makes the event's next ruling.
 * @param of.resultVersion the result in force from here on; by default that of the ruling before
 * @param of.proposal the proposal that it applies
 * @returns its version
 */
export const insertRuling = async (
  to: Queryable,
  of: {
    eventId: string;
    resultVersion?: number;
    who: string;
    second: string | undefined;
    why: string;
    proposal?: string | undefined;
  },
): Promise<number> => {
  const row = await rulingInsert(
    to,
    ruling.values({
      event_id: of.eventId,
      result_version: of.resultVersion ?? null,
      who: of.who,
      with_whom: of.second ?? null,
      why: of.why,
      proposal_id: of.proposal ?? null,
    }),
  );
  if (!row) throw new Error(`Event ${of.eventId} has no turn to be ruled on`);
  return row.version;
};

/**
 * The bets of an event that a void covers. Without a market all; without times those struck at any time.
 */
export type VoidedBets = {
  market?: string | undefined;
  /** As on the board: of a handicap the home side's. */
  line?: string | undefined;
  /** Struck at or after this time. */
  struckFrom?: Date | undefined;
  /** Struck before this time. */
  struckUntil?: Date | undefined;
};

const voidInsert = query.exec(
  'void-insert',
  `insert into void_rule (event_id, version, market, line, struck_from, struck_until)
   values ($1, $2, $3, $4, coalesce($5::timestamptz, '-infinity'), coalesce($6::timestamptz, 'infinity'))`,
);
export const insertVoid = async (
  to: Queryable,
  { eventId, version, scope }: { eventId: string; version: number; scope: VoidedBets },
): Promise<void> => {
  const { market, line, struckFrom, struckUntil } = scope;
  await voidInsert(to, [
    eventId,
    version,
    market ?? null,
    line ?? null,
    struckFrom ?? null,
    struckUntil ?? null,
  ]);
};

const voidUndo = query.exec(
  'void-undo',
  `update void_rule set undone_version = $3 where event_id = $1 and version = $2 and undone_version is null`,
);
/** @returns whether there was such a void, in force */
export const undoVoid = async (
  to: Queryable,
  of: { eventId: string; version: number; undoneVersion: number },
): Promise<boolean> => (await voidUndo(to, [of.eventId, of.version, of.undoneVersion])) === 1;

/** Whether a void of that ruling is in force. */
export const isVoid = async (to: Queryable, eventId: string, version: number): Promise<boolean> => {
  const { rowCount } = await to.query(
    'select from void_rule where event_id = $1 and version = $2 and undone_version is null',
    [eventId, version],
  );
  return rowCount === 1;
};

const marketsClose = query.many<{ market: string; line: string }>(
  'ruling-close',
  `with closed as (
     update market set state = 'closed', version = version + 1, updated_at = site_now()
     where event_id = $1 and state in ('open', 'suspended') and ($2::text is null or market = $2)
       and ($3::text is null or line = $3)
     returning market, line, version, odds_milli)
   insert into market_history (event_id, market, line, version, state, odds_milli, who, why, at)
   select $1, market, line, version, 'closed', odds_milli, $4, 'void', site_now() from closed returning market, line`,
);
/** Closes the markets that become void. @returns the markets closed now */
export const closeMarkets = async (
  to: Queryable,
  of: { eventId: string; market: string | undefined; line: string | undefined; who: string },
): Promise<{ eventId: string; market: string; line: string }[]> => {
  const rows = await marketsClose(to, [of.eventId, of.market ?? null, of.line ?? null, of.who]);
  return rows.map((row) => ({ eventId: of.eventId, ...row }));
};

export type CalledOffMatch = {
  eventId: string;
  kind: ResultKind;
  ht: Score | undefined;
  score: Score | undefined;
};

const calledOff = query.many<{
  id: string;
  kind: string;
  ht_home: number | null;
  ht_away: number | null;
  home_goals: number | null;
  away_goals: number | null;
}>(
  'event-called-off',
  `select id, case when state = 'scheduled' then 'postponed' else state end as kind, ht_home, ht_away, home_goals,
     away_goals
   from event e
   where (state in ('postponed', 'abandoned', 'cancelled') or (state = 'scheduled' and called_off_from is not null))
     and coalesce(called_off_from, kick_off) <= site_clock() - $1 * interval '1 hour'
     and not exists (
       select from result r where r.event_id = e.id and r.state = 'confirmed'
         and (r.kind in ('abandoned', 'postponed', 'cancelled') or (r.kind = 'played' and r.ft_home is not null)))
   order by kick_off, id`,
);
/** Events called off and not resumed within `hours` of their scheduled kick-off, without a ruling. */
export const selectCalledOff = async (to: Queryable, hours: number): Promise<CalledOffMatch[]> => {
  const rows = await calledOff(to, [hours]);
  return rows.map((row) => ({
    eventId: row.id,
    kind: Value.Parse(Kind, row.kind),
    ht: scoreOf(row.ht_home, row.ht_away),
    score: scoreOf(row.home_goals, row.away_goals),
  }));
};

const waiting = query.many<{ event_id: string; version: number }>(
  'result-waiting',
  `select event_id, version from result where state = 'proposed' order by proposed_at, event_id, version`,
);
/** Every proposal that waits for a second source or a person, the oldest first. */
export const selectWaiting = async (to: Queryable): Promise<{ eventId: string; version: number }[]> =>
  (await waiting(to)).map((row) => ({
    eventId: row.event_id,
    version: row.version,
  }));
