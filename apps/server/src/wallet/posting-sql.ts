/**
 * The batch statement as SQL fragments, so that another room can make its own rows in the same statement:
 * with <caller's CTEs>, ready as (select …),            -- the operations, at most one row per wallet
 * ${postingCtes},                 -- locked, decided, op, due, moved, written
 * bets as (insert into bet … select … from moved …)
 * ${postingResult}
 * `ready` has the columns shard, member_id, key, request_hash, kind, amount, held_change, counter_account,
 * ref (what the operation makes, or null), refusal and refusal_detail. Amounts are minor units of the
 * wallet's currency, negative ones take. `refusal` is null, or the caller's reason to refuse it, which the
 * key then keeps.
 * The chain never joins two changed tables: the planner cannot know how many rows a data-modifying CTE
 * returns, and a nested loop between two of them grows with the square of the batch. `moved` carries
 * everything of its operation.
 */

/**
 * Wallets are locked in id order before any key is written: two batches over the same wallets wait instead of
 * deadlocking, and the same key sent twice at once waits here, so that it is decided on the balance after the
 * first. The returned row is the locked one, newer than the snapshot if another transaction had it.
 */
export const lockedCte = `locked as materialized (
  select r.*, w.currency, w.available, w.held, w.version, w.gate
  from ready r
  join wallet w on w.shard = r.shard and w.member_id = r.member_id
  order by w.shard, w.member_id
  for update of w
)`;

/**
 * The decision about each operation.
 * @param source CTE or subselect with the columns of `locked`
 */
export const decidedCte = (source: string): string => `decided as materialized (
  select shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref,
    currency, available, held, version,
    case
      when refusal is not null then refusal
      when available + amount < 0 or held + held_change < 0 then 'insufficient'
      else 'applied'
    end as outcome,
    case when refusal is not null then refusal_detail end as detail
  from ${source}
)`;

/**
 * The keys, from `decided`. Only keys never seen before go on, to `due`; a refused operation keeps its key too.
 * `is true` keeps the planner from making a join of the membership test: it is a look-up in a hash table, always.
 */
export const keyCtes = `op as (
  insert into operation
    (shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, outcome, detail)
  select shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, outcome, detail
  from decided
  on conflict do nothing
  returning shard, member_id, key, ref, outcome, detail
),
due as materialized (
  select * from decided
  where outcome = 'applied' and ((shard, member_id) in (select shard, member_id from op)) is true
)`;

/**
 * The wallets and their entries. The new balance is computed from the locked row, not from the row the update
 * finds: PostgreSQL tests conditions and CHECKs first on the row of the statement's snapshot, which is older
 * when another transaction had the wallet, and would refuse money that is there. The version must still be
 * the one that was decided on; otherwise the entry's primary key undoes the whole statement.
 * @param source CTE with the columns of `due`
 */
export const movedCtes = (source: string): string => `moved as (
  update wallet w
  set available = d.available + d.amount, held = d.held + d.held_change, version = d.version + 1
  from ${source} d
  where w.shard = d.shard and w.member_id = d.member_id and w.version <= d.version
  returning w.shard, w.member_id, d.key, d.ref, d.kind, w.currency, d.amount, d.held_change, d.counter_account,
    w.available, w.held, w.version
),
written as (
  insert into entry
    (shard, member_id, version, key, kind, currency, amount, held_change, counter_account, available_after, held_after, ref)
  select shard, member_id, version + 1, key, kind, currency, amount, held_change, counter_account,
    available + amount, held + held_change, ref
  from ${source}
)`;

/** From `ready` to the entries: `locked`, `decided`, `op`, `due`, `moved`, `written`. */
export const postingCtes = `${lockedCte},
${decidedCte('locked')},
${keyCtes},
${movedCtes('due')}`;

/**
 * The final select: one row per new operation, in no order. An operation missing from it was a replay (or has
 * no wallet): its key may have come from a transaction this statement's snapshot does not see, so
 * `settleOutcomes` reads the stored outcome afterwards.
 */
export const postingResult = `select member_id, key, outcome, detail, ref, null::bigint as amount,
  null::bigint as available, null::bigint as held, null::bigint as version
from op where outcome <> 'applied'
union all
select member_id, key, 'applied', null::jsonb, ref, amount, available, held, version from moved`;
