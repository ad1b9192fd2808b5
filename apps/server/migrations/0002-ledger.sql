-- Wallets, entries, holds, the accounts of the house and their sums. Only src/ledger writes these tables.

-- Balances of members.
create table wallet (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  currency text not null,
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  -- Number of the last entry: entries run 1..version without gaps.
  version bigint not null default 0 check (version >= 0),
  -- Rises with every change of what the member may stake: a bet is written only while the gate is the one it was checked against.
  -- 0: no limit was ever set, and none needs to be read.
  gate bigint not null default 0 check (gate >= 0),
  -- Counts refused operations. If neither version nor refusals changed since a statement began, it has seen all keys of the wallet.
  refusals bigint not null default 0 check (refusals >= 0),
  primary key (shard, member_id)
) with (fillfactor = 70);

-- Refused operations by key. The key of an applied one is that of its entry.
create table operation (
  shard smallint not null,
  member_id uuid not null,
  key text not null,
  request_hash text not null,
  kind text not null,
  -- The requested change. The batch statement reads it back from the insert instead of joining two changed tables.
  amount bigint not null,
  held_change bigint not null default 0,
  counter_account text not null,
  -- The bet, withdrawal, … that the operation made, if any.
  ref uuid,
  -- The reason of the refusal. A refused operation keeps its key.
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
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  -- Tells a repeated request from another one with the same key.
  request_hash text,
  primary key (shard, member_id, version)
);
create index entry_tx on entry using brin (tx) with (pages_per_range = 32, autosummarize = on);
create index entry_at on entry (at);
-- Entries of rare kinds and accounts are found among a day's many stakes and payouts, which cost these indexes nothing.
create index entry_rare_kind on entry (at) where kind not in ('stake', 'payout', 'refund');
create index entry_rare_account on entry (at) where counter_account not in ('stakes', 'payouts');
create unique index entry_key on entry (shard, member_id, key);

-- Amounts that are held until they are posted or released.
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

-- Money that moves between two accounts of the house. Append-only; both sides in one row.
create table house_move (
  shard smallint not null check (shard between 0 and 255),
  key text not null,
  request_hash text not null,
  from_account text not null check (from_account <> '' and from_account <> 'held'),
  to_account text not null check (to_account <> '' and to_account <> 'held'),
  currency text not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null default now(),
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (shard, key),
  check (from_account <> to_account)
);
create index house_move_tx on house_move (shard, tx);

-- Accounts of the house are sums over entries, rolled up per shard to a watermark.
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
  -- When the transactions below next_tx have ended, the totals are as of next_at.
  next_tx bigint not null default 0,
  next_at timestamptz not null default now()
);
insert into house_watermark (shard, tx) select shard, 0 from generate_series(0, 255) as shard;

-- One row: entries and moves of transactions below `tx` are in ledger_day, by days of `zone`.
create table ledger_mark (
  one boolean primary key default true check (one),
  -- Null: nothing has been summed yet.
  zone text,
  tx bigint not null default 0
);
insert into ledger_mark default values;

-- The ledger by day, over all shards.
create table ledger_day (
  day date not null,
  kind text not null,
  account text not null,
  currency text not null,
  -- Changes of available and held balances, and of the account: they add up to zero.
  amount numeric not null,
  held numeric not null,
  house numeric not null,
  entries bigint not null,
  primary key (day, kind, account, currency)
);

-- What the check of the ledger found wrong; an open breach stops withdrawals of its shard.
create table audit_breach (
  id uuid not null,
  shard smallint not null,
  invariant text not null,
  detail jsonb not null,
  found_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (shard, id)
);
create index audit_breach_open on audit_breach (shard) where closed_at is null;
