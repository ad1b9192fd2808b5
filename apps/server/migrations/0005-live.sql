-- Live messages on their way between the processes of a server. Only src/platform/live reads or writes these tables.
-- Unlogged: what is a minute old is of no use, and a crash may take it.

create unlogged table live_batch (
  id bigint generated always as identity primary key,
  -- The process that sent it, which does not need to hear it again.
  origin uuid not null,
  frames jsonb not null,
  at timestamptz not null default now()
);

-- Tickets of the live stream that were used, so that no second process takes one.
create unlogged table live_ticket (
  nonce text primary key,
  used_at timestamptz not null default now()
);
