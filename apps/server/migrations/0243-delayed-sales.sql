-- Sales of bets with a leg in play: they wait for the live delay to pass, and are made at what is then offered, or not at all.
create table delayed_sale (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  -- The member's key of the request; of an automatic cash-out that of its sale.
  key text not null,
  request_hash text not null,
  bet_id uuid not null,
  -- Ten-thousandths of what runs.
  share integer not null check (share between 1 and 10000),
  -- What had been sold of the stake, minor units: another sale in the wait refuses this one.
  cashed_stake bigint not null,
  -- The least offer for all that runs at which it is made, minor units.
  at_least bigint not null check (at_least > 0),
  -- The version of the rule that asked for it; null of a member's own.
  rule_version integer,
  -- Each open leg's market and match as they were.
  legs jsonb not null,
  submitted_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sold', 'refused')),
  reason text,
  -- What it paid, minor units.
  paid bigint check (paid > 0),
  decided_at timestamptz,
  primary key (shard, member_id, key),
  check ((state = 'refused') = (reason is not null)),
  check ((state = 'sold') = (paid is not null)),
  check ((state = 'waiting') = (decided_at is null))
);
create index delayed_sale_due on delayed_sale (due_at) where state = 'waiting';
