-- Orders with a leg in play: their stake is held, and they wait for the live delay to pass.
create table delayed_order (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  -- The bet it becomes, and the hold of its stake.
  id uuid not null,
  type text not null check (type in ('single', 'accumulator', 'system')),
  k smallint,
  lines integer not null,
  unit bigint not null check (unit > 0),
  odds_milli bigint not null,
  potential bigint not null,
  slip_hash bigint not null,
  -- Each leg as it was struck, with the match as it then stood.
  legs jsonb not null,
  submitted_at timestamptz not null default now(),
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  reason text,
  detail jsonb,
  decided_at timestamptz,
  primary key (shard, member_id, id),
  check ((state = 'refused') = (reason is not null)),
  check ((state = 'waiting') = (decided_at is null))
);
create index delayed_order_due on delayed_order (due_at) where state = 'waiting';
