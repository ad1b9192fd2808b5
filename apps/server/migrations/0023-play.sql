-- Safer play. Only src/members/play reads or writes the tables `play` and `play_limit`.

-- Moved, by the wallet's own code, with every change of what its member may stake: a bet is written only while the gate is the
-- one it was judged by. 0: nothing has ever been set, and nothing needs to be known.
alter table wallet add column gate bigint not null default 0 check (gate >= 0);

-- One row per member who ever set something or recharged. Changes, and recharges that are counted, take this row first.
create table play (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  version bigint not null default 1,
  restriction text check (restriction in ('time_out', 'excluded')),
  since timestamptz,
  -- null with a restriction: for good.
  until timestamptz,
  -- From when on betting is open again: of a time-out its end, of an exclusion a day after the member has asked for it.
  opens_at timestamptz,
  -- Bets and waiting orders are still to be returned, and sessions to be ended.
  returns_due boolean not null default false,
  reality_minutes smallint check (reality_minutes > 0),
  reality_seen_at timestamptz,
  primary key (shard, member_id),
  check ((restriction is null) = (since is null)),
  check (restriction is not null or (until is null and opens_at is null and not returns_due))
);
create index play_returning on play (shard, member_id) where returns_due;

create table play_limit (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  kind text not null check (kind in ('deposit', 'stake', 'loss')),
  period text not null check (period in ('day', 'week', 'month')),
  -- null: no limit.
  amount bigint check (amount >= 0),
  -- A higher amount, or none, that waits for its time and a second yes.
  pending_id uuid,
  pending_amount bigint,
  pending_from timestamptz,
  pending_until timestamptz,
  -- Whether the member was told that the wait is over.
  pending_told boolean not null default false,
  primary key (shard, member_id, kind, period),
  check ((pending_id is null) = (pending_from is null) and (pending_id is null) = (pending_until is null)),
  check (pending_id is not null or pending_amount is null),
  -- What is waited for is always more than what counts.
  check (pending_id is null or (amount is not null and (pending_amount is null or pending_amount > amount)))
);
create index play_limit_ready on play_limit (pending_from) where pending_id is not null and not pending_told;

-- When a bet was returned because its member was excluded: settlement leaves it alone from then on.
alter table bet
  add column returned_at timestamptz,
  add constraint bet_returned check (returned_at is null or state = 'refund');
