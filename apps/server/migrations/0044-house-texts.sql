-- What the house itself adds to the betting rules, the terms and the privacy notice of the product, version by version. Only
-- src/house-texts reads or writes these tables.

-- How often they have changed; each change takes this row first, and memory is refreshed by it.
create table house_text_state (
  one boolean primary key default true check (one),
  changes bigint not null default 0
);
insert into house_text_state default values;

-- Proposed by one operator and published by another. What is published replaces the version before from its first moment on;
-- which version was valid at any moment can be read from here for ever, and no publication changes it for a moment that is over.
create table house_text (
  id uuid primary key,
  kind text not null check (kind in ('rules', 'terms', 'privacy')),
  state text not null default 'proposed' check (state in ('proposed', 'published', 'refused', 'withdrawn', 'revoked')),
  -- Its number among those of its kind, given when it is published. A number is never given twice.
  version integer check (version > 0),
  -- The newest version when it was written.
  based_on integer not null check (based_on >= 0),
  -- Words by language.
  texts jsonb not null,
  valid_from timestamptz not null,
  reason text not null,
  key text not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null default clock_timestamp(),
  decided_by uuid,
  decided_at timestamptz,
  note text,
  revoked_by uuid,
  revoked_at timestamptz,
  constraint house_text_version_unique unique (kind, version),
  constraint house_text_key_unique unique (proposed_by, key),
  constraint house_text_numbered check ((state in ('published', 'revoked')) = (version is not null)),
  constraint house_text_decided check ((state = 'proposed') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint house_text_two check (state in ('proposed', 'withdrawn') or decided_by <> proposed_by),
  constraint house_text_own check (state <> 'withdrawn' or decided_by = proposed_by),
  -- Members read it an hour before it counts, at the least.
  constraint house_text_announced check (version is null or valid_from >= decided_at + interval '1 hour'),
  -- What has come into force is never taken back, only followed by another version.
  constraint house_text_revoked check ((state = 'revoked') = (revoked_at is not null) and (revoked_at is null) = (revoked_by is null)),
  constraint house_text_not_in_force check (revoked_at is null or revoked_at < valid_from)
);
create index house_text_proposed on house_text (proposed_at);
