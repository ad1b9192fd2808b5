-- A member who has lost authenticator app, passkeys and recovery codes: one operator proposes to take them off, another does.
-- Only src/members reads or writes it.
create table factor_end (
  id uuid primary key,
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  reason text not null check (length(reason) between 5 and 500),
  state text not null default 'proposed' check (state in ('proposed', 'applied', 'refused', 'withdrawn')),
  proposed_by uuid not null references operator (id),
  proposed_at timestamptz not null,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  note text,
  constraint factor_end_decided check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  -- Who proposed can only withdraw, and nobody else can.
  constraint factor_end_two check (state = 'proposed' or (state = 'withdrawn') = (decided_by = proposed_by))
);
-- One at a time.
create unique index factor_end_waits on factor_end (member_id) where state = 'proposed';
create index factor_end_oldest on factor_end (proposed_at) where state = 'proposed';

-- No withdrawal is asked for before this moment: operators took the second factor off.
alter table member add column withdraw_from timestamptz;
