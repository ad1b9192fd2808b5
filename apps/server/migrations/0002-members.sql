-- Accounts and sessions. Only src/members reads or writes these tables.

create table member (
  id uuid primary key,
  shard smallint not null check (shard between 0 and 255),
  -- As typed; account_folded is what uniqueness and sign-in look at.
  account text not null,
  account_folded text not null constraint member_account_unique unique,
  email text,
  email_folded text constraint member_email_unique unique,
  -- Calling code and national number, both digits only.
  area_code text,
  mobile text,
  constraint member_mobile_unique unique (area_code, mobile),
  constraint member_mobile_whole check ((area_code is null) = (mobile is null)),
  password_hash text not null,
  birth_date date not null,
  language text not null,
  invitation_code text not null constraint member_invitation_unique unique,
  inviter_id uuid references member (id),
  registered_at timestamptz not null default now()
);

-- A session is a family of refresh tokens, of which one is valid at a time.
create table session (
  id uuid primary key,
  member_id uuid not null references member (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  user_agent text not null,
  -- Where it began: the member is known there.
  address text not null,
  -- Hash of the refresh token now valid, and of the one before it (answered once more for a short grace).
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_why text
);
create index session_member on session (member_id, address);
create index session_ended on session (ended_at) where ended_at is not null;

-- Failed sign-ins. A row counts those of one account (hashed as it was typed) from one address; the pair is what is
-- blocked, so nobody can lock out another. '*' stands for all accounts of an address, or all addresses of an account.
create table signin_failure (
  subject text not null,
  address text not null,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz,
  primary key (subject, address)
);
create index signin_failure_last on signin_failure (last_at);

-- Secrets that all processes of a server share when they share a database but no folder.
create table server_secret (
  name text primary key,
  secret bytea not null,
  created_at timestamptz not null default now()
);
