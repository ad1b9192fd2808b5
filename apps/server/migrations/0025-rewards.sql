-- Check-ins and VIP levels, which only src/rewards reads or writes, and the settled stakes that src/book adds up for them.

-- A check-in by the client's key. One that came when the day was taken has no reward, and keeps its key all the same.
create table check_in (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  key text not null,
  -- On the site's calendar.
  day date not null,
  -- Place in the run of days, from 1; what was given and the balance with it, in minor units.
  streak smallint check (streak between 1 and 7),
  reward bigint check (reward > 0),
  balance bigint,
  at timestamptz not null default now(),
  primary key (shard, member_id, key),
  constraint check_in_whole check ((reward is null) = (streak is null) and (reward is null) = (balance is null))
);
-- A day is given once; the calendar is read by it.
create unique index check_in_day on check_in (shard, member_id, day) where reward is not null;

-- The last day a member checked in, and how many there were in a row. Moved under the condition that the day is later.
create table check_in_streak (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  last_day date not null,
  streak smallint not null check (streak between 1 and 7),
  primary key (shard, member_id)
);

-- The highest level a member was told of.
create table vip_told (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  level smallint not null check (level between 1 and 5),
  told_at timestamptz not null default now(),
  primary key (shard, member_id)
);

-- What a member's bets before one counted when each was settled first. Those are settled for good but for corrections, which
-- stand in bet_notice.
create table bet_turnover (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  -- Bets with smaller ids are in the sum.
  before uuid not null,
  stakes bigint not null check (stakes >= 0),
  primary key (shard, member_id)
);
