-- Alerts to members about their bets and about the matches they follow. Only src/messages uses these tables; src/book uses
-- settlement_shard.told_at.

-- Since when the members of a shard have been told what a settlement did to their bets.
alter table settlement_shard add column told_at timestamptz;
update settlement_shard set told_at = now();
create index settlement_shard_untold on settlement_shard (moved_at) where done and told_at is null;

-- What a member wants to have pushed. Who has no row wants settled bets alone.
create table alert_choice (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  settled boolean not null,
  -- Of matches on which the member has an open bet, or which are starred.
  goals boolean not null,
  kick_off boolean not null,
  offers boolean not null,
  -- The least offer for a bet, in minor units.
  offer_at bigint check (offer_at > 0),
  saved_at timestamptz not null default now(),
  primary key (shard, member_id),
  check (not offers or offer_at is not null)
);

-- What a member has starred.
create table favourite (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  kind text not null check (kind in ('match', 'team', 'competition')),
  -- The id of the match, the team or the competition.
  ref text not null,
  at timestamptz not null default now(),
  primary key (shard, member_id, kind, ref)
);

-- Goals and kick-offs that are pushed, and how far they have been handed out to browsers, shard by shard.
create table match_alert (
  id uuid primary key,
  event_id uuid not null,
  -- The number of the incident in its match.
  n smallint not null,
  kind text not null check (kind in ('goal', 'kick_off')),
  -- What the words are made of.
  fields jsonb not null,
  at timestamptz not null,
  next_shard smallint not null default 0,
  constraint match_alert_once unique (event_id, n)
);
create index match_alert_at on match_alert (at);
create index incident_at on incident (at);

-- Offers for bets that reached what a member has asked to be told of: once for each bet and line.
create table offer_alert (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  bet_id uuid not null,
  -- The line that was reached, in minor units.
  offer_at bigint not null,
  fields jsonb not null,
  at timestamptz not null,
  primary key (shard, member_id, id),
  constraint offer_alert_once unique (shard, member_id, bet_id, offer_at)
);

alter table push_task
  drop constraint push_task_box_check,
  add constraint push_task_box_check check (box in ('system', 'letter', 'match', 'offer'));
