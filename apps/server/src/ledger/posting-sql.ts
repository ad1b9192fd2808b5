import { query, type Queryable } from '../core/database/database.ts';
import { decideAll, type OperationOutcome, type ResultRow } from './outcomes.ts';
import { requestHashOf, type Posting } from './posting.ts';

/**
 * The batch statement as SQL fragments, so that another module can make its own rows in the same statement:
 * with <caller's CTEs>, ready as (select …),            -- the operations, at most one row per wallet
 * ${postingCtes},                 -- locked, known, decided, moved, written, refused
 * bets as (insert into bet … select … from decided …)
 * ${postingResult}
 * `ready` has the columns shard, member_id, key, request_hash, kind, amount, held_change, counter_account,
 * ref (what the operation makes, or null), refusal and refusal_detail. Amounts are minor units of the
 * wallet's currency, negative ones take. `refusal` is null, or the caller's reason to refuse it, which the
 * key then keeps.
 * The chain never joins two changed tables: the planner cannot know how many rows a data-modifying CTE
 * returns, and a nested loop between two of them grows with the square of the batch. `decided` carries
 * everything of its operation.
 */

/**
 * Wallets are locked in id order before anything is decided: two batches over the same wallets wait instead of
 * deadlocking, and the same key sent twice at once waits here. The returned row is the locked one, newer than the
 * statement's snapshot if another transaction had it.
 */
export const lockedCte = `locked as materialized (
  select r.*, w.currency, w.available, w.held, w.version, w.refusals, w.gate
  from ready r
  join wallet w on w.shard = r.shard and w.member_id = r.member_id
  order by w.shard, w.member_id
  for update of w
)`;

/**
 * Whether an operation can be decided now. `replay`: its key was used before, by an entry or a refusal. `again`: its wallet was
 * decided on after the statement's snapshot and before the lock, so that the snapshot may lack a key; a new statement sees it.
 * Each decision adds one to version or refusals, so that their sum tells. All wallets are locked before the first moves:
 * PostgreSQL would not lock, and so leave out, a row that the statement itself has changed.
 * @param source CTE with the columns of `locked`
 */
export const knownCte = (source: string): string => `known as materialized (
  select l.*,
    case
      when (select 1 from entry e where e.shard = l.shard and e.member_id = l.member_id and e.key = l.key limit 1) is not null
        or (select 1 from operation o where o.shard = l.shard and o.member_id = l.member_id and o.key = l.key limit 1) is not null
        then 'replay'
      when (select w.version + w.refusals from wallet w where w.shard = l.shard and w.member_id = l.member_id)
        <> l.version + l.refusals then 'again'
    end as hindrance
  from ${source} l where (select count(*) from locked) > 0
)`;

/** The decision about each new operation; `applied` is 1 or 0, to count with. */
export const decidedCte = `decided as materialized (
  select d.*, (d.outcome = 'applied')::int as applied
  from (
    select shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref,
      currency, available, held, version, refusals,
      case
        when refusal is not null then refusal
        when available + amount < 0 or held + held_change < 0 then 'insufficient'
        else 'applied'
      end as outcome,
      case when refusal is not null then refusal_detail end as detail
    from known where hindrance is null
  ) d
)`;

/**
 * The wallets, their entries and the keys of refusals. The new balance is computed from the locked row, not from the row
 * the update finds: PostgreSQL tests conditions and CHECKs first on the row of the statement's snapshot, which is older
 * when another transaction had the wallet, and would refuse money that is there. The version must still be
 * the one that was decided on; otherwise the entry's primary key undoes the whole statement.
 * @param source CTE with the columns of `decided`
 */
export const movedCtes = (source: string): string => `moved as (
  update wallet w
  set available = d.available + d.applied * d.amount, held = d.held + d.applied * d.held_change,
    version = d.version + d.applied, refusals = d.refusals + 1 - d.applied
  from ${source} d
  where w.shard = d.shard and w.member_id = d.member_id and w.version <= d.version
  returning w.shard, w.member_id, d.key, d.outcome, d.detail, d.ref, d.kind, d.amount, d.held_change, w.available, w.held, w.version
),
written as (
  insert into entry
    (shard, member_id, version, key, request_hash, kind, currency, amount, held_change, counter_account, available_after,
      held_after, ref, at)
  select shard, member_id, version + 1, key, request_hash, kind, currency, amount, held_change, counter_account,
    available + amount, held + held_change, ref, site_now()
  from ${source} where outcome = 'applied'
),
refused as (
  insert into operation
    (shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, outcome, detail, at)
  select shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, outcome, detail, site_now()
  from ${source} where outcome <> 'applied'
)`;

/** From `ready` to the entries: `locked`, `known`, `decided`, `moved`, `written`, `refused`. */
export const postingCtes = `${lockedCte},
${knownCte('locked')},
${decidedCte},
${movedCtes('decided')}`;

/**
 * The final select: one row per new operation, and one with the outcome `again` per operation that a new statement must
 * decide, in no order. An operation missing from it is a replay (or has no wallet): `settleOutcomes` reads the stored
 * outcome afterwards.
 */
export const postingResult = `select member_id, key, outcome, detail, ref, amount, available, held, version from moved
union all
select member_id, key, 'again', null, ref, null, null, null, null from known where hindrance = 'again'`;

export const postText = `with ready as (
  select p.*, 0::bigint as held_change, null::text as refusal, null::jsonb as refusal_detail
  from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::uuid[])
    as p(shard, member_id, key, request_hash, kind, amount, counter_account, ref)
),
${postingCtes}
${postingResult}`;
const post = query.many<ResultRow>('wallet-post', postText);

/**
 * Applies postings in one statement, each wallet at most once.
 * @returns one outcome per posting, in order
 */
export const postRound = async (round: readonly Posting[], on: Queryable): Promise<OperationOutcome[]> => {
  if (round.some((p) => p.amountMinor === 0n)) throw new RangeError('A posting must move something');
  const asked = round.map((p) => ({ ...p, requestHash: requestHashOf(p) }));
  const run = async (some: readonly (typeof asked)[number][]): Promise<ResultRow[]> => {
    const rows = await post(on, [
      some.map((p) => p.shard),
      some.map((p) => p.memberId),
      some.map((p) => p.key),
      some.map((p) => p.requestHash),
      some.map((p) => p.kind),
      some.map((p) => p.amountMinor),
      some.map((p) => p.counterAccount),
      some.map((p) => p.ref ?? null),
    ]);
    return rows;
  };
  return decideAll(asked, run, on);
};
