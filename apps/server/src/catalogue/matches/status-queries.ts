import { query, statement, type Queryable } from '../../core/database/database.ts';

/** The progress of the run of the last ruling on a match. */
export type SettlementProgressRow = {
  ruling: number;
  /** The result in force. */
  counting: number | null;
  shards_done: number;
  shards: number;
  bets: bigint;
  paid: bigint;
  taken: bigint;
  lost: bigint;
  started_at: Date | null;
  moved_at: Date | null;
  finished_at: Date | null;
};

const run = query.many<SettlementProgressRow>(
  'desk-run',
  `select coalesce(s.ruling, 0) as ruling, r.result_version as counting, coalesce(p.done, 0) as shards_done,
     (select count(*)::int from generate_series(0, 255) n (shard)
       where exists (select from bet_leg l where l.shard = n.shard and l.event_id = $1)) as shards,
     coalesce(p.bets, 0)::bigint as bets, coalesce(p.paid, 0)::bigint as paid, coalesce(p.taken, 0)::bigint as taken,
     coalesce(p.lost, 0)::bigint as lost, u.started_at, greatest(u.moved_at, p.moved_at) as moved_at, u.finished_at
   from (select 1) one
   left join standing s on s.event_id = $1
   left join ruling r on r.event_id = $1 and r.version = s.ruling
   left join settlement_run u on u.event_id = $1 and u.version = s.ruling
   left join lateral (
     select count(*) filter (where done)::int as done, sum(bets) as bets, sum(paid_minor) as paid,
       sum(taken_minor) as taken, sum(lost_minor) as lost, max(moved_at) as moved_at
     from settlement_shard where event_id = $1 and version = s.ruling
   ) p on true`,
);
export const selectRun = async (on: Queryable, eventId: string): Promise<SettlementProgressRow> => {
  const [row] = await run(on, [eventId]);
  if (!row) throw new Error('The status of a run has no row');
  return row;
};

const seen = statement(
  'desk-seen',
  `select concat_ws('.',
     (select concat_ws('.', coalesce(max(version), 0), count(*) filter (where state <> 'proposed'), count(approved_by))
       from result where event_id = $1),
     coalesce((select ruling from standing where event_id = $1), 0),
     (select concat_ws('.', count(*), count(*) filter (where state <> 'proposed')) from proposal
       where kind = 'void' and subject_id = $1)) as seen`,
);
/** The version of a match's record: it changes with every result, ruling, void and decision. */
export const selectSeen = async (on: Queryable, eventId: string): Promise<string> =>
  (await on.query<{ seen: string }>(seen([eventId]))).rows[0]?.seen ?? '';
