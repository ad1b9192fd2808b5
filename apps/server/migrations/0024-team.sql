-- Teams and commission. The tables of the team room are named team_…; what the book and the ledger add for them comes first.

-- Of src/book: what the house expects to keep of a bet, in millionths of its stake, recorded when it is placed, so that no later
-- change of margins changes it. Bets from before have none.
alter table bet add column margin_micro integer not null default 0 check (margin_micro between 0 and 1000000);
alter table delayed_order add column margin_micro integer not null default 0;
-- A day's settled bets are found by it. Bets are settled near where they were placed, and such an index lets a settlement write
-- its row in place.
create index bet_settled on bet using brin (settled_at) with (pages_per_range = 16, autosummarize = on);
-- Bets that were settled again, by when they were, and by when they had been before.
create index bet_notice_at on bet_notice (at);
create index bet_notice_before on bet_notice (settled_before);
create index bet_notice_reopened on bet_notice (shard, member_id, bet_id) where state_after = 'open';

-- Of src/cashier: what was credited since a moment.
create index payment_credited on payment (credited_at) where state = 'credited';

-- Of src/wallet: money that moves between two accounts of the house. Append-only; both sides in one row.
create table house_move (
  shard smallint not null check (shard between 0 and 255),
  key text not null,
  request_hash text not null,
  from_account text not null check (from_account <> '' and from_account <> 'held'),
  to_account text not null check (to_account <> '' and to_account <> 'held'),
  currency text not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null default now(),
  -- The writing transaction, as in entry.
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (shard, key),
  check (from_account <> to_account)
);
create index house_move_tx on house_move (shard, tx);

-- Only src/team reads or writes what follows.

-- Whose team a member is in: generation 1 the inviter's, 2 and 3 those above. Written when the member registers, never changed.
create table team_tree (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  generation smallint not null check (generation between 1 and 3),
  leader_shard smallint not null check (leader_shard between 0 and 255),
  leader_id uuid not null check (leader_id <> member_id),
  primary key (shard, member_id, generation),
  unique (shard, member_id, leader_id)
);
create index team_tree_leader on team_tree (leader_shard, leader_id, generation, member_id);

with recursive line as (
  select m.shard, m.id as member_id, 1 as generation, m.inviter_id as leader_id from member m where m.inviter_id is not null
  union all
  select l.shard, l.member_id, l.generation + 1, above.inviter_id
  from line l join member above on above.id = l.leader_id
  where above.inviter_id is not null and l.generation < 3
)
insert into team_tree (shard, member_id, generation, leader_shard, leader_id)
select l.shard, l.member_id, l.generation, leader.shard, l.leader_id from line l join member leader on leader.id = l.leader_id;

-- What counts of a member for team levels: all that was credited, minor units, and bets of closed days.
create table team_fact (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  recharged bigint not null default 0 check (recharged >= 0),
  bets bigint not null default 0 check (bets >= 0),
  primary key (shard, member_id)
) with (fillfactor = 80);

-- How far a reading of another room has come.
create table team_mark (
  name text primary key check (name in ('bets', 'recharges')),
  read_to timestamptz not null
);
-- Days count from the one on which teams began.
insert into team_mark (name, read_to) values ('bets', now()), ('recharges', 'epoch');

-- Rules as published; version 1 is written from the settings at the first start.
create table team_rules (
  version integer primary key check (version > 0),
  levels jsonb not null,
  counts_from date not null,
  published_at timestamptz not null,
  published_by uuid
);

-- A day that is closed, or being closed, and how far that is.
create table team_run (
  day date primary key,
  state text not null default 'reading' check (state in ('reading', 'booking', 'paying', 'closed')),
  rules_version integer not null references team_rules (version),
  -- Changes of bets from here on, and up to there, are in it.
  read_from timestamptz not null,
  read_to timestamptz not null,
  -- All it credits, minor units.
  credits bigint not null default 0 check (credits >= 0),
  begun_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index team_run_open on team_run ((true)) where state <> 'closed';

-- What a member's bets of a day come to, as the last closing found them.
create table team_stake (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  day date not null,
  bets bigint not null check (bets >= 0),
  stakes bigint not null check (stakes >= 0),
  -- Stakes in minor units times millionths of margin, added up.
  theoretical numeric(38, 0) not null check (theoretical >= 0),
  -- The closing that wrote it last.
  run date not null,
  primary key (shard, member_id, day)
);
create index team_stake_again on team_stake (run) where run > day;

-- Devices a member has signed in from, as hashes that say nothing outside this server.
create table team_device (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  device bytea not null,
  seen_at timestamptz not null,
  primary key (shard, member_id, device)
);
create index team_device_same on team_device (device);
create index team_device_seen on team_device (seen_at);

-- A member who may be their own leader. While it is open, and when it is confirmed, that leader gets nothing for that
-- member's bets of the day it was raised and later ones.
create table team_flag (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  leader_shard smallint not null check (leader_shard between 0 and 255),
  leader_id uuid not null,
  reason text not null check (reason in ('same_device', 'same_payment')),
  id uuid not null,
  state text not null default 'open' check (state in ('open', 'cleared', 'confirmed')),
  from_day date not null,
  raised_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  -- Whether it is in force in what is booked, and the closing that last changed that.
  in_force boolean not null default false,
  run date,
  primary key (shard, member_id, leader_id, reason),
  check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null))
);
create unique index team_flag_id on team_flag (id);
create index team_flag_state on team_flag (state, id);
create index team_flag_leader on team_flag (leader_shard, leader_id) where in_force;

-- A leader's day: the team level and the rates it is reckoned by, for good. Rates in millionths; without a level they are 0.
create table team_commission (
  shard smallint not null check (shard between 0 and 255),
  leader_id uuid not null,
  day date not null,
  id uuid not null,
  level smallint not null check (level between 0 and 3),
  restricted boolean not null,
  rules_version integer not null references team_rules (version),
  rate_1 integer not null check (rate_1 between 0 and 1000000),
  rate_2 integer not null check (rate_2 between 0 and 1000000),
  rate_3 integer not null check (rate_3 between 0 and 1000000),
  primary key (shard, leader_id, day)
);

-- A line of a leader's day: what the closing of `run` booked of one generation. The first of a day is the day's own, the
-- others are differences. Append-only.
create table team_line (
  shard smallint not null check (shard between 0 and 255),
  leader_id uuid not null,
  day date not null,
  generation smallint not null check (generation between 1 and 3),
  run date not null check (run >= day),
  people integer not null check (people >= 0),
  stakes bigint not null,
  theoretical numeric(38, 0) not null,
  amount bigint not null,
  at timestamptz not null default now(),
  primary key (shard, leader_id, day, generation, run)
);

-- The outbox: what a closing has to credit, or to take back, for a leader's day.
create table team_due (
  shard smallint not null check (shard between 0 and 255),
  leader_id uuid not null,
  day date not null,
  run date not null,
  amount bigint not null check (amount <> 0),
  -- Of what is to be taken back: what was, so far.
  taken bigint not null default 0 check (taken >= 0 and taken <= greatest(-amount, 0)),
  -- owed: part of it was not there; it is taken from later commission.
  state text not null default 'due' check (state in ('due', 'owed', 'done')),
  done_at timestamptz,
  primary key (shard, leader_id, day, run)
);
create index team_due_open on team_due (run, shard, leader_id) where state = 'due';
create index team_due_owed on team_due (shard, leader_id, run, day) where state = 'owed';

-- Which shards of leaders a closing has booked.
create table team_part (
  run date not null,
  shard smallint not null check (shard between 0 and 255),
  primary key (run, shard)
);
