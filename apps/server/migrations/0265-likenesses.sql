-- An account that shares something with the account of an excluded member, found before its recharge. While it is open, and while
-- the other is excluded, nothing is recharged; an operator decides whether both are the same person.
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
  -- A pair is judged once for each reason: what was cleared stays cleared.
  constraint likeness_once unique (member_id, excluded_id, reason),
  constraint likeness_apart check (member_id <> excluded_id),
  constraint likeness_decided check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null))
);
create index likeness_state on likeness (state, id);
create index likeness_excluded on likeness (excluded_id);
-- People of one birth date are compared by name.
create index member_birth_date on member (birth_date);
