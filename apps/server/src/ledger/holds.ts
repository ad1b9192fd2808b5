import { query, type Queryable } from '../core/database/database.ts';
import { decideAll, type Operation, type OperationOutcome, type ResultRow } from './outcomes.ts';
import type { CounterAccount } from './posting.ts';
import { knownCte, movedCtes, postingCtes, postingResult } from './posting-sql.ts';

/** Money to set aside: it moves from `available` to `held`, under a new id. */
export type NewHold = {
  shard: number;
  memberId: string;
  key: string;
  id: string;
  kind: string;
  /** Minor units, above zero. */
  amountMinor: bigint;
  /**
   * Hash of the request, where it says more than the hold itself; it must not depend on an `id` that each try
   * makes newly.
   */
  requestHash?: string;
  /** Decided beforehand: the operation is stored as refused, and nothing moves. */
  refusal?: 'insufficient';
};

/** The end of a hold: posted to a house account, or released back to the member. */
export type HoldEnd = { shard: number; memberId: string; key: string; id: string; kind: string } & (
  | { end: 'posted'; counterAccount: CounterAccount }
  | { end: 'released' }
);

export const openHoldText = `with ready as (
  select h.shard, h.member_id, h.key, h.request_hash, h.kind, -h.amount as amount, h.amount as held_change,
    'held' as counter_account, h.ref, h.refusal, null::jsonb as refusal_detail
  from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::uuid[], $8::text[])
    as h(shard, member_id, key, request_hash, kind, amount, ref, refusal)
),
${postingCtes},
opened as (
  insert into hold (shard, member_id, id, kind, amount, opened_at)
  select shard, member_id, ref, kind, held_change, site_now() from moved where outcome = 'applied'
)
${postingResult}`;
const openHold = query.many<ResultRow>('wallet-hold-open', openHoldText);

/**
 * The wallet moves by the result of the conditional update of the hold, so an ended hold can move nothing.
 */
export const endHoldText = `with src as (
  select e.*
  from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[])
    as e(shard, member_id, key, request_hash, kind, counter_account, ref, hold_end)
),
locked as materialized (
  select s.*, w.currency, w.available, w.held, w.version, w.refusals, h.amount as hold_amount, h.state
  from src s
  join wallet w on w.shard = s.shard and w.member_id = s.member_id
  join hold h on h.shard = s.shard and h.member_id = s.member_id and h.id = s.ref
  order by w.shard, w.member_id
  for update of w, h
),
${knownCte('locked')},
decided as materialized (
  select shard, member_id, key, request_hash, kind, counter_account, ref, currency, available, held, version, refusals,
    hold_end, case when hold_end = 'released' then hold_amount else 0 end as amount, -hold_amount as held_change,
    case when state = 'open' then 'applied' else 'hold_ended' end as outcome, null::jsonb as detail,
    (state = 'open')::int as applied
  from known where hindrance is null
),
ended as (
  update hold h
  set state = d.hold_end, resolved_at = site_now()
  from decided d
  where h.shard = d.shard and h.member_id = d.member_id and h.id = d.ref and h.state = 'open' and d.outcome = 'applied'
  returning d.*
),
due as materialized (
  select * from ended union all select * from decided where outcome <> 'applied'
),
${movedCtes('due')}
${postingResult}`;
const endHold = query.many<ResultRow>('wallet-hold-end', endHoldText);

/**
 * Opens holds, each wallet at most once.
 * @returns one outcome per hold, in order; refused as 'insufficient' when the money is missing
 */
export const openHoldRound = async (
  holds: readonly NewHold[],
  on: Queryable,
): Promise<OperationOutcome[]> => {
  if (holds.some((one) => one.amountMinor <= 0n)) throw new RangeError('A hold must be above zero');
  const asked = holds.map((one) => ({
    ...one,
    requestHash: one.requestHash ?? `${one.kind} ${one.amountMinor} ${one.id}`,
  }));
  const run = async (some: readonly (typeof asked)[number][]): Promise<ResultRow[]> => {
    const rows = await openHold(on, [
      ...identity(some),
      some.map((one) => one.kind),
      some.map((one) => one.amountMinor),
      some.map((one) => one.id),
      some.map((one) => one.refusal ?? null),
    ]);
    return rows;
  };
  return decideAll(asked, run, on);
};

/**
 * Ends holds, each wallet at most once. A hold ends once: a second end under another key is refused as 'hold_ended'.
 * @returns one outcome per end, in order; 'no_hold' when the member has none of that id, which spends no key
 */
export const endHoldRound = async (ends: readonly HoldEnd[], on: Queryable): Promise<OperationOutcome[]> => {
  const asked = ends.map((one) => {
    const counterAccount = one.end === 'posted' ? one.counterAccount : 'held';
    return { ...one, counterAccount, requestHash: `${one.kind} ${one.end} ${counterAccount} ${one.id}` };
  });
  const run = async (some: readonly (typeof asked)[number][]): Promise<ResultRow[]> => {
    const rows = await endHold(on, [
      ...identity(some),
      some.map((one) => one.kind),
      some.map((one) => one.counterAccount),
      some.map((one) => one.id),
      some.map((one) => one.end),
    ]);
    return rows;
  };
  const outcomes = await decideAll(asked, run, on);
  return outcomes.map((one) =>
    one.outcome === 'refused' && one.reason === 'no_wallet' ? { ...one, reason: 'no_hold' } : one,
  );
};

const identity = (asked: readonly Operation[]): unknown[] => [
  asked.map((one) => one.shard),
  asked.map((one) => one.memberId),
  asked.map((one) => one.key),
  asked.map((one) => one.requestHash),
];
