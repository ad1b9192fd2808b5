-- What traders stop, and what two of them decide of results and voids. Only src/book reads or writes these tables.

-- A trader's stop lies over what the feed or the model says of a market: until it is taken back nothing they do opens it,
-- and then it stands as they have it by that time.
create table trading_stop (
  id uuid primary key,
  -- null: everything there is. Without a market the whole match.
  event_id uuid references event (id),
  market text,
  -- Of the market on the board; '' for a market without lines.
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
-- One of a scope at a time; placing looks here for each of its legs.
create unique index trading_stop_in_force on trading_stop (event_id, market, line) nulls not distinct
  where opened_at is null;
create index trading_stop_event on trading_stop (event_id, stopped_at);
create index trading_stop_opened on trading_stop (opened_at) where event_id is null;

alter table result
  -- The operator who entered it, "operator:<id>", and what that one names as the source.
  add column proposed_by text,
  add column evidence text,
  -- The first of two operators who confirm what a feed has proposed.
  add column approved_by text,
  add column approved_at timestamptz,
  add constraint result_other_operator check (
    confirmed_by <> proposed_by and approved_by <> proposed_by and confirmed_by <> approved_by),
  add constraint result_approved check ((approved_by is null) = (approved_at is null));
create index result_waiting on result (event_id) where state = 'proposed';

-- A void, or the end of one, that an operator proposes and another one applies.
create table void_proposal (
  id uuid primary key,
  event_id uuid not null references event (id),
  -- The ruling of the void to be taken back; null for a new void.
  undoes integer,
  market text,
  line text,
  struck_from timestamptz,
  struck_until timestamptz,
  why text not null,
  state text not null default 'proposed' check (state in ('proposed', 'applied', 'refused', 'withdrawn')),
  proposed_by text not null,
  proposed_at timestamptz not null default clock_timestamp(),
  decided_by text,
  decided_at timestamptz,
  note text,
  -- The ruling that came of it.
  ruling integer,
  check (line is null or market is not null),
  check (undoes is null or (market is null and struck_from is null and struck_until is null)),
  check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  check ((state = 'applied') = (ruling is not null)),
  constraint void_other_operator check (state not in ('applied', 'refused') or decided_by <> proposed_by),
  constraint void_withdrawn check (state <> 'withdrawn' or decided_by = proposed_by)
);
create index void_proposal_event on void_proposal (event_id, proposed_at);
