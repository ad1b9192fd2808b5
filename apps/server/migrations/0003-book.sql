-- Events, prices, bets, results. Only src/book reads or writes these tables; feeds go through its service.

create table competition (
  id text primary key,
  name text not null,
  country text
);

create table team (
  id text primary key,
  name text not null,
  short text not null,
  flag text,
  colour_a text not null,
  colour_b text not null
);

create table event (
  id uuid primary key,
  competition_id text not null references competition (id),
  stage text,
  home_id text not null references team (id),
  away_id text not null references team (id),
  neutral boolean not null default false,
  kick_off timestamptz not null,
  state text not null default 'scheduled'
    check (state in ('scheduled', 'live', 'half_time', 'finished', 'postponed', 'abandoned', 'cancelled')),
  -- As shown ("63", "45+2"); null when the clock is not running.
  minute text,
  home_goals smallint,
  away_goals smallint,
  ht_home smallint,
  ht_away smallint,
  replay boolean not null,
  -- The feed that owns the event and its name for it.
  feed text not null,
  feed_ref text not null,
  -- When a replayed match was really played.
  recorded_at timestamptz,
  -- Expected goals over 90 minutes that its prices stand on; null while it has no prices.
  home_mean double precision,
  away_mean double precision,
  version integer not null default 1,
  -- Moves with every change of the event or of one of its markets: server processes read what is newer than they know.
  updated_at timestamptz not null default now(),
  check ((home_mean is null) = (away_mean is null)),
  unique (feed, feed_ref)
);
create index event_kick_off on event (kick_off);
create index event_state on event (state, kick_off);
create index event_updated on event (updated_at);

create table incident (
  event_id uuid not null references event (id),
  n smallint not null,
  kind text not null check (kind in ('kick_off', 'goal', 'half_time', 'second_half', 'full_time')),
  minute text,
  side text check (side in ('home', 'away')),
  home_goals smallint not null,
  away_goals smallint not null,
  at timestamptz not null,
  primary key (event_id, n)
);

-- One row per market and line of an event; '' is the line of a market that has none.
create table market (
  event_id uuid not null references event (id),
  market text not null,
  line text not null default '',
  state text not null default 'open' check (state in ('open', 'suspended', 'closed', 'settled', 'void')),
  -- Whether it stays open after kick-off.
  in_play boolean not null,
  margin_bp integer not null,
  selections text[] not null,
  -- Odds in thousandths beside selections; 0 means the selection has no price.
  odds_milli integer[] not null,
  moves smallint[] not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (event_id, market, line)
) with (fillfactor = 70);

-- Every version a market has had: who, why, when, and its prices.
create table market_history (
  event_id uuid not null,
  market text not null,
  line text not null,
  version integer not null,
  state text not null,
  odds_milli integer[] not null,
  who text not null,
  why text not null,
  at timestamptz not null default now(),
  primary key (event_id, market, line, version)
);

-- A result is proposed from a source, confirmed, and never changed: a correction is the next version.
create table result (
  event_id uuid not null references event (id),
  version integer not null,
  ht_home smallint,
  ht_away smallint,
  ft_home smallint,
  ft_away smallint,
  source text not null,
  state text not null check (state in ('proposed', 'confirmed')),
  proposed_at timestamptz not null default now(),
  confirmed_at timestamptz,
  confirmed_by text,
  primary key (event_id, version)
);

-- The grade of every distinct leg of an event under a version of its result; num/den × stake is its share.
create table graded (
  event_id uuid not null,
  version integer not null,
  market text not null,
  line text not null,
  selection text not null,
  outcome text not null check (outcome in ('win', 'half-win', 'push', 'half-lose', 'lose', 'void')),
  primary key (event_id, version, market, line, selection)
);

create table settlement_run (
  event_id uuid not null,
  version integer not null,
  -- Shards below this one are done: a run killed at any point goes on here.
  next_shard smallint not null default 0,
  bets bigint not null default 0,
  paid_minor numeric not null default 0,
  started_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (event_id, version),
  foreign key (event_id, version) references result (event_id, version)
);

create table bet (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  type text not null check (type in ('single', 'accumulator', 'system')),
  k smallint,
  lines integer not null default 1,
  currency text not null,
  unit bigint not null check (unit > 0),
  stake bigint not null check (stake > 0),
  odds_milli bigint not null,
  potential bigint not null,
  state text not null default 'open' check (state in ('open', 'win', 'lose', 'refund')),
  -- What has been paid so far; differs from the last settlement's payout only while one is being written.
  payout bigint check (payout >= 0),
  rules text not null,
  placed_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Version of the result that settled it; with several events, of the last one graded.
  settled_version integer,
  primary key (shard, member_id, id)
) with (fillfactor = 80);

-- Legs never change: what became of one is looked up in graded.
create table leg (
  shard smallint not null,
  member_id uuid not null,
  bet_id uuid not null,
  n smallint not null,
  event_id uuid not null,
  market text not null,
  line text not null,
  selection text not null,
  odds_milli integer not null check (odds_milli > 1000),
  price_version integer not null,
  primary key (shard, member_id, bet_id, n)
);
create index leg_event on leg (shard, event_id);
