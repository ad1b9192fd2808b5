/**
 * The batch statement as SQL fragments, so that another room can make its own rows in the same statement:
 *
 *     with <caller's CTEs>,
 *          ready as (select … ),           -- see readyColumns; at most one row per wallet
 *          ${postingCtes},                 -- locked, decided, op, moved, written
 *          bets as (insert into bet … select … from moved …)
 *     ${postingResult}
 *
 * The chain never joins two changed tables: the planner cannot know how many rows a data-modifying CTE returns, and a
 * nested loop between two of them grows with the square of the batch. Every step carries what the next one needs
 * through RETURNING, which is why `operation` stores what was asked for.
 */

/**
 * Columns that the caller's `ready` must have: what is asked (`amount` and `held_change` in minor units of the wallet's
 * currency, negative takes; `ref` is what the operation makes) and, when the caller refuses it, why: `refusal` is null
 * or a reason, which the key then keeps.
 */
export const readyColumns = `shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref,
    refusal, refusal_detail`;

/**
 * Wallets are locked in id order before any key is written: two batches over the same wallets wait instead of
 * deadlocking, and the same key sent twice at once waits here, so that it is decided on the balance after the first.
 * The lock only makes the outcome known; the guard is the conditional update in `moved`.
 */
export const lockedCte = `locked as materialized (
  select r.*, w.available, w.held
  from ready r
  join wallet w on w.shard = r.shard and w.member_id = r.member_id
  order by w.shard, w.member_id
  for update of w
)`;

const decidedCte = `decided as (
  select shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref,
    case
      when refusal is not null then refusal
      when available + amount < 0 or held + held_change < 0 then 'insufficient'
      else 'applied'
    end as outcome,
    case when refusal is not null then refusal_detail end as detail
  from locked
)`;

/** The keys, from `decided`. Only keys never seen before go on; a refused operation keeps its key too. */
export const opCte = `op as (
  insert into operation
    (shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, outcome, detail)
  select shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, outcome, detail
  from decided
  on conflict do nothing
  returning shard, member_id, key, kind, amount, held_change, counter_account, ref, outcome, detail
)`;

/**
 * The wallets and their entries.
 * @param source CTE with the columns of `op` whose rows, where `outcome` is 'applied', are to be moved
 */
export const movedCtes = (source: string): string => `moved as (
  update wallet w
  set available = w.available + o.amount, held = w.held + o.held_change, version = w.version + 1
  from ${source} o
  where o.outcome = 'applied' and w.shard = o.shard and w.member_id = o.member_id
    and w.available + o.amount >= 0 and w.held + o.held_change >= 0
  returning w.shard, w.member_id, o.key, o.ref, o.kind, w.currency, o.amount, o.held_change, o.counter_account,
    w.available, w.held, w.version
),
written as (
  insert into entry
    (shard, member_id, version, key, kind, currency, amount, held_change, counter_account, available_after, held_after, ref)
  select shard, member_id, version, key, kind, currency, amount, held_change, counter_account, available, held, ref
  from moved
)`;

/** From `ready` to the entries: `locked`, `decided`, `op`, `moved`, `written`. */
export const postingCtes = `${lockedCte},
${decidedCte},
${opCte},
${movedCtes('op')}`;

/**
 * The final select: one row per operation that was new, in no order. An operation missing from it was a replay (or has
 * no wallet): its key may have come from a transaction this statement's snapshot does not see, so the stored outcome is
 * read afterwards; `settleOutcomes` does that.
 */
export const postingResult = `select member_id, key, outcome, detail, ref, amount,
  null::bigint as available, null::bigint as held, null::bigint as version
from op where outcome <> 'applied'
union all
select member_id, key, 'applied', null::jsonb, ref, amount, available, held, version from moved`;
