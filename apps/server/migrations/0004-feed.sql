-- What each feed remembers between starts. Only src/feed reads or writes it.

create table feed_state (
  feed text primary key,
  state jsonb not null,
  updated_at timestamptz not null default now()
);
