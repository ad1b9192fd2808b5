-- What feeds call things, what they reported last, and what waits for a person.

-- What each feed keeps between starts.
create table feed_state (
  feed text primary key,
  state jsonb not null,
  updated_at timestamptz not null default now()
);

-- Names confirmed by an operator; those that the server ships are in its data files.
create table team_alias (
  feed text not null,
  -- As the feed writes it.
  name text not null,
  team_id text not null,
  who text not null,
  at timestamptz not null default now(),
  -- Teams of two countries may have one name: its meaning belongs to the country of the competition, or to the competition where it
  -- has none. '': everywhere.
  place text not null default '',
  primary key (feed, place, name)
);

create table competition_alias (
  feed text not null,
  name text not null,
  competition_id text not null,
  who text not null,
  at timestamptz not null default now(),
  primary key (feed, name)
);

-- Names that no operator has explained yet. Their matches are left out until then.
create table feed_question (
  feed text not null,
  kind text not null check (kind in ('team', 'competition')),
  name text not null,
  -- The competition it was seen in, as the feed calls it.
  seen_in text not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  place text not null default '',
  primary key (feed, kind, place, name)
);

-- The event of a feed's match. Several feeds may report one event.
create table feed_link (
  feed text not null,
  ref text not null,
  -- Null: an operator decided that it is none of the known events.
  event_id uuid,
  at timestamptz not null default now(),
  primary key (feed, ref)
);
create index feed_link_event on feed_link (event_id);

-- The last accepted report of a live feed about an event. Older ones are ignored.
create table feed_word (
  event_id uuid primary key,
  feed text not null,
  as_of timestamptz not null,
  word jsonb not null
);

-- Reports that need an operator. An event has one open flag of a kind at most.
create table feed_flag (
  id uuid primary key,
  event_id uuid not null,
  feed text not null,
  kind text not null
    check (kind in ('score_back', 'clock_back', 'contradiction', 'awarded', 'called_off', 'begun')),
  said jsonb not null,
  opened_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by text,
  verdict text check (verdict in ('accepted', 'rejected', 'withdrawn')),
  check ((closed_at is null) = (verdict is null) and (closed_at is null) = (closed_by is null))
);
create unique index feed_flag_open on feed_flag (event_id, kind) where closed_at is null;
