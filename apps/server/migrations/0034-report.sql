-- Bets by day and competition, and the largest of them, for the office. Only src/book/report reads or writes these tables.

-- One row: entries of transactions below `tx` are in the sums, by days of `zone`.
create table report_mark (
  one boolean primary key default true check (one),
  zone text,
  tx bigint not null default 0
);
insert into report_mark default values;

create table report_day (
  day date not null,
  -- '' for bets over several competitions.
  competition_id text not null,
  stakes numeric not null default 0,
  refunds numeric not null default 0,
  payouts numeric not null default 0,
  bets bigint not null default 0,
  -- Members who placed a bet there on that day.
  members bigint not null default 0,
  primary key (day, competition_id)
);

create table report_active (
  day date not null,
  competition_id text not null,
  shard smallint not null,
  member_id uuid not null,
  primary key (day, competition_id, shard, member_id)
);

-- What each bet that is open, or was lately, may return; its members and legs stand with the bet.
create table large_bet (
  shard smallint not null,
  member_id uuid not null,
  bet_id uuid not null,
  potential bigint not null,
  primary key (shard, member_id, bet_id)
);
create index large_bet_potential on large_bet (potential desc, bet_id desc);
