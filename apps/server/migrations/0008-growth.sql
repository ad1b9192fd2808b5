-- Teams and their commission, check-ins and VIP levels.

-- The leaders of a member: generation 1 is the inviter, 2 and 3 those above. Written at registration, never changed.
create table team_tree (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  generation smallint not null check (generation between 1 and 3),
  leader_shard smallint not null check (leader_shard between 0 and 255),
  leader_id uuid not null check (leader_id <> member_id),
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (shard, member_id, generation),
  unique (shard, member_id, leader_id)
);
create index team_tree_tx on team_tree (tx);
-- The team of a leader by generation is read from the index alone: a big team has thousands of rows all over the table.
create index team_tree_below on team_tree (leader_shard, leader_id, generation, member_id) include (shard);

-- Members of each leader by generation, for the list of the biggest teams: counted from team_tree to the mark, so that a registration
-- changes no row of a leader.
create table team_size (
  shard smallint not null check (shard between 0 and 255),
  leader_id uuid not null,
  people_1 integer not null check (people_1 >= 0),
  people_2 integer not null check (people_2 >= 0),
  people_3 integer not null check (people_3 >= 0),
  people integer not null generated always as (people_1 + people_2 + people_3) stored,
  primary key (shard, leader_id)
);
create index team_size_people on team_size (people desc, leader_id);

create table team_size_mark (
  one boolean primary key default true check (one),
  tx bigint not null default 0
);
insert into team_size_mark default values;

-- What counts for team levels: all that was credited to a member, in minor units, and bets of closed days.
create table team_fact (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  recharged bigint not null default 0 check (recharged >= 0),
  bets bigint not null default 0 check (bets >= 0),
  primary key (shard, member_id)
) with (fillfactor = 80);

-- How far the bets and recharges of other modules were read.
create table team_mark (
  name text primary key check (name in ('bets', 'recharges')),
  read_to timestamptz not null
);
-- Days count from the first day of the site.
insert into team_mark (name, read_to) values ('bets', now()), ('recharges', 'epoch');

-- Rules as published; version 1 is written from the settings at the first start.
create table team_rules (
  version integer primary key check (version > 0),
  levels jsonb not null,
  counts_from date not null,
  published_at timestamptz not null,
  published_by uuid,
  tx bigint not null default (pg_current_xact_id()::text::bigint)
);

-- A day that is closed, or being closed, and how far that is.
create table team_run (
  day date primary key,
  state text not null default 'reading' check (state in ('reading', 'booking', 'paying', 'closed')),
  rules_version integer not null references team_rules (version),
  -- It has the changes of bets within these times.
  read_from timestamptz not null,
  read_to timestamptz not null,
  -- All that it credits, in minor units.
  credits bigint not null default 0 check (credits >= 0),
  begun_at timestamptz not null default now(),
  closed_at timestamptz,
  -- Totals of the day's bets of invited members when it was closed, and how many leaders it credits.
  members integer not null default 0 check (members >= 0),
  bets bigint not null default 0 check (bets >= 0),
  stakes bigint not null default 0 check (stakes >= 0),
  theoretical numeric(38, 0) not null default 0 check (theoretical >= 0),
  leaders integer not null default 0 check (leaders >= 0)
);
create unique index team_run_open on team_run ((true)) where state <> 'closed';

-- A member's bets of a day, as the last closing found them.
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

-- Devices of a member's sign-ins, as hashes that mean nothing outside this server.
create table team_device (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  device bytea not null,
  seen_at timestamptz not null,
  primary key (shard, member_id, device)
);
create index team_device_same on team_device (device);
create index team_device_seen on team_device (seen_at);

-- Members who may be their own leader. While a flag is open or confirmed, the leader gets nothing for that member's bets from the
-- day on which it was raised.
create table team_flag (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  leader_shard smallint not null check (leader_shard between 0 and 255),
  leader_id uuid not null,
  reason text not null check (reason in ('same_device', 'same_payment', 'same_person')),
  id uuid not null,
  state text not null default 'open' check (state in ('open', 'cleared', 'confirmed')),
  from_day date not null,
  raised_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  -- Whether it is in force in the bookings, and the closing that changed that last.
  in_force boolean not null default false,
  run date,
  version integer not null default 0,
  primary key (shard, member_id, leader_id, reason),
  check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null))
);
create index team_flag_state on team_flag (state, id);
create index team_flag_leader on team_flag (leader_shard, leader_id) where in_force;
create index team_flag_of_leader on team_flag (leader_shard, leader_id);
create index team_flag_id on team_flag (id);

-- A leader's day: the team level and the rates that count for it. Rates are in millionths; without a level they are 0.
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
create index team_commission_restricted on team_commission (day, leader_id) where restricted;

-- What the closing of `run` booked of one generation for a leader's day. The first of a day is the day itself, the others are
-- differences. Append-only.
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

-- What a closing has to credit or to take back for a leader's day.
create table team_due (
  shard smallint not null check (shard between 0 and 255),
  leader_id uuid not null,
  day date not null,
  run date not null,
  amount bigint not null check (amount <> 0),
  -- What was taken back so far.
  taken bigint not null default 0 check (taken >= 0 and taken <= greatest(-amount, 0)),
  -- owed: part of it was not available; it is taken from later commission.
  state text not null default 'due' check (state in ('due', 'owed', 'done')),
  done_at timestamptz,
  primary key (shard, leader_id, day, run)
);
create index team_due_open on team_due (run, shard, leader_id) where state = 'due';
create index team_due_owed on team_due (shard, leader_id, run, day) where state = 'owed';
-- The statements of a closing, largest first, and what it takes back.
create index team_due_run on team_due (run, amount desc, leader_id, day);
create index team_due_back on team_due (run) where amount < 0;

-- Which shards of leaders a closing has booked.
create table team_part (
  run date not null,
  shard smallint not null check (shard between 0 and 255),
  primary key (run, shard)
);

-- What check-ins and VIP levels give, as published in the office; the settings count until the first version does.
create table reward_rules (
  version integer primary key check (version > 0),
  -- In the form of the settings CHECK_IN_SCALE and VIP_LEVELS, and read by the same code.
  check_in_scale text not null,
  vip_levels jsonb not null,
  counts_from date not null,
  published_at timestamptz not null,
  published_by uuid not null references operator (id),
  tx bigint not null default (pg_current_xact_id()::text::bigint)
);

-- A check-in by the client's key. A second one of a day has no reward, and keeps its key.
create table check_in (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  key text not null,
  -- In the time zone of the site.
  day date not null,
  -- Place in the run of days, from 1; the reward, and the balance with it, in minor units.
  streak smallint check (streak between 1 and 7),
  reward bigint check (reward > 0),
  balance bigint,
  at timestamptz not null default now(),
  primary key (shard, member_id, key),
  constraint check_in_whole check ((reward is null) = (streak is null) and (reward is null) = (balance is null))
);
-- One reward a day; the calendar is read from it.
create unique index check_in_day on check_in (shard, member_id, day) where reward is not null;

-- The last check-in of a member, and how many days in a row. Updated under the condition that the day is later.
create table check_in_streak (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  last_day date not null,
  streak smallint not null check (streak between 1 and 7),
  primary key (shard, member_id)
);

-- What check-ins of a day gave above the scale because of levels. By shard, so that members wait for few others.
create table check_in_sum (
  day date not null,
  shard smallint not null check (shard between 0 and 255),
  check_ins integer not null check (check_ins > 0),
  extra bigint not null check (extra >= 0),
  primary key (day, shard)
);

-- The highest level that a member was notified of.
create table vip_told (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  level smallint not null check (level between 1 and 5),
  told_at timestamptz not null default now(),
  primary key (shard, member_id)
);
-- Counts members by level.
create index vip_told_level on vip_told (level);
