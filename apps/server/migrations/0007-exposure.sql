-- What the house may lose on each event, and who may still add to it. Only src/book writes these tables.

-- What was accepted on each leg, added up. A lane of a process has rows of its own, so that no two statements ever wait
-- for one; the sum over all of them is the truth. What is taken back stands as negative amounts in other rows.
create table exposure (
  event_id uuid not null,
  -- The process, and the lane of it.
  holder uuid not null,
  lane smallint not null,
  market text not null,
  line text not null,
  selection text not null,
  since text not null,
  -- Stakes and full returns of singles.
  stake bigint not null default 0,
  potential bigint not null default 0,
  -- Full returns of accumulators and systems.
  combined bigint not null default 0,
  -- What singles would cost that wait for the live delay.
  pending bigint not null default 0,
  primary key (event_id, holder, lane, market, line, selection, since)
) with (fillfactor = 50);

-- What a process may take on an event until a moment: a lease is never changed, the next one takes its place. Placing holds
-- its lease `for share` while it writes, and an expired one counts until it can be deleted: until what it let in is on
-- record.
create table exposure_lease (
  id uuid primary key,
  event_id uuid not null,
  holder uuid not null,
  -- Of the leases of one holder only the newest counts.
  n integer not null,
  -- By event, market, selection: the most that all that holder has taken there, and "less" with it, may come to.
  counted double precision[] not null,
  less jsonb not null,
  expires_at timestamptz not null,
  unique (event_id, holder, n)
);

-- What leases are granted in: 1 the site, 2 a competition, 3 an event. A grant locks its rows, in this order.
create table exposure_scope (
  kind smallint not null check (kind in (1, 2, 3)),
  id text not null,
  competition_id text,
  -- The most the event can come to under the leases given, and until when these last.
  bound bigint not null default 0 check (bound >= 0),
  bound_until timestamptz,
  grants bigint not null default 1,
  primary key (kind, id)
) with (fillfactor = 50);
create index exposure_scope_bound on exposure_scope (bound_until) where kind = 3 and bound > 0;

-- What one member may still win on one event, stakes taken off; written while there is a cap for members.
create table member_exposure (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  event_id uuid not null,
  liability bigint not null,
  cap bigint not null,
  constraint member_exposure_cap check (liability <= cap),
  primary key (shard, member_id, event_id)
) with (fillfactor = 70);
