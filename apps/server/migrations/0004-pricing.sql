-- What operators offer, at which margins and prices, and what they stop.

-- A trader's stop has priority over the feed and the model: neither opens the market until the stop is taken back; then it has
-- the state that they give it.
create table trading_stop (
  id uuid primary key,
  -- Null: all matches. Without a market: the whole match.
  event_id uuid references event (id),
  market text,
  -- As on the board; '' for a market without lines.
  line text,
  why text not null,
  stopped_by text not null,
  stopped_at timestamptz not null default clock_timestamp(),
  opened_by text,
  opened_why text,
  opened_at timestamptz,
  check (event_id is not null or market is null),
  check ((market is null) = (line is null)),
  check ((opened_at is null) = (opened_by is null) and (opened_at is null) = (opened_why is null))
);
-- One per scope at a time; placing checks it for each leg.
create unique index trading_stop_in_force on trading_stop (event_id, market, line) nulls not distinct
  where opened_at is null;
create index trading_stop_event on trading_stop (event_id, stopped_at);
create index trading_stop_opened on trading_stop (opened_at) where event_id is null;

-- Prices that traders fix before kick-off.
create table trader_price (
  id uuid primary key,
  event_id uuid not null references event (id),
  market text not null,
  line text not null,
  -- In the order of the market's selections, all of them: no model changes the market while this is in force.
  odds_milli integer[] not null,
  margin_bp integer not null check (margin_bp >= 0),
  why text not null,
  set_by text not null,
  set_at timestamptz not null default clock_timestamp(),
  released_by text,
  released_why text,
  released_at timestamptz,
  check ((released_at is null) = (released_by is null) and (released_at is null) = (released_why is null))
);
create unique index trader_price_in_force on trader_price (event_id, market, line) where released_at is null;

-- Versions of rules of the site, a competition or a match. The newest of a scope counts; none is ever changed.
create table offer_rule (
  scope text not null check (scope in ('site', 'competition', 'event')),
  -- '' for the site.
  scope_id text not null check ((scope_id = '') = (scope = 'site')),
  version integer not null check (version > 0),
  -- By market: {"1x2": {"marginBp": 450, "offered": true}}. What it leaves open is decided by the wider scope.
  markets jsonb not null,
  -- For a match: how many more or fewer goals of each side than the model expects, in hundredths of a percent.
  home_shift_bp integer not null default 0 check (home_shift_bp between -5000 and 5000),
  away_shift_bp integer not null default 0 check (away_shift_bp between -5000 and 5000),
  saved_by text not null,
  saved_at timestamptz not null default clock_timestamp(),
  why text not null,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  check (scope = 'event' or (home_shift_bp = 0 and away_shift_bp = 0)),
  primary key (scope, scope_id, version)
);
create index offer_rule_tx on offer_rule (tx);
