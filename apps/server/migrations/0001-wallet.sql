-- The ledger. Only src/wallet reads or writes these tables.
-- Every table leads with shard = stable hash(member id) mod 256, so that it can be distributed by it.

create table wallet (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  currency text not null,
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  -- Number of the wallet's last entry: entries run 1..version without gaps.
  version bigint not null default 0 check (version >= 0),
  primary key (shard, member_id)
) with (fillfactor = 70);

-- One row per key a wallet has ever seen. It is written before the wallet moves, in the same statement.
create table operation (
  shard smallint not null,
  member_id uuid not null,
  key text not null,
  request_hash text not null,
  kind text not null,
  -- What was asked for. The batch statement reads it back from the insert instead of joining two changed tables.
  amount bigint not null,
  held_change bigint not null default 0,
  counter_account text not null,
  -- What the operation made (a bet, a withdrawal, …), if anything.
  ref uuid,
  -- 'applied', or the reason it was refused. A refused operation keeps its key.
  outcome text not null,
  detail jsonb,
  at timestamptz not null default now(),
  primary key (shard, member_id, key)
);

-- Append-only. The member's side is (amount, held_change); the house's side is counter_account with the opposite sum.
create table entry (
  shard smallint not null,
  member_id uuid not null,
  version bigint not null check (version > 0),
  key text not null,
  kind text not null,
  currency text not null,
  -- Change of available and of held, in minor units.
  amount bigint not null,
  held_change bigint not null default 0,
  counter_account text not null,
  available_after bigint not null check (available_after >= 0),
  held_after bigint not null check (held_after >= 0),
  ref uuid,
  at timestamptz not null default now(),
  -- The writing transaction, so that a roll-up can tell which entries are complete.
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (shard, member_id, version)
);
create index entry_tx on entry using brin (tx) with (pages_per_range = 32, autosummarize = on);

create table hold (
  shard smallint not null,
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  amount bigint not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'posted', 'released')),
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  primary key (shard, member_id, id)
);

-- House accounts are folds over entries, rolled up per shard up to a watermark.
create table house_total (
  shard smallint not null,
  account text not null,
  currency text not null,
  amount numeric not null default 0,
  entries bigint not null default 0,
  primary key (shard, account, currency)
);
create table house_watermark (
  shard smallint primary key,
  -- Entries of transactions below this one are in the totals.
  tx bigint not null,
  -- Every entry committed by then is in the totals.
  as_of timestamptz not null default now(),
  -- Once the transactions below next_tx have ended, the totals are as of next_at.
  next_tx bigint not null default 0,
  next_at timestamptz not null default now()
);
insert into house_watermark (shard, tx) select shard, 0 from generate_series(0, 255) as shard;

-- What the auditor found wrong; an open breach stops withdrawals of its shard.
create table audit_breach (
  id uuid primary key,
  shard smallint not null,
  invariant text not null,
  detail jsonb not null,
  found_at timestamptz not null default now(),
  closed_at timestamptz
);
create index audit_breach_open on audit_breach (shard) where closed_at is null;
