-- What keeps accounts safe: second factor, recovery codes, passkeys. Only src/members reads or writes these tables.

alter table member add column if not exists password_changed_at timestamptz;

-- Sessions that are long over are looked for by their beginning, which never changes.
create index session_created on session (created_at);
create index operator_session_created on operator_session (created_at);

-- The secret of an authenticator app. It counts once a code of it was given.
create table second_factor (
  shard smallint not null,
  member_id uuid not null,
  -- Encrypted, and bound to the member: in another row it does not open.
  secret bytea not null,
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last code that counted: only codes of later steps do.
  last_step integer not null default 0,
  primary key (shard, member_id)
);

-- Each signs in once, in place of a code.
create table recovery_code (
  shard smallint not null,
  member_id uuid not null,
  -- Under a key of the server, with the member's id in it.
  hash bytea not null,
  used_at timestamptz,
  primary key (shard, member_id, hash)
);

-- A passkey is found by the member its browser names, so that its own id needs to be unique for one member only.
create table passkey (
  shard smallint not null,
  member_id uuid not null,
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
  primary key (shard, member_id, id),
  constraint passkey_credential_unique unique (shard, member_id, credential)
);

-- What a passkey is to sign: taken out by the first who answers.
create table passkey_challenge (
  id uuid primary key,
  challenge bytea not null,
  -- The session that makes a passkey; null to sign in.
  session_id uuid,
  rp_id text not null,
  origins text[] not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
