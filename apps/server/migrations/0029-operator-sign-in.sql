-- Operators' second factors, passkeys and recovery codes, how a session was proven, and the link by which the first owner of
-- a site is made. Only src/office reads or writes these tables.

-- The secret of an authenticator app. One that was begun takes the place of the one that counts when a code of it was given.
create table operator_factor (
  operator_id uuid primary key references operator (id),
  -- Encrypted, and bound to the operator: in another row it does not open.
  secret bytea,
  confirmed_at timestamptz,
  -- The time step of the last code that counted: only codes of later steps do.
  last_step integer not null default 0,
  next_secret bytea,
  begun_at timestamptz,
  constraint operator_factor_confirmed check ((secret is null) = (confirmed_at is null)),
  constraint operator_factor_begun check ((next_secret is null) = (begun_at is null))
);

-- Each signs in once, in place of a code.
create table operator_recovery_code (
  operator_id uuid not null references operator (id),
  -- Under a key of the server, with the operator's id in it.
  hash bytea not null,
  used_at timestamptz,
  primary key (operator_id, hash)
);

create table operator_passkey (
  operator_id uuid not null references operator (id),
  id uuid not null,
  -- The id its authenticator gave it, base64url.
  credential text not null,
  public_key bytea not null,
  -- Never goes back; 0 for ever where the authenticator does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- The host name it is bound to.
  rp_id text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (operator_id, id),
  constraint operator_passkey_credential_unique unique (operator_id, credential)
);

-- What a passkey is to sign: taken out by the first who answers.
create table operator_challenge (
  id uuid primary key,
  challenge bytea not null,
  -- The session that makes a passkey; null to sign in.
  session_id uuid,
  rp_id text not null,
  origins text[] not null,
  expires_at timestamptz not null
);
create index operator_challenge_expires on operator_challenge (expires_at);

-- What the session began with, beyond which nothing was asked.
alter table operator_session
  add column proven text not null default 'password'
    constraint operator_session_proven_known check (proven in ('password', 'totp', 'recovery', 'passkey'));

-- The link that makes the first owner: one at most, gone when it was used or any operator was added.
create table office_first (
  one boolean primary key default true check (one),
  -- SHA-256 of the code; the code itself is nowhere.
  code_hash bytea not null,
  expires_at timestamptz not null
);
