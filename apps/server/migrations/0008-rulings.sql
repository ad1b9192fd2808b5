-- How a match is decided: results in kinds, voids, and the rulings that follow from them. Bets are settled by the last
-- ruling of each match; what an earlier one paid is changed by the difference.

alter table result
  -- How the match ended. An award after the final whistle is on record and decides nothing.
  add column kind text not null default 'played'
    check (kind in ('played', 'abandoned', 'postponed', 'cancelled', 'awarded')),
  -- Why a person has to decide: it contradicts what counts, or what another source has proposed.
  add column flag text check (flag in ('contradicts_confirmed', 'contradicts_proposed', 'called_off')),
  -- The second operator of a late correction.
  add column confirmed_with text check (confirmed_with <> confirmed_by),
  -- When, by whom and why a proposal was rejected, or superseded by one that says as much.
  add column closed_at timestamptz,
  add column closed_by text,
  add column closed_why text,
  drop constraint result_state_check,
  add constraint result_state_check check (state in ('proposed', 'confirmed', 'rejected', 'superseded')),
  add constraint result_score check (
    (ht_home is null) = (ht_away is null) and (ft_home is null) = (ft_away is null)
    and ht_home >= 0 and ht_away >= 0 and ft_home >= ht_home and ft_away >= ht_away and ft_home >= 0 and ft_away >= 0);

alter table event
  -- When it should have kicked off before it was called off: the 48 hours count from then.
  add column called_off_from timestamptz;
create index event_called_off on event (kick_off) where state in ('postponed', 'abandoned', 'cancelled');

-- What decides an event, one version after the other: a confirmed result, a void, a void that is taken back.
create table ruling (
  event_id uuid not null references event (id),
  version integer not null check (version > 0),
  -- The result that counts from here on; null while there is none.
  result_version integer,
  who text not null,
  -- The second operator, where one is not enough.
  with_whom text check (with_whom <> who),
  why text not null,
  at timestamptz not null default now(),
  primary key (event_id, version),
  foreign key (event_id, result_version) references result (event_id, version)
);

-- Bets that are void, whatever the result: of the whole event, a market, one of its lines, or struck within a time.
create table void_rule (
  event_id uuid not null,
  -- The ruling that made it.
  version integer not null,
  market text,
  -- Of the market on the board: of a handicap the home side's.
  line text,
  struck_from timestamptz not null default '-infinity',
  struck_until timestamptz not null default 'infinity',
  -- The ruling that took it back.
  undone_version integer check (undone_version > version),
  primary key (event_id, version),
  foreign key (event_id, version) references ruling (event_id, version),
  foreign key (event_id, undone_version) references ruling (event_id, version),
  check (line is null or market is not null),
  check (struck_from < struck_until)
);

-- One row per event that was ever ruled on. Rulings of one event are made one after the other: each takes this row first.
create table standing (
  event_id uuid primary key references event (id),
  -- The last ruling made.
  ruling integer not null default 0,
  -- The ruling whose grades count: a leg stands by its rows of `graded` under this version.
  graded integer not null default 0
);

insert into ruling (event_id, version, result_version, who, why, at)
select event_id, version, version, coalesce(confirmed_by, 'feed'), 'result', coalesce(confirmed_at, proposed_at)
from result where state = 'confirmed';
insert into standing (event_id, ruling, graded)
select r.event_id, max(r.version), coalesce(max(g.version), 0)
from ruling r left join settlement_run g on g.event_id = r.event_id and g.version = r.version group by r.event_id;

alter table graded
  -- A handicap struck in play counts the goals after this score; '' for every other leg.
  add column since text not null default '',
  -- Legs struck within these times; a void by time cuts them.
  add column struck_from timestamptz not null default '-infinity',
  add column struck_until timestamptz not null default 'infinity',
  -- The section of the published rules that decided it.
  add column rule text not null default '',
  drop constraint graded_pkey,
  add primary key (event_id, version, market, line, selection, since, struck_from);

alter table settlement_run
  drop constraint settlement_run_event_id_version_fkey,
  drop column next_shard,
  add column taken_minor numeric not null default 0,
  -- What corrections should have taken back and was no longer there: the house's loss.
  add column lost_minor numeric not null default 0,
  add foreign key (event_id, version) references ruling (event_id, version);

-- How far a run is, shard by shard: two workers never write one row.
create table settlement_shard (
  event_id uuid not null,
  version integer not null,
  shard smallint not null,
  bets bigint not null default 0,
  paid_minor numeric not null default 0,
  taken_minor numeric not null default 0,
  lost_minor numeric not null default 0,
  done boolean not null default false,
  moved_at timestamptz not null default now(),
  primary key (event_id, version, shard)
);

-- A bet is settled as often as its legs' grades change. The number keys its payments: settle:<bet>:<number>.
alter table bet rename column settled_version to settlements;
update bet set settlements = 0 where settlements is null;
alter table bet
  alter column settlements set default 0,
  alter column settlements set not null,
  -- What corrections could not take back: the member keeps it, and a later correction pays that much less.
  add column lost bigint not null default 0 check (lost >= 0);

-- What a member is told when a bet that was settled is settled again.
create table bet_notice (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  bet_id uuid not null,
  -- The number of the bet's settlement.
  n integer not null,
  event_id uuid not null,
  ruling integer not null,
  state_before text not null,
  payout_before bigint not null,
  settled_before timestamptz not null,
  state_after text not null,
  -- null: the bet runs again.
  payout_after bigint,
  -- What was booked: above zero paid, below zero taken back. `lost` is what was not there to be taken.
  booked bigint not null,
  lost bigint not null default 0,
  at timestamptz not null default now(),
  read_at timestamptz,
  primary key (shard, member_id, bet_id, n)
);
