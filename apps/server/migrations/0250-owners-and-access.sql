-- What two owners need of others: the access a person asks for, and when one owner may change operators alone.

-- A name and a password that a person chose who wants to work in the office, or has lost the old password. Owners let it in by its
-- code, which that person alone was shown.
create table operator_access (
  id uuid primary key,
  account text not null,
  account_folded text not null,
  password_hash text not null,
  -- SHA-256 of the code; the code itself is nowhere.
  code_hash bytea not null,
  address text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  constraint operator_access_code unique (code_hash)
);
create index operator_access_expires on operator_access (expires_at);

-- The code by which one owner is alone at once: made at the first start, kept outside, and gone when it was used.
create table owner_recovery_code (
  one boolean primary key default true check (one),
  -- SHA-256 of the code.
  code_hash bytea not null,
  made_at timestamptz not null
);

-- An owner who has lost the others asks to change operators alone. Without the code it counts after seven days in which all
-- operators and the public see it; any operator may stop it.
create table owner_alone (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  asked_at timestamptz not null,
  counts_from timestamptz not null,
  by_code boolean not null,
  stopped_at timestamptz,
  stopped_by uuid references operator (id),
  constraint owner_alone_stopped check ((stopped_at is null) = (stopped_by is null)),
  constraint owner_alone_waits check (by_code or counts_from >= asked_at + interval '7 days')
);
create index owner_alone_operator on owner_alone (operator_id);
