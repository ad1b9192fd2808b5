-- Limits, time-outs, exclusions, reality checks, and accounts that resemble those of excluded members.

-- One row per member who ever set a limit or recharged. Changes, and recharges that count, lock this row first.
create table play (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  version bigint not null default 1,
  restriction text check (restriction in ('time_out', 'excluded')),
  since timestamptz,
  -- Null with a restriction: permanent.
  until timestamptz,
  -- When betting opens again: the end of a time-out; for an exclusion a day after the member asked for it.
  opens_at timestamptz,
  -- Bets and waiting orders are still to be returned, and sessions ended.
  returns_due boolean not null default false,
  reality_minutes smallint check (reality_minutes > 0),
  reality_seen_at timestamptz,
  primary key (shard, member_id),
  check ((restriction is null) = (since is null)),
  check (restriction is not null or (until is null and opens_at is null and not returns_due))
);
create index play_returning on play (shard, member_id) where returns_due;

-- Limits of members in minor units.
create table play_limit (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  kind text not null check (kind in ('deposit', 'stake', 'loss')),
  period text not null check (period in ('day', 'week', 'month')),
  -- Null: no limit.
  amount bigint check (amount >= 0),
  -- A higher amount, or none, that waits for its time and for the member's confirmation.
  pending_id uuid,
  pending_amount bigint,
  pending_from timestamptz,
  pending_until timestamptz,
  -- Whether the member was notified that the wait is over.
  pending_told boolean not null default false,
  primary key (shard, member_id, kind, period),
  check ((pending_id is null) = (pending_from is null) and (pending_id is null) = (pending_until is null)),
  check (pending_id is not null or pending_amount is null),
  -- A pending amount is always higher than the one in force.
  check (pending_id is null or (amount is not null and (pending_amount is null or pending_amount > amount)))
);
create index play_limit_ready on play_limit (pending_from) where pending_id is not null and not pending_told;

-- An account that shares something with the account of an excluded member, found before a recharge. Recharges are refused while it is
-- open and the other is excluded; an operator decides whether both are the same person.
create table likeness (
  id uuid primary key,
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null references member (id),
  excluded_shard smallint not null check (excluded_shard between 0 and 255),
  excluded_id uuid not null references member (id),
  reason text not null check (reason in ('same_device', 'same_payment', 'same_person')),
  state text not null default 'open' check (state in ('open', 'cleared', 'confirmed')),
  raised_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  version integer not null default 0,
  -- A pair is raised once per reason: what was cleared stays cleared.
  constraint likeness_once unique (member_id, excluded_id, reason),
  constraint likeness_apart check (member_id <> excluded_id),
  constraint likeness_decided check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null))
);
create index likeness_state on likeness (state, id);
create index likeness_excluded on likeness (excluded_id);
