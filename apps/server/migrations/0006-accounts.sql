-- Members: accounts, sessions, codes, second factors, passkeys, verified names and images.

create table member (
  id uuid primary key,
  shard smallint not null check (shard between 0 and 255),
  -- As typed. Uniqueness and sign-in use account_folded.
  account text not null,
  account_folded text not null constraint member_account_unique unique,
  -- As typed, and in lower case in the compatibility form of Unicode.
  email text,
  email_folded text constraint member_email_unique unique,
  -- Calling code and national number, both digits only.
  area_code text,
  mobile text,
  password_hash text not null,
  birth_date date not null,
  language text not null,
  invitation_code text not null constraint member_invitation_unique unique,
  inviter_id uuid references member (id),
  registered_at timestamptz not null default now(),
  -- The verified name, once there is one.
  real_name text,
  verified_at timestamptz,
  nickname text,
  -- The agent code of the link that brought the member.
  agent_code text,
  -- Since when the member is known to read messages to it.
  email_confirmed_at timestamptz,
  mobile_confirmed_at timestamptz,
  password_changed_at timestamptz,
  -- The newest version of the terms accepted; all of them are in terms_acceptance.
  terms_accepted text,
  -- Locked by operators: no sign-in; open bets are settled and paid.
  locked_at timestamptz,
  locked_why text,
  -- No withdrawal requests before this time: operators removed the second factor.
  withdraw_from timestamptz,
  -- Counts locks and their ends: a decision names the version that its page showed.
  lock_version integer not null default 0,
  constraint member_mobile_unique unique (area_code, mobile),
  constraint member_mobile_whole check ((area_code is null) = (mobile is null)),
  constraint member_verified check ((real_name is null) = (verified_at is null)),
  constraint member_lock_whole check ((locked_at is null) = (locked_why is null))
);
-- Finds members by the beginning of their account.
create index member_account_prefix on member (account_folded text_pattern_ops);
create index member_locked on member (locked_at) where locked_at is not null;
create index member_agent on member (agent_code, id) where agent_code is not null;
-- People of one birth date are compared by name.
create index member_birth_date on member (birth_date);

-- A session is a family of refresh tokens, of which one is valid at a time.
create table session (
  id uuid primary key,
  member_id uuid not null references member (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  user_agent text not null,
  -- Where it began: an address known for the member.
  address text not null,
  -- Hashes of the valid refresh token and of the one before it, which is accepted for a short grace.
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_why text
);
create index session_member on session (member_id, address);
create index session_ended on session (ended_at) where ended_at is not null;
-- Old sessions are found by their beginning, which never changes.
create index session_created on session (created_at);
-- Decisions about a member's money check whether operator and member used one address lately.
create index session_address on session (address, member_id, last_used_at);

-- Failed sign-ins. A row counts those of one account (hashed as typed) from one address; the pair is blocked, so that no one can
-- lock out another. '*' is all accounts of an address, or all addresses of an account.
create table signin_failure (
  subject text not null,
  address text not null,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz,
  primary key (subject, address)
);
create index signin_failure_last on signin_failure (last_at);

-- Codes sent to members, one per purpose and address. Both the address and the code are keyed hashes.
create table contact_code (
  purpose text not null check (purpose in ('login', 'register', 'reset', 'bind')),
  address bytea not null,
  id uuid not null,
  hash bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (purpose, address)
);
create index contact_code_expires on contact_code (expires_at);

-- When codes were sent to an address, newest first, as far back as the limits need.
create table contact_flow (
  address bytea primary key,
  sent_at timestamptz[] not null,
  last_at timestamptz not null
);
create index contact_flow_last on contact_flow (last_at);

-- Codes per network address, or for the whole site, within a window.
create table code_budget (
  name text primary key,
  began_at timestamptz not null,
  used integer not null
);
create index code_budget_began on code_budget (began_at);

-- Append-only.
create table terms_acceptance (
  shard smallint not null,
  member_id uuid not null,
  version text not null,
  at timestamptz not null,
  address text not null,
  lan text not null,
  primary key (shard, member_id, version)
);

-- The secret of an authenticator app. It counts after a first code of it was entered.
create table second_factor (
  shard smallint not null,
  member_id uuid not null,
  -- Encrypted and bound to the member: it does not decrypt in another row.
  secret bytea not null,
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code: only codes of later steps are accepted.
  last_step integer not null default 0,
  primary key (shard, member_id)
);

-- Each signs in once, instead of a code.
create table recovery_code (
  shard smallint not null,
  member_id uuid not null,
  -- Keyed by a secret of the server, over code and member id.
  hash bytea not null,
  used_at timestamptz,
  primary key (shard, member_id, hash)
);

-- A passkey is found by the member that its browser names, so its credential needs to be unique per member only.
create table passkey (
  shard smallint not null,
  member_id uuid not null,
  id uuid not null,
  -- The id from its authenticator, base64url.
  credential text not null,
  public_key bytea not null,
  -- Never decreases; always 0 where the authenticator does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- The host name that it is bound to.
  rp_id text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (shard, member_id, id),
  constraint passkey_credential_unique unique (shard, member_id, credential)
);

-- What a passkey is to sign; the first answer deletes it.
create table passkey_challenge (
  id uuid primary key,
  challenge bytea not null,
  -- The session that adds a passkey; null: a sign-in.
  session_id uuid,
  rp_id text not null,
  origins text[] not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- Names submitted for review.
create table identity_request (
  shard smallint not null,
  member_id uuid not null,
  id uuid not null,
  -- As typed, except for blanks.
  real_name text not null,
  birth_date date not null,
  -- The upload.
  document uuid not null,
  state text not null default 'in_review' check (state in ('in_review', 'verified', 'refused')),
  reason text,
  submitted_at timestamptz not null,
  -- The operator.
  decided_by uuid,
  decided_at timestamptz,
  version integer not null default 0,
  primary key (shard, member_id, id),
  constraint identity_request_decided check ((state = 'in_review') = (decided_by is null)),
  constraint identity_request_reason check ((state = 'refused') = (reason is not null))
);
-- One at a time of each member.
create unique index identity_request_waiting on identity_request (shard, member_id) where state = 'in_review';
create index identity_request_id on identity_request (id);
create index identity_request_state on identity_request (state, id);

-- Images that members send.
create table upload (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  purpose text not null check (purpose in ('voucher', 'identity')),
  -- Of the stored image, which was decoded and encoded again.
  mime text not null,
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Hash of the file as it was sent.
  sha256 bytea not null,
  -- Hash of its pixels: equal for a copy with other metadata.
  pixel_hash bytea not null,
  -- Perceptual hash: 64 bits that change little when the picture changes little.
  look_hash bigint not null,
  -- Random name in the store.
  place text not null constraint upload_place_unique unique,
  created_at timestamptz not null,
  -- The recharge or identity request that it belongs to.
  used_for uuid,
  used_at timestamptz,
  primary key (shard, member_id, id),
  check ((used_for is null) = (used_at is null))
);
-- A voucher counts once over all members.
create unique index upload_voucher_file on upload (sha256) where used_for is not null and purpose = 'voucher';
create unique index upload_voucher_pixels on upload (pixel_hash) where used_for is not null and purpose = 'voucher';
create index upload_of_member on upload (shard, member_id, created_at);
create index upload_unused on upload (created_at) where used_for is null;

-- Public pictures of what operators publish. Images of members are in upload, never here.
create table picture (
  id uuid primary key,
  mime text not null,
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Random name in the store.
  place text not null constraint picture_place_unique unique,
  added_by uuid not null,
  created_at timestamptz not null,
  -- Since when something published shows it; it is not served before.
  used_at timestamptz
);
create index picture_unused on picture (created_at) where used_at is null;
