-- What feeds call things, what they said last, and what waits for a person. Only src/feed reads or writes these tables.

-- Names confirmed by a person; those the server ships stand in its data files.
create table team_alias (
  feed text not null,
  -- As the feed writes it.
  name text not null,
  team_id text not null,
  who text not null,
  at timestamptz not null default now(),
  primary key (feed, name)
);
create table competition_alias (
  feed text not null,
  name text not null,
  competition_id text not null,
  who text not null,
  at timestamptz not null default now(),
  primary key (feed, name)
);

-- Names nobody has explained yet. What bears one is left out until then.
create table feed_question (
  feed text not null,
  kind text not null check (kind in ('team', 'competition')),
  name text not null,
  -- The competition it was seen in, as the feed calls it.
  seen_in text not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (feed, kind, name)
);

-- The event that a feed's match is. Several feeds may tell of one event.
create table feed_link (
  feed text not null,
  ref text not null,
  -- null: a person has said that it is none of those there are.
  event_id uuid,
  at timestamptz not null default now(),
  primary key (feed, ref)
);
create index feed_link_event on feed_link (event_id);

-- Whose prices an event stands on. Prices that were brought are not replaced by those from results.
create table feed_price (
  event_id uuid primary key,
  source text not null,
  brought boolean not null,
  at timestamptz not null default now()
);

-- The last that a live feed said of an event and that was believed. What is older is not looked at again.
create table feed_word (
  event_id uuid primary key,
  feed text not null,
  as_of timestamptz not null,
  word jsonb not null
);

-- What a feed said that is not believed without a person. An event has one open flag of a kind at most.
create table feed_flag (
  id uuid primary key,
  event_id uuid not null,
  feed text not null,
  kind text not null check (kind in ('score_back', 'clock_back', 'contradiction', 'awarded', 'called_off')),
  said jsonb not null,
  opened_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by text,
  verdict text check (verdict in ('accepted', 'rejected', 'withdrawn')),
  check ((closed_at is null) = (verdict is null) and (closed_at is null) = (closed_by is null))
);
create unique index feed_flag_open on feed_flag (event_id, kind) where closed_at is null;
