-- Rules by which the server cashes out an open bet: at the first offer that reaches an amount. Only src/book writes them.
create table cash_out_rule (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  bet_id uuid not null,
  -- Counts the rules of a bet. The key of the sale has it, so that a rule sells once.
  version integer not null check (version > 0),
  -- The least offer at which it sells, in minor units.
  at_least bigint not null check (at_least > 0),
  -- The matches of the bet: the rule is looked at when one of them moves.
  event_ids uuid[] not null,
  set_at timestamptz not null default now(),
  ended_at timestamptz,
  -- It sold the bet; the member set another amount or removed it; the bet ended in another way.
  ended text check (ended in ('sold', 'changed', 'removed', 'over')),
  -- What the sale paid, in minor units.
  paid bigint check (paid > 0),
  -- Since when the member has been told of the sale.
  told_at timestamptz,
  primary key (shard, member_id, bet_id, version),
  check ((ended is null) = (ended_at is null)),
  check (coalesce(ended = 'sold', false) = (paid is not null))
);
create unique index cash_out_rule_in_force on cash_out_rule (shard, member_id, bet_id) where ended_at is null;
create index cash_out_rule_untold on cash_out_rule (ended_at) where ended = 'sold' and told_at is null;
