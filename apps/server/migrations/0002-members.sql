-- Accounts and sessions. Only src/members reads or writes these tables.

create table member (
  id uuid primary key,
  shard smallint not null check (shard between 0 and 255),
  -- As typed; account_folded is what uniqueness and sign-in look at.
  account text not null,
  account_folded text not null constraint member_account_unique unique,
  email text,
  email_folded text constraint member_email_unique unique,
  area_code text,
  mobile text,
  constraint member_mobile_unique unique (area_code, mobile),
  password_hash text not null,
  birth_date date not null,
  language text not null,
  invitation_code text not null constraint member_invitation_unique unique,
  inviter_id uuid references member (id),
  locked_at timestamptz,
  registered_at timestamptz not null default now()
);

create table session (
  id uuid primary key,
  member_id uuid not null references member (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  user_agent text,
  address text,
  -- Hash of the refresh token now valid, and of the one before it (accepted again for a short grace).
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_why text
);
create index session_member on session (member_id);
create index session_ended on session (ended_at) where ended_at is not null;

-- Failed sign-ins by what was tried and from where; the pair is throttled, so nobody can lock out another.
create table signin_failure (
  subject text not null,
  address text not null,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz,
  primary key (subject, address)
);
