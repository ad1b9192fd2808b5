-- Recharges, the payments that arrive for them, payout methods, withdrawals. Only src/cashier reads or writes these.

create table recharge (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  -- The client's key, and a hash of what it asked for.
  key text not null,
  request_hash text not null,
  channel text not null,
  method text not null,
  currency text not null,
  -- What the member pays, in minor units of the wallet; the terms of the fee are fixed with it.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  fee_bp integer not null check (fee_bp between 0 and 9999),
  fee_fixed bigint not null check (fee_fixed >= 0),
  -- The most one payment may credit without a person.
  amount_max bigint not null,
  -- Millionths of USDT to send, and of the wallet's currency for one USDT.
  usdt_micro bigint check (usdt_micro > 0),
  rate_micro bigint check (rate_micro > 0),
  turnover_bp integer not null check (turnover_bp >= 0),
  reference text not null,
  address text,
  qr text,
  pay_url text,
  provider_ref text,
  -- Its instructions are made: what is not ready was never shown to anybody.
  ready boolean not null default false,
  sandbox boolean not null,
  state text not null default 'created' check (state in ('created', 'awaiting', 'credited', 'expired', 'rejected')),
  payment_case text,
  reason text,
  credited bigint not null default 0 check (credited >= 0),
  voucher uuid,
  tx_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  credited_at timestamptz,
  -- Counts the changes: whoever decides on what it read, writes only if nothing changed since.
  version integer not null default 0,
  primary key (shard, member_id, id),
  constraint recharge_key unique (shard, member_id, key)
);
-- Providers know a recharge by its id alone.
create index recharge_id on recharge (id);
create index recharge_expiring on recharge (expires_at) where state = 'created';
create index recharge_to_review on recharge (created_at) where voucher is not null and state not in ('credited', 'rejected');

-- Money a rail says has arrived. Unique by the rail's own reference, so nothing is credited twice.
create table payment (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  rail text not null,
  ref text not null,
  id uuid not null,
  recharge_id uuid not null,
  -- What arrived, in the smallest units of the rail: millionths of USDT, or minor units of the wallet.
  paid bigint not null check (paid > 0),
  -- What that is in the wallet's currency, what the fee took and what was credited.
  gross bigint not null check (gross >= 0),
  fee bigint not null default 0 check (fee >= 0),
  credited bigint not null default 0 check (credited >= 0),
  -- What its turnover adds to what is owed before a withdrawal.
  turnover bigint not null default 0 check (turnover >= 0),
  state text not null check (state in ('seen', 'credited', 'in_review', 'refused', 'orphaned')),
  payment_case text,
  -- Block it stands in, on a chain.
  block bigint,
  seen_at timestamptz not null,
  -- Read from the clock of the database under the lock of the member's turnover.
  credited_at timestamptz,
  primary key (shard, member_id, rail, ref),
  check ((state = 'credited') = (credited_at is not null)),
  check (state <> 'credited' or gross = fee + credited)
);
create index payment_recharge on payment (shard, member_id, recharge_id);
create index payment_in_review on payment (seen_at) where state = 'in_review';
-- A reference counts once over all members, whoever it is entered for.
create table payment_ref (
  rail text not null,
  ref text not null,
  payment_id uuid not null,
  primary key (rail, ref)
);

-- When a member last owed no turnover: what came before no longer matters.
create table turnover (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  met_at timestamptz not null,
  version integer not null default 0,
  primary key (shard, member_id)
);

create table payout_method (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  type text not null check (type in ('bank', 'usdt-trc20', 'usdt-erc20')),
  -- The fields of the wire, as they were written.
  fields jsonb not null,
  -- What makes it the same method: the address, or bank and account.
  fingerprint text not null,
  created_at timestamptz not null,
  usable_from timestamptz not null,
  deleted_at timestamptz,
  primary key (shard, member_id, id)
);
create unique index payout_method_once on payout_method (shard, member_id, fingerprint) where deleted_at is null;
-- The same method of several members is a sign for review.
create index payout_method_shared on payout_method (fingerprint);

create table withdrawal (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  -- Also the id of the hold of `receive`; `fee_hold` is that of the fee.
  id uuid not null,
  fee_hold uuid not null,
  key text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  receive bigint not null check (receive > 0 and receive = amount - fee),
  method_id uuid not null,
  rail text not null,
  -- The method as it was when it was chosen: a later change must not redirect money.
  method jsonb not null,
  state text not null default 'in_progress'
    check (state in ('in_progress', 'success', 'finished', 'refused', 'cancelled')),
  stage text not null default 'in_review' check (stage in ('in_review', 'paying')),
  approvals_needed smallint not null check (approvals_needed in (1, 2)),
  requested_at timestamptz not null,
  arrives_by timestamptz not null,
  paying_at timestamptz,
  paid_at timestamptz,
  ended_at timestamptz,
  reference text,
  reason text,
  note text,
  version integer not null default 0,
  primary key (shard, member_id, id),
  constraint withdrawal_key unique (shard, member_id, key)
);
create index withdrawal_open on withdrawal (requested_at) where state in ('in_progress', 'success');
create index withdrawal_by_method on withdrawal (shard, member_id, method_id);
-- A bank's reference or a transaction's hash pays one withdrawal.
create unique index withdrawal_reference on withdrawal (rail, reference) where reference is not null;

-- Who said yes. Two different operators, where two are needed.
create table withdrawal_approval (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  withdrawal_id uuid not null,
  operator_id uuid not null,
  at timestamptz not null,
  primary key (shard, member_id, withdrawal_id, operator_id)
);
