-- Deposits of USDT as the chains tell them. Only src/cashier/chain reads or writes these tables.

-- The next address of each extended public key. Taken and used in one transaction, so that addresses become visible in the
-- order of their numbers: whoever knows all below n has only to ask for those from n on.
create table chain_counter (
  -- Names the key without telling it.
  xpub text primary key,
  next integer not null check (next > 0)
);

-- Deposit addresses, one for each recharge. Found by the address alone, since that is all a chain tells; the same twenty
-- bytes are watched on both networks, whichever was shown.
create table chain_address (
  address bytea primary key check (octet_length(address) = 20),
  xpub text not null,
  idx integer not null check (idx >= 0),
  shown_network text not null check (shown_network in ('usdt-trc20', 'usdt-erc20')),
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  recharge_id uuid not null,
  allocated_at timestamptz not null default now(),
  -- After this it is no longer looked for; a claim by hash still finds it.
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
  -- Rises with each change, so that a process which has lost the lead changes nothing.
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
  -- Millionths of a dollar, whatever the decimals of the token.
  micro bigint not null check (micro > 0),
  state text not null default 'seen' check (state in ('seen', 'final', 'orphaned')),
  -- Rises with each change; what was told is behind it until the recharge knows.
  revision integer not null default 1,
  told integer not null default 0 check (told <= revision),
  seen_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (network, tx_hash, log_index)
);
create index chain_transfer_open on chain_transfer (network, block_number) where state = 'seen';
create index chain_transfer_untold on chain_transfer (network, tx_hash, log_index) where told < revision;
create index chain_transfer_block on chain_transfer (network, block_number) where state = 'final';

-- What a recharge may have seen and is to be told that it is gone: another transfer of the same transaction has come to its
-- place among the logs, and took its row.
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

-- The simulated chain of play mode. Its blocks come with the clock, and are made of what stands here.
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
  -- null: lost by a reorganisation.
  block_number bigint,
  token text not null check (token in ('usdt', 'other')),
  recipient bytea not null,
  micro bigint not null check (micro >= 0),
  failed boolean not null default false
);
create index sandbox_transaction_block on sandbox_transaction (network, block_number);
