-- Settings that operators change. Only src/settings reads or writes these tables.

-- Rises with every proposal and decision: whoever acts names the version they saw.
create table setting_version (
  is_only boolean primary key default true check (is_only),
  version integer not null check (version >= 0)
);
insert into setting_version (version) values (0);

create table setting_change (
  id uuid primary key,
  -- By name: the text as it would stand in the environment, or null for what the environment says itself.
  settings jsonb not null check (jsonb_typeof(settings) = 'object' and settings <> '{}'),
  -- What was in force before it, as it was seen by whoever proposed or decided it.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  -- Whether another operator has to say yes.
  needs_other boolean not null,
  reason text not null,
  -- null: from the moment it is accepted.
  effective_from timestamptz,
  state text not null default 'proposed' check (state in ('proposed', 'accepted', 'refused', 'withdrawn')),
  proposed_by uuid not null references operator (id),
  proposed_at timestamptz not null,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  note text,
  -- Of those that were accepted: their order, where they count from the same moment.
  number integer unique,
  check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  check ((state = 'accepted') = (number is not null)),
  constraint setting_not_backdated check (state <> 'accepted' or effective_from >= decided_at),
  constraint setting_other_operator check (
    state not in ('accepted', 'refused') or not needs_other or decided_by <> proposed_by),
  constraint setting_withdrawn check (state <> 'withdrawn' or decided_by = proposed_by)
);
create index setting_change_effective on setting_change (effective_from) where state = 'accepted';
create index setting_change_newest on setting_change (proposed_at, id);
