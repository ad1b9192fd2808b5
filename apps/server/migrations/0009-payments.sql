-- Recharges, payments, payout methods, withdrawals, the payment providers, and deposits on chains.

-- Recharges as members request them.
create table recharge (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  -- The client's key, and a hash of the request.
  key text not null,
  request_hash text not null,
  channel text not null,
  method text not null,
  currency text not null,
  -- What the member pays, in minor units of the wallet, and the terms of the fee.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  fee_bp integer not null check (fee_bp between 0 and 9999),
  fee_fixed bigint not null check (fee_fixed >= 0),
  -- The most that one payment may credit without an operator.
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
  -- Its instructions are complete: it is never shown before.
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
  -- Counts the changes: a decision is written only if none was made since it was read.
  version integer not null default 0,
  primary key (shard, member_id, id),
  constraint recharge_key unique (shard, member_id, key)
);
-- Providers know a recharge by its id alone.
create index recharge_id on recharge (id);
create index recharge_expiring on recharge (expires_at) where state = 'created';
create index recharge_to_review on recharge (created_at) where voucher is not null and state not in ('credited', 'rejected');

-- Money that arrived by the report of a rail. Unique by the rail's reference, so that none is credited twice.
create table payment (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  rail text not null,
  ref text not null,
  id uuid not null,
  recharge_id uuid not null,
  -- In the smallest units of the rail: millionths of USDT, or minor units of the wallet or of `currency`.
  paid bigint not null check (paid > 0),
  -- The same in the wallet's currency, the fee, and what was credited.
  gross bigint not null check (gross >= 0),
  fee bigint not null default 0 check (fee >= 0),
  credited bigint not null default 0 check (credited >= 0),
  -- The turnover that it requires before a withdrawal.
  turnover bigint not null default 0 check (turnover >= 0),
  state text not null check (state in ('seen', 'credited', 'in_review', 'refused', 'orphaned')),
  payment_case text,
  -- Its block on a chain.
  block bigint,
  seen_at timestamptz not null,
  -- Read from the clock of the database under the lock of the member's turnover.
  credited_at timestamptz,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  -- The currency of a payment in another one than its recharge requested; `paid` is in minor units of it.
  currency text check (currency ~ '^[A-Z]{3,5}$'),
  primary key (shard, member_id, rail, ref),
  check ((state = 'credited') = (credited_at is not null)),
  check (state <> 'credited' or gross = fee + credited)
);
create index payment_recharge on payment (shard, member_id, recharge_id);
create index payment_in_review on payment (seen_at) where state = 'in_review';
-- What was credited since a time.
create index payment_credited on payment (credited_at) where state = 'credited';
create index payment_ended on payment (tx) include (rail, state, gross, paid) where state in ('credited', 'refused');

-- A reference counts once over all members, also one that an operator enters.
create table payment_ref (
  rail text not null,
  ref text not null,
  payment_id uuid not null,
  primary key (rail, ref)
);

-- When a member last owed no turnover: earlier bets and payments no longer count.
create table turnover (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  met_at timestamptz not null,
  version integer not null default 0,
  primary key (shard, member_id)
);

-- Bank accounts and wallets that members are paid to.
create table payout_method (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  type text not null check (type in ('bank', 'usdt-trc20', 'usdt-erc20')),
  -- The fields of the request, as they were entered.
  fields jsonb not null,
  -- What identifies the method: the address, or bank and account.
  fingerprint text not null,
  created_at timestamptz not null,
  usable_from timestamptz not null,
  deleted_at timestamptz,
  -- Counts the changes, as in withdrawal: the facts of both in the public log are numbered by it.
  version integer not null default 0,
  primary key (shard, member_id, id)
);
create unique index payout_method_once on payout_method (shard, member_id, fingerprint) where deleted_at is null;
-- The same method of several members is a reason for review.
create index payout_method_shared on payout_method (fingerprint);

-- Withdrawals from request to payment.
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
  -- The method as it was when chosen: a later change must not redirect money.
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
  -- The fee without the member's VIP level: the difference is what levels cost. Null where unknown.
  fee_site bigint check (fee_site >= 0),
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  -- To a crypto wallet: the wallet's currency for one USDT, in millionths, and the millionths of USDT that are sent, both fixed at the
  -- request. Null for banks and where the site had no rate.
  rate_micro bigint check (rate_micro > 0),
  usdt_micro bigint check (usdt_micro >= 0),
  primary key (shard, member_id, id),
  constraint withdrawal_key unique (shard, member_id, key),
  constraint withdrawal_coin check ((rate_micro is null) = (usdt_micro is null))
);
create index withdrawal_open on withdrawal (requested_at) where state in ('in_progress', 'success');
create index withdrawal_by_method on withdrawal (shard, member_id, method_id);
create index withdrawal_paid on withdrawal (paid_at) include (fee, fee_site) where state in ('success', 'finished');
-- Most withdrawals have ended; the office pages through them, newest first, and counts them.
create index withdrawal_ended on withdrawal (requested_at desc, id) where state in ('finished', 'refused', 'cancelled');
create index withdrawal_finished on withdrawal (tx) include (rail, receive) where state = 'finished';
-- Both limits of withdrawals count a member's requests of a day.
create index withdrawal_requested on withdrawal (shard, member_id, requested_at)
  include (amount) where state in ('in_progress', 'success', 'finished');

-- Who approved. Two different operators, where two are needed.
create table withdrawal_approval (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  withdrawal_id uuid not null,
  operator_id uuid not null,
  at timestamptz not null,
  primary key (shard, member_id, withdrawal_id, operator_id)
);

-- A bank's reference or a transaction's hash pays one withdrawal over all members. It is claimed in this table, as the reference of a
-- payment is, so that withdrawals need no index over all shards.
create table payout_ref (
  rail text not null,
  reference text not null,
  withdrawal_id uuid not null,
  primary key (rail, reference)
);

-- Payouts wait while the database may be older than what rails have paid: after a restore, and while the public log is refused. The tool
-- of restores writes this table too.
create table payout_hold (
  number integer generated always as identity primary key,
  reason text not null check (reason in ('restored', 'log_refused')),
  -- Payments of rails after this time may be missing in the database.
  since timestamptz not null,
  at timestamptz not null default clock_timestamp(),
  released_at timestamptz,
  released_by uuid references operator (id),
  note text check (length(note) between 10 and 1000),
  -- References of payments that are in the rails' lists and not in this database, accounted for by the operator.
  unknown_references text[] not null default '{}',
  constraint payout_hold_released check (
    (released_at is null) = (released_by is null) and (released_at is null) = (note is null))
);
create unique index payout_hold_open on payout_hold ((released_at is null)) where released_at is null;

-- Authentic notices of payment providers. A provider repeats one until it is answered.
create table rail_event (
  rail text not null,
  event_id text not null,
  -- SHA-256 of its parsed content: a repeated notice may differ in details that do not matter.
  news_hash bytea not null,
  kind text not null check (kind in ('paid', 'failed', 'expired', 'ignored')),
  -- Null: it is about no recharge of this site.
  recharge_id uuid,
  received_at timestamptz not null default now(),
  -- Until then one delivery is being handled; another waits.
  taken_until timestamptz not null,
  -- Null: not handled yet.
  handled_at timestamptz,
  primary key (rail, event_id),
  check ((recharge_id is null) = (kind = 'ignored'))
);

-- Sums of payments and withdrawals that no longer change, by rail, to the mark: the office adds only what came later.
create table rail_total (
  rail text primary key,
  -- Minor units of the wallet.
  credited numeric(38, 0) not null,
  paid_out numeric(38, 0) not null,
  -- In units of the rail.
  paid_units numeric(38, 0) not null
);

create table rail_mark (
  one boolean primary key default true check (one),
  tx bigint not null default 0
);
insert into rail_mark default values;

-- The next address of each extended public key. Taken and used in one transaction, so that addresses become visible in the order of
-- their numbers: a reader that knows all below n asks only for those from n on.
create table chain_counter (
  -- Identifies the key without revealing it.
  xpub text primary key,
  next integer not null check (next > 0)
);

-- Deposit addresses, one for each recharge. Found by the address alone, since a chain reports no more; the same twenty bytes are
-- watched on both networks, whichever was shown.
create table chain_address (
  address bytea primary key check (octet_length(address) = 20),
  xpub text not null,
  idx integer not null check (idx >= 0),
  shown_network text not null check (shown_network in ('usdt-trc20', 'usdt-erc20')),
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  recharge_id uuid not null,
  allocated_at timestamptz not null default now(),
  -- It is no longer watched after this time; a claim by hash still finds it.
  watch_until timestamptz not null,
  unique (xpub, idx),
  unique (shard, member_id, recharge_id)
);

-- Which process reads a network.
create table chain_lead (
  network text primary key,
  owner uuid not null,
  until timestamptz not null
);

-- How far each network was read.
create table chain_cursor (
  network text primary key,
  -- The newest block that was read.
  scanned bigint not null,
  -- Every block up to here was read after it had become final.
  finalized bigint not null,
  finalized_hash bytea not null,
  -- Rises with each change, so that a process that lost the lead changes nothing.
  turn bigint not null default 0
);

-- Blocks that were read and are not final yet.
create table chain_block (
  network text not null,
  number bigint not null,
  hash bytea not null,
  primary key (network, number)
);

-- Transfers to watched addresses.
create table chain_transfer (
  network text not null check (network in ('usdt-trc20', 'usdt-erc20')),
  tx_hash bytea not null,
  log_index integer not null,
  block_number bigint not null,
  block_hash bytea not null,
  token bytea not null,
  address bytea not null,
  -- Millionths of a dollar, for any number of decimals of the token.
  micro bigint not null check (micro > 0),
  state text not null default 'seen' check (state in ('seen', 'final', 'orphaned')),
  -- Rises with each change; `told` is the last one reported to the recharge.
  revision integer not null default 1,
  told integer not null default 0 check (told <= revision),
  seen_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (network, tx_hash, log_index)
);
create index chain_transfer_open on chain_transfer (network, block_number) where state = 'seen';
create index chain_transfer_untold on chain_transfer (network, tx_hash, log_index) where told < revision;
create index chain_transfer_block on chain_transfer (network, block_number) where state = 'final';
create index chain_transfer_sums on chain_transfer (network) include (micro, told, revision) where state = 'final';

-- Transfers that a recharge may have seen and that are gone: another transfer of the same transaction has their place among the logs,
-- and their row.
create table chain_taken_back (
  network text not null,
  tx_hash bytea not null,
  log_index integer not null,
  block_hash bytea not null,
  block_number bigint not null,
  address bytea not null,
  micro bigint not null,
  primary key (network, tx_hash, log_index, block_hash)
);

-- The simulated chain of play mode. Its blocks follow the clock and are computed from these tables.
create table sandbox_chain (
  network text primary key,
  genesis_at timestamptz not null
);

-- From this block on, the chain was replaced.
create table sandbox_fork (
  id uuid primary key,
  network text not null,
  from_number bigint not null
);
create index sandbox_fork_from on sandbox_fork (network, from_number);

create table sandbox_transaction (
  id uuid primary key,
  network text not null,
  tx_hash bytea not null unique,
  -- Null: lost by a reorganisation.
  block_number bigint,
  token text not null check (token in ('usdt', 'other')),
  recipient bytea not null,
  micro bigint not null check (micro >= 0),
  failed boolean not null default false
);
create index sandbox_transaction_block on sandbox_transaction (network, block_number);

-- Orders at rails that move no real money.
create table sandbox_order (
  shard smallint not null,
  recharge_id uuid not null,
  rail text not null,
  reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  scale smallint not null,
  lan text not null,
  state text not null default 'open' check (state in ('open', 'challenge', 'paid', 'failed', 'cancelled')),
  -- Wrong codes of the challenge so far.
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (shard, recharge_id)
);

-- Notices of the sandbox rails, repeated until they are answered.
create table sandbox_notice (
  shard smallint not null,
  recharge_id uuid not null,
  id text not null,
  rail text not null,
  body text not null,
  at timestamptz not null,
  delivered_at timestamptz,
  primary key (shard, recharge_id, id)
);
create index sandbox_notice_waiting on sandbox_notice (at) where delivered_at is null;
