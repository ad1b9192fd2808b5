-- Prices that traders fix before kick-off. Only src/book reads or writes this table.

create table trader_price (
  id uuid primary key,
  event_id uuid not null references event (id),
  market text not null,
  line text not null,
  -- Beside the market's selections, all of them: the market stands still while this is in force.
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
