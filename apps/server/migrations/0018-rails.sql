-- What payment providers have told, and the orders of the sandbox rails. Only src/cashier/rails reads or writes these tables.

-- A notice that was believed: its signature was right and it could be read. A provider sends one until it is answered.
create table rail_event (
  rail text not null,
  event_id text not null,
  -- SHA-256 of what it says in our words: the provider's own may differ in what does not matter when it is sent again.
  news_hash bytea not null,
  kind text not null check (kind in ('paid', 'failed', 'expired', 'ignored')),
  -- null: it is about none of ours.
  recharge_id uuid,
  received_at timestamptz not null default now(),
  -- Until then whoever took it up is at work on it; another delivery waits.
  taken_until timestamptz not null,
  -- null: what it says has not been heard to the end.
  handled_at timestamptz,
  primary key (rail, event_id),
  check ((recharge_id is null) = (kind = 'ignored'))
);

-- An order at a rail that moves no real money.
create table sandbox_order (
  shard smallint not null,
  recharge_id uuid not null,
  rail text not null,
  reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  scale smallint not null,
  lan text not null,
  state text not null default 'open' check (state in ('open', 'challenge', 'paid', 'failed', 'cancelled')),
  -- Wrong codes of the challenge so far.
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (shard, recharge_id)
);

-- Notices of the sandbox rails: written with what they tell of, and sent until they are answered.
create table sandbox_notice (
  shard smallint not null,
  recharge_id uuid not null,
  id text not null,
  rail text not null,
  body text not null,
  at timestamptz not null,
  delivered_at timestamptz,
  primary key (shard, recharge_id, id)
);
create index sandbox_notice_waiting on sandbox_notice (at) where delivered_at is null;
