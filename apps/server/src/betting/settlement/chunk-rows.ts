import type { LegOutcome } from '@touchline/money/factor';
import { plainArray, query, type Queryable } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import { builderEnd, partOutcomes, readOutcome } from '../builder/part-outcomes.ts';
import { columnsOf, insertInto, parameters, type Row } from '../../core/database/rows.ts';
import type { BetNow, BetChange, LegNow } from './domain.ts';
import type { SettledBet } from './settlement-body.ts';
import type { Grade } from './grading.ts';
import { gradeColumns, gradesFrom, type SettledTotals, type RunKey } from './ruling-rows.ts';

export type DueBetKey = { memberId: string; id: string };

/** A bet of an event with its leg there. */
export type DueBet = BetNow & { market: string; outcome: LegOutcome | undefined };

/** The shards that hold legs of the event and are not done. */
export const selectShards = async (q: Queryable, run: RunKey): Promise<number[]> => {
  const { rows } = await q.query<{ shard: number }>(
    `select s.shard from generate_series(0, 255) s(shard)
     where exists (select from bet_leg l where l.shard = s.shard and l.event_id = $1)
       and not exists (select from settlement_shard p
         where p.event_id = $1 and p.version = $2 and p.shard = s.shard and p.done)
     order by s.shard`,
    [run.eventId, run.version],
  );
  return rows.map((row) => row.shard);
};

/** The shards that hold legs of the event. */
export const selectHolding = async (q: Queryable, eventId: string): Promise<number[]> => {
  const { rows } = await q.query<{ shard: number }>(
    `select s.shard from generate_series(0, 255) s(shard)
     where exists (select from bet_leg l where l.shard = s.shard and l.event_id = $1) order by s.shard`,
    [eventId],
  );
  return rows.map((row) => row.shard);
};

const states = byName<BetNow['state']>(['open', 'win', 'lose', 'refund']);
function byName<T extends string>(names: readonly T[]): ReadonlyMap<string, T> {
  return new Map(names.map((name) => [name, name]));
}

const betColumns = [
  'member_id',
  'id',
  'k',
  'stake',
  'cashed_stake',
  'state',
  'payout',
  'lost',
  'settlements',
  'settled_at',
] as const;
type DueRow = Row<'bet', (typeof betColumns)[number]> &
  Row<'leg', 'market' | 'odds_milli' | 'subsets'> & {
    returned: boolean;
    outcome: Row<'graded'>['outcome'] | null;
    /** Of a builder, as `partOutcomes` has them. */
    part_outcomes: string | null;
    /** Odds and outcome of the other legs, as text; of a builder also its prices and the outcomes of its parts. */
    others: string | null;
  };

/** A part of a shard: the bets with a leg on the event after one of them, in the order of their ids. */
type Part = { shard: number; eventId: string; after: DueBetKey; limit: number };
/** Before every bet. */
export const fromStart: DueBetKey = {
  memberId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

/**
 * Bets of an event with the present grades of all their legs, including bets sold back whole. Nothing is
 * locked: the update takes a bet only if it is unchanged.
 */
export const selectDue = async (q: Queryable, part: Part): Promise<DueBet[]> =>
  (await due(q, partValues(part))).map(toDue);

/** The same, as if these were the grades of the event; those of other events are the present ones. */
export const selectDueBy = async (q: Queryable, part: Part, grades: readonly Grade[]): Promise<DueBet[]> =>
  (await q.query<DueRow>(dueByText, [...partValues(part), ...gradeColumns(grades)])).rows.map(toDue);

const partValues = ({ shard, eventId, after, limit }: Part): unknown[] => [
  shard,
  eventId,
  after.memberId,
  after.id,
  limit,
];

const toDue = (row: DueRow): DueBet => {
  const state = states.get(row.state);
  if (state === undefined) throw new Error(`Bet ${row.id} has the unknown state ${row.state}`);
  const first = legNow({
    oddsMilli: row.odds_milli,
    outcome: row.outcome,
    subsets: row.subsets,
    partOutcomes: row.part_outcomes,
  });
  const { outcome } = first;
  const legs: LegNow[] = [first];
  for (const leg of row.others?.split(';') ?? []) {
    const [oddsMilli = '', name = '', subsets, partOutcomes = null] = leg.split(' ');
    legs.push(
      legNow({
        oddsMilli: Number(oddsMilli),
        outcome: name,
        subsets: subsets?.split(',').map(Number) ?? null,
        partOutcomes,
      }),
    );
  }
  return {
    memberId: row.member_id,
    id: row.id,
    k: row.k,
    openStake: row.stake - row.cashed_stake,
    state,
    payout: row.payout,
    lost: row.lost,
    settlements: row.settlements,
    settledAt: row.settled_at,
    returned: row.returned,
    market: row.market,
    outcome,
    legs,
  };
};

/** A leg by its row; the factor of a builder follows from the outcomes of its parts and its prices. */
const legNow = (leg: {
  oddsMilli: number;
  outcome: string | null;
  subsets: number[] | null;
  partOutcomes: string | null;
}): LegNow => {
  const { oddsMilli, subsets } = leg;
  if (subsets === null) return { oddsMilli, outcome: readOutcome(leg.outcome) };
  const { end } = builderEnd(leg.partOutcomes, subsets);
  return { oddsMilli, outcome: end?.outcome, factor: end?.factor };
};

/** A leg has its grade under the ruling in force for its event; it is open while there is none. */
const isGradeOf = ({
  market,
  line,
  selection,
  since,
}: LegKey): string => `g.market = ${market} and g.line = ${line}
      and g.selection = ${selection} and g.since = ${since}
      and g.struck_from <= b.placed_at and g.struck_until > b.placed_at`;

type LegKey = { market: string; line: string; selection: string; since: string };
const keyOf = (leg: string): LegKey => ({
  market: `${leg}.market`,
  line: `${leg}.line`,
  selection: `${leg}.selection`,
  since: `${leg}.since`,
});

/** The grade of a leg, or of a part of one, on an event. */
const gradeOn =
  (event: string) =>
  (key: LegKey): string =>
    `select g.outcome from graded g
          where g.event_id = ${event} and g.version = (select s.graded from standing s where s.event_id = ${event})
            and ${isGradeOf(key)}`;

/**
 * The leg on the event comes with its bet; the others are looked up for bets that have some. Each grade is
 * looked up individually: a join would read every grade for every bet.
 */
const dueColumns = `${columnsOf('bet', betColumns, 'b')},
    b.returned_at is not null as returned, b.market, b.leg_odds as odds_milli, b.subsets, case when b.type <> 'single' then (
      select string_agg(o.odds_milli || ' ' || case when o.subsets is null then coalesce((
          ${gradeOn('o.event_id')(keyOf('o'))}), '')
        else concat(' ', array_to_string(o.subsets, ','), ' ', ${partOutcomes({ leg: 'o', grade: gradeOn('o.event_id') })}) end, ';')
      from leg o
      where o.shard = $1 and o.member_id = b.member_id and o.bet_id = b.id and o.event_id <> $2) end as others`;

const legColumns = ['market', 'line', 'selection', 'since', 'subsets'] as const;

/** The bets of a part: singles by their own event, the others by their legs, each in order and no more than are wanted. */
const dueBets = `(
    select * from (
      (select ${columnsOf('bet', [...betColumns, 'type', 'placed_at', 'returned_at', ...legColumns])},
         odds_milli::int as leg_odds
       from bet where shard = $1 and event_id = $2 and (member_id, id) > ($3::uuid, $4::uuid)
       order by member_id, id limit $5)
      union all
      (select ${columnsOf('bet', [...betColumns, 'type', 'placed_at', 'returned_at'], 'b')}, ${columnsOf('leg', legColumns, 'l')},
         l.odds_milli
       from (
         select * from leg where shard = $1 and event_id = $2 and (member_id, bet_id) > ($3::uuid, $4::uuid)
         order by member_id, bet_id limit $5
       ) l
       join bet b on b.shard = $1 and b.member_id = l.member_id and b.id = l.bet_id)
    ) every order by member_id, id limit $5
  ) b`;

const dueText = `select ${dueColumns}, (
    ${gradeOn('$2')(keyOf('b'))}
  ) as outcome,
    case when b.subsets is not null then ${partOutcomes({ leg: 'b', grade: gradeOn('$2') })} end as part_outcomes
  from ${dueBets}
  order by b.member_id, b.id`;

const due = query.many<DueRow>('settle-due', dueText);

/** Whether the grade `t` is that of a leg, or of a part of one. */
const isAssumed = ({ market, line, selection, since }: LegKey): string =>
  `t.market = ${market} and t.line = ${line} and t.selection = ${selection} and t.since = ${since}
      and b.placed_at >= coalesce(t.struck_from, '-infinity') and b.placed_at < coalesce(t.struck_until, 'infinity')`;

const dueByText = `with assumed as materialized (select * from ${gradesFrom(6)})
  select ${dueColumns}, t.outcome,
    case when b.subsets is not null then ${partOutcomes({
      leg: 'b',
      grade: (part) => `select t.outcome from assumed t where ${isAssumed(part)}`,
    })} end as part_outcomes
  from ${dueBets}
  left join assumed t on ${isAssumed(keyOf('b'))}
  order by b.member_id, b.id`;

const { $, values } = parameters({
  shard: 'smallint',
  member_id: 'uuid[]',
  id: 'uuid[]',
  n: 'int[]',
  state: 'text[]',
  payout: 'bigint[]',
  absorbed: 'bigint[]',
  open_stake: 'bigint[]',
});
const updateText = `update bet b set state = t.state, payout = t.payout, lost = b.lost - t.absorbed,
    settled_at = case when t.state = 'open' then null else site_now() end, settlements = t.n
  from unnest(${$('member_id')}, ${$('id')}, ${$('n')}, ${$('state')}, ${$('payout')}, ${$('absorbed')}, ${$('open_stake')})
    as t(member_id, id, n, state, payout, absorbed, open_stake)
  where b.shard = ${$('shard')} and b.member_id = t.member_id and b.id = t.id
    and b.settlements = t.n - 1 and b.stake - b.cashed_stake = t.open_stake`;

const update = query.exec('settle-bets', updateText);
/** Writes the new states of bets. @returns how many were unchanged since they had been read */
export const updateBets = async (
  q: Queryable,
  shard: number,
  changes: readonly (BetChange & { openStake: bigint })[],
): Promise<number> => {
  const column = (pick: (change: BetChange & { openStake: bigint }) => string | number | bigint | null) =>
    plainArray(changes.map(pick));
  return update(
    q,
    values({
      shard,
      member_id: column((c) => c.memberId),
      id: column((c) => c.id),
      n: column((c) => c.n),
      state: column((c) => c.after.state),
      payout: column((c) => c.after.payout),
      absorbed: column((c) => c.absorbed),
      open_stake: column((c) => c.openStake),
    }),
  );
};

/** Records what corrections could not claw back. */
export const addLost = async (
  q: Queryable,
  shard: number,
  lost: readonly (DueBetKey & { lostMinor: bigint })[],
): Promise<void> => {
  if (lost.length === 0) return;
  await q.query(
    `update bet b set lost = b.lost + t.lost
     from unnest($2::uuid[], $3::uuid[], $4::bigint[]) as t(member_id, id, lost)
     where b.shard = $1 and b.member_id = t.member_id and b.id = t.id`,
    [shard, lost.map((one) => one.memberId), lost.map((one) => one.id), lost.map((one) => one.lostMinor)],
  );
};

/** What was booked for a change, and what a correction could not claw back. */
export type Booked = { change: BetChange; bookedMinor: bigint; lostMinor: bigint };

const noticed = parameters({
  shard: 'smallint',
  event_id: 'uuid',
  ruling: 'int',
  member_id: 'uuid[]',
  bet_id: 'uuid[]',
  n: 'int[]',
  state_before: 'text[]',
  payout_before: 'bigint[]',
  settled_before: 'timestamptz[]',
  state_after: 'text[]',
  payout_after: 'bigint[]',
  booked: 'bigint[]',
  lost: 'bigint[]',
});
const noticeText = `insert into bet_notice (shard, event_id, ruling, member_id, bet_id, n, state_before, payout_before,
    settled_before, state_after, payout_after, booked, lost, at)
  select ${noticed.$('shard')}, ${noticed.$('event_id')}, ${noticed.$('ruling')}, t.*, site_now()
  from unnest(${noticed.$('member_id')}, ${noticed.$('bet_id')}, ${noticed.$('n')}, ${noticed.$('state_before')},
    ${noticed.$('payout_before')}, ${noticed.$('settled_before')}, ${noticed.$('state_after')},
    ${noticed.$('payout_after')}, ${noticed.$('booked')}, ${noticed.$('lost')}) as t`;

export const insertNotices = async (
  q: Queryable,
  shard: number,
  run: RunKey,
  notices: readonly Booked[],
): Promise<void> => {
  if (notices.length === 0) return;
  const of = <T>(pick: (change: BetChange) => T): T[] => notices.map(({ change }) => pick(change));
  await q.query(
    noticeText,
    noticed.values({
      shard,
      event_id: run.eventId,
      ruling: run.version,
      member_id: of((c) => c.memberId),
      bet_id: of((c) => c.id),
      n: of((c) => c.n),
      state_before: of((c) => c.before.state),
      payout_before: of((c) => c.before.payout ?? 0n),
      settled_before: of((c) => c.before.settledAt),
      state_after: of((c) => c.after.state),
      payout_after: of((c) => c.after.payout),
      booked: notices.map((n) => n.bookedMinor),
      lost: notices.map((n) => n.lostMinor),
    }),
  );
};

const chunk = insertInto('settlement_chunk', ['shard', 'id', 'event_id', 'version', 'bets'], {
  at: 'site_now()',
});
const insertChunkText = query.exec('settle-chunk', chunk.text);

/** Keeps what a chunk has done to each bet, in one row that never changes: the bets' own rows only have how they are now. */
export const insertChunk = async (
  q: Queryable,
  shard: number,
  run: RunKey,
  settled: readonly Booked[],
): Promise<void> => {
  const bets = settled.map(({ change, bookedMinor, lostMinor }): SettledBet => ({
    member: change.memberId,
    bet: change.id,
    n: change.n,
    state: change.after.state,
    payout: change.after.payout?.toString() ?? null,
    booked: bookedMinor.toString(),
    lost: lostMinor.toString(),
  }));
  await insertChunkText(
    q,
    chunk.values({
      shard,
      id: newId(),
      event_id: run.eventId,
      version: run.version,
      bets: JSON.stringify(bets),
    }),
  );
};

/** Adds a chunk to its shard's sums; `isLast` ends the shard. */
export const advanceShard = (
  q: Queryable,
  run: RunKey,
  shard: number,
  { done, isLast }: { done: SettledTotals; isLast: boolean },
): Promise<unknown> =>
  q.query(
    `insert into settlement_shard as p (event_id, version, shard, bets, paid_minor, taken_minor, lost_minor, done, moved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, site_now())
     on conflict (event_id, version, shard) do update set bets = p.bets + excluded.bets,
       paid_minor = p.paid_minor + excluded.paid_minor, taken_minor = p.taken_minor + excluded.taken_minor,
       lost_minor = p.lost_minor + excluded.lost_minor, done = p.done or excluded.done, moved_at = site_now()`,
    [run.eventId, run.version, shard, done.bets, done.paidMinor, done.takenMinor, done.lostMinor, isLast],
  );
