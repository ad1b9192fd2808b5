-- The public log of the house: one sequence of entries, of which tiles and checkpoints are made. Facts are read by the number of
-- the transaction that wrote them, so that their writers do nothing for it and no commit is skipped.

-- Entries in their order, as the tree hashes them. Each fact is there once.
create table log_entry (
  seq bigint primary key check (seq >= 0),
  kind text not null,
  id text not null,
  -- Canonical JSON; the leaf is over its bytes in UTF-8.
  entry text not null,
  constraint log_entry_fact unique (kind, id)
);

-- Hashes of full subtrees of 256^level entries: what the tiles above the leaves hold. They follow from the entries.
create table log_node (
  level smallint not null check (level > 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, index)
);

create table log_tree (
  one boolean primary key default true check (one),
  size bigint not null default 0,
  -- Hashes of the full subtrees that the tree is made of, from left to right.
  edge bytea not null default '',
  -- Full tiles of the first so many entries are in the store.
  stored bigint not null default 0,
  -- After a restored backup facts are looked up before they are added, since numbers of transactions begin again.
  looks_up boolean not null default false
);
insert into log_tree default values;

-- Up to where each source is taken: all facts of transactions below `tx`, and the first `taken` rows of that one.
create table log_mark (
  source text not null,
  -- The first shard of the group; 0 for what belongs to no shard.
  shard smallint not null,
  tx bigint not null default 0,
  taken integer not null default 0,
  primary key (source, shard)
);

-- A log that could not go on as it was signed begins a new epoch, under a name of its own.
create table log_epoch (
  epoch integer primary key check (epoch > 0),
  -- What was signed last in the epoch before, as a signed note.
  last_note text,
  reason text not null,
  at timestamptz not null default now()
);
insert into log_epoch (epoch, reason) values (1, 'the log began');

-- The last checkpoint of each epoch; empty before the first. The row is locked while one is signed.
create table log_signed (
  epoch integer primary key references log_epoch (epoch),
  size bigint not null default 0,
  root bytea not null default '',
  note text not null default '',
  at timestamptz not null default now()
);
insert into log_signed (epoch) values (1);

-- Facts of members that no other row keeps as they were: the body is stored.
create table member_fact (
  shard smallint not null,
  member_id uuid not null,
  kind text not null,
  id text not null check (id !~ '\n'),
  body text not null,
  at timestamptz not null default now(),
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (shard, member_id, kind, id)
);
create index member_fact_tx on member_fact using brin (tx) with (pages_per_range = 32, autosummarize = on);

-- The same of the house.
create table house_fact (
  kind text not null,
  id text not null check (id !~ '\n'),
  is_private boolean not null,
  body text not null,
  at timestamptz not null default now(),
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (kind, id)
);
create index house_fact_tx on house_fact (tx);

-- What a chunk of a settlement has done to each of its bets, lost ones included: one row for all of them.
create table settlement_chunk (
  shard smallint not null check (shard between 0 and 255),
  id uuid not null,
  event_id uuid not null,
  -- The ruling.
  version integer not null,
  -- [{"member", "bet", "n", "state", "payout", "booked", "lost"}]: `n` is the number of the bet's settlement, amounts are texts of minor
  -- units, `booked` is above zero for what was paid and below for what was taken back, `lost` is what was not there to be taken.
  bets jsonb not null,
  at timestamptz not null default now(),
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (shard, id)
);
create index settlement_chunk_tx on settlement_chunk (tx);

-- Prices from before the log are not in it: to number their rows would rewrite the whole table.
alter table market_history add column tx bigint;
alter table market_history alter column tx set default (pg_current_xact_id()::text::bigint);
create index market_history_tx on market_history using brin (tx) with (pages_per_range = 32, autosummarize = on);

alter table result add column tx bigint not null default (pg_current_xact_id()::text::bigint);
create index result_tx on result (tx);
alter table ruling add column tx bigint not null default (pg_current_xact_id()::text::bigint);
create index ruling_tx on ruling (tx);
alter table offer_rule add column tx bigint not null default (pg_current_xact_id()::text::bigint);
create index offer_rule_tx on offer_rule (tx);
alter table reward_rules add column tx bigint not null default (pg_current_xact_id()::text::bigint);
alter table team_rules add column tx bigint not null default (pg_current_xact_id()::text::bigint);
alter table house_text add column tx bigint not null default (pg_current_xact_id()::text::bigint);
alter table setting_record add column tx bigint not null default (pg_current_xact_id()::text::bigint);
alter table adjustment add column tx bigint not null default (pg_current_xact_id()::text::bigint);
create index adjustment_tx on adjustment (tx);
alter table office_audit add column tx bigint not null default (pg_current_xact_id()::text::bigint);
create index office_audit_tx on office_audit (tx);
