import { factorOf, type LegOutcome } from '@touchline/money/factor';
import { payout, potential } from '@touchline/money/payout';
import type { Queryable } from '../platform/database.ts';
import { shardCount } from '../platform/ids.ts';
import { selectResult } from './settlement/queries.ts';
import { gradeAll } from './settlement/domain.ts';

type Row = {
  id: string;
  member_id: string;
  stake: bigint;
  odds_milli: bigint;
  potential: bigint;
  state: string;
  payout: bigint | null;
  settled_version: number | null;
  event_id: string;
  market: string;
  line: string;
  selection: string;
  /** What the ledger took for the bet, and what it gave; corrections that found nothing to take are in `lost`. */
  taken: bigint;
  given: bigint;
  lost: bigint;
  /** Whether a run that has ended should have settled it. */
  decided: boolean;
};

/**
 * Recomputes every bet from its leg, the result that settled it and its entries: the stake was taken once, the payout
 * follows from the score by the rules, and the ledger paid just that.
 */
export const verifyBets = async (
  on: Queryable,
): Promise<{ counts: Record<string, bigint>; differences: string[] }> => {
  const counts = { bets: 0n, settled: 0n };
  const differences: string[] = [];
  const gradeOf = createGrades(on);
  for (let shard = 0; shard < shardCount; shard++) {
    const { rows } = await on.query<Row>(betsText, [shard]);
    for (const row of rows) {
      counts.bets += 1n;
      const { settled_version: version } = row;
      if (version !== null) counts.settled += 1n;
      const outcome = version === null ? undefined : await gradeOf(row, version);
      const wrong = judge(row, outcome);
      if (wrong !== undefined) differences.push(`bet ${row.id} of member ${row.member_id}: ${wrong}`);
    }
  }
  return { counts, differences };
};

const betsText = `select b.id, b.member_id, b.stake, b.odds_milli, b.potential, b.state, b.payout, b.settled_version,
    l.event_id, l.market, l.line, l.selection,
    coalesce(sum(-e.amount) filter (where e.kind in ('stake', 'live_delay')), 0)::bigint as taken,
    coalesce(sum(e.amount) filter (where e.kind not in ('stake', 'live_delay')), 0)::bigint as given,
    (select coalesce(sum((o.detail ->> 'lost')::bigint), 0)::bigint from operation o
     where o.shard = $1 and o.member_id = b.member_id and o.ref = b.id and o.detail ? 'lost') as lost,
    exists (select 1 from settlement_run r
      join graded g on g.event_id = r.event_id and g.version = r.version
      where r.event_id = l.event_id and r.finished_at is not null
        and g.market = l.market and g.line = l.line and g.selection = l.selection) as decided
  from bet b
  join leg l on l.shard = b.shard and l.member_id = b.member_id and l.bet_id = b.id
  left join entry e on e.shard = b.shard and e.member_id = b.member_id and e.ref = b.id
  where b.shard = $1
  group by b.shard, b.member_id, b.id, l.event_id, l.market, l.line, l.selection`;

/** Grades by event and version, each computed once from the recorded score. */
const createGrades = (on: Queryable) => {
  const results = new Map<string, ReturnType<typeof selectResult>>();
  return async (leg: Row, version: number): Promise<LegOutcome | undefined> => {
    const key = `${leg.event_id} ${version}`;
    const found = results.get(key) ?? selectResult(on, { eventId: leg.event_id, version });
    results.set(key, found);
    const result = await found;
    return result && gradeAll([leg], result)[0]?.outcome;
  };
};

const judge = (row: Row, outcome: LegOutcome | undefined): string | undefined => {
  const odds = Number(row.odds_milli);
  if (row.taken !== row.stake) return `stake ${row.stake}, but the ledger took ${row.taken}`;
  if (row.potential !== potential(row.stake, [odds]))
    return `potential ${row.potential} does not follow from its odds`;
  if (row.settled_version === null) {
    if (row.decided) return 'open, though the run that decides it has ended';
    return row.state === 'open' && row.given === 0n
      ? undefined
      : `not settled, yet ${row.state} and paid ${row.given}`;
  }
  if (outcome === undefined) return `settled by version ${row.settled_version}, which does not decide it`;
  const due = payout(row.stake, factorOf(outcome, odds));
  if (row.payout !== due) return `${outcome} pays ${due}, but the bet says ${row.payout}`;
  return row.given - row.lost === due
    ? undefined
    : `${outcome} pays ${due}, but the ledger paid ${row.given}`;
};
