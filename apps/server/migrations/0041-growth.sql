-- What the office reads of teams and commission, and changes of published rules that two operators decide.

-- How many a leader has in each generation, for the list of the biggest teams: folded from team_tree up to the transaction
-- number of the mark, so that registering somebody changes no row of a leader.
alter table team_tree add column tx bigint not null default (pg_current_xact_id()::text::bigint);
create index team_tree_tx on team_tree (tx);
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

-- What a day's bets of invited members came to when it was closed, and how many leaders it credits.
alter table team_run
  add column members integer not null default 0 check (members >= 0),
  add column bets bigint not null default 0 check (bets >= 0),
  add column stakes bigint not null default 0 check (stakes >= 0),
  add column theoretical numeric(38, 0) not null default 0 check (theoretical >= 0),
  add column leaders integer not null default 0 check (leaders >= 0);
update team_run r set members = s.members, bets = s.bets, stakes = s.stakes, theoretical = s.theoretical
from (
  select day, count(*) as members, sum(bets) as bets, sum(stakes) as stakes, sum(theoretical) as theoretical
  from team_stake group by day
) s where s.day = r.day;
update team_run r set leaders = d.leaders
from (select run, count(distinct leader_id) as leaders from team_due where amount > 0 group by run) d where d.run = r.day;

-- The statements of a closing, the largest first; what was taken back; days on which a leader got nothing.
create index team_due_run on team_due (run, amount desc, leader_id, day);
create index team_due_back on team_due (run) where amount < 0;
create index team_commission_restricted on team_commission (day, leader_id) where restricted;
create index team_flag_of_leader on team_flag (leader_shard, leader_id);

-- Rules that one operator proposes and another lets count. Only src/platform reads or writes it, for the rooms whose rules
-- they are; those keep the versions that count.
create table rule_change (
  id uuid primary key,
  kind text not null check (kind in ('team', 'rewards')),
  -- The version it was made on: it becomes the next one, or none.
  based_on integer not null check (based_on >= 0),
  rules jsonb not null,
  -- The first day asked for; never earlier than the day after it was applied.
  asked_from date,
  reason text not null check (length(reason) between 5 and 500),
  state text not null default 'proposed' check (state in ('proposed', 'applied', 'refused', 'withdrawn')),
  proposed_by uuid not null references operator (id),
  proposed_at timestamptz not null,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  note text,
  version integer,
  constraint rule_change_decided check ((state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_at is null)),
  constraint rule_change_version check (version is null or state = 'applied'),
  -- Who proposed can only withdraw, and nobody else can.
  constraint rule_change_two check (state = 'proposed' or (state = 'withdrawn') = (decided_by = proposed_by))
);
create index rule_change_page on rule_change (kind, id);
create unique index rule_change_once on rule_change (kind, version) where version is not null;
