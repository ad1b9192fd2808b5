-- What one operator proposes and another one decides.
create table proposal (
  id uuid primary key,
  kind text not null check (kind in ('operator')),
  -- What it changes, and the version of that which the proposer saw; both are missing where it makes something new.
  subject_id uuid,
  subject_version integer check (subject_version >= 0),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  reason text,
  state text not null default 'proposed' check (state in ('proposed', 'applied', 'refused', 'withdrawn', 'expired')),
  version integer not null default 0 check (version >= 0),
  proposed_by uuid not null references operator (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > proposed_at),
  -- Nobody decides that a proposal expires.
  decided_by uuid references operator (id),
  decided_at timestamptz,
  note text,
  -- Who proposed it applied it too, because there was no second owner.
  alone boolean not null default false,
  constraint proposal_subject check ((subject_id is null) = (subject_version is null)),
  constraint proposal_decided check (
    (state = 'proposed') = (decided_at is null) and (state in ('proposed', 'expired')) = (decided_by is null)),
  constraint proposal_alone check (not alone or (state = 'applied' and decided_by = proposed_by)),
  -- Who proposed can only withdraw, and nobody else can.
  constraint proposal_two check (
    state in ('proposed', 'expired') or alone or (state = 'withdrawn') = (decided_by = proposed_by))
);
create index proposal_page on proposal (kind, id);
create index proposal_open on proposal (expires_at) where state = 'proposed';

-- Counts the changes of an operator: a change names the version that its page showed.
alter table operator add column version integer not null default 0;
-- Since when an operator is no longer an owner who can decide: until a day later the one who is left is not alone.
alter table operator add column owner_until timestamptz;
-- Null: the operator has yet to choose a password.
alter table operator alter column password_hash drop not null;

-- Links by which operators choose their password, once.
create table operator_password_link (
  operator_id uuid primary key references operator (id),
  code_hash bytea not null unique check (length(code_hash) = 32),
  expires_at timestamptz not null,
  -- Whether the operator decides nothing for a while once the password is chosen.
  waits boolean not null
);
