-- Operators' sessions and second factors, the access to the office, notes, corrections, settings and texts of the house.

create table operator_session (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  -- SHA-256 of the token, which is not stored.
  token_hash bytea not null constraint operator_session_token_unique unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text not null,
  user_agent text not null,
  -- How the operator signed in.
  proven text not null default 'password'
    constraint operator_session_proven_known check (proven in ('password', 'totp', 'recovery', 'passkey'))
);
create index operator_session_operator on operator_session (operator_id, address);
create index operator_session_created on operator_session (created_at);

-- The secret of an authenticator app. A new one replaces it after a first code of the new one was entered.
create table operator_factor (
  operator_id uuid primary key references operator (id),
  -- Encrypted and bound to the operator: it does not decrypt in another row.
  secret bytea,
  confirmed_at timestamptz,
  -- The time step of the last accepted code: only codes of later steps are accepted.
  last_step integer not null default 0,
  next_secret bytea,
  begun_at timestamptz,
  constraint operator_factor_confirmed check ((secret is null) = (confirmed_at is null)),
  constraint operator_factor_begun check ((next_secret is null) = (begun_at is null))
);

-- Each signs in once, instead of a code.
create table operator_recovery_code (
  operator_id uuid not null references operator (id),
  -- Keyed by a secret of the server, over code and operator id.
  hash bytea not null,
  used_at timestamptz,
  primary key (operator_id, hash)
);

create table operator_passkey (
  operator_id uuid not null references operator (id),
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
  primary key (operator_id, id),
  constraint operator_passkey_credential_unique unique (operator_id, credential)
);

-- What a passkey is to sign; the first answer deletes it.
create table operator_challenge (
  id uuid primary key,
  challenge bytea not null,
  -- The session that adds a passkey; null: a sign-in.
  session_id uuid,
  rp_id text not null,
  origins text[] not null,
  expires_at timestamptz not null
);
create index operator_challenge_expires on operator_challenge (expires_at);

-- Links with which operators choose their password, once.
create table operator_password_link (
  operator_id uuid primary key references operator (id),
  code_hash bytea not null unique check (length(code_hash) = 32),
  expires_at timestamptz not null,
  -- Whether the operator may not decide for a time after choosing the password.
  waits boolean not null
);

-- Requests for access: name and password of a person who wants to work in the office or lost the old password. Owners accept one by its
-- code, which was shown to that person alone.
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

-- The link that makes the first owner: at most one, deleted when it is used or any operator is added.
create table office_first (
  one boolean primary key default true check (one),
  -- SHA-256 of the code; the code itself is nowhere.
  code_hash bytea not null,
  expires_at timestamptz not null
);

-- The code with which one owner may act alone at once: made at the first start, stored outside, deleted when it is used.
create table owner_recovery_code (
  one boolean primary key default true check (one),
  -- SHA-256 of the code.
  code_hash bytea not null,
  made_at timestamptz not null
);

-- Requests of an owner who lost the others to change operators alone. Without the code one counts after seven days in which all
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

-- Notes of operators about a member. Append-only.
create table member_note (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  operator_id uuid not null references operator (id),
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null,
  primary key (shard, member_id, id)
);

-- Applied corrections of balances; the id is that of the proposal. Its entry has the key adjustment:<id>.
create table adjustment (
  shard smallint not null,
  member_id uuid not null,
  id uuid not null,
  -- In minor units; negative takes.
  amount bigint not null check (amount <> 0),
  -- The available balance before and after it, in minor units.
  balance_before bigint,
  balance_after bigint,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (shard, member_id, id),
  constraint adjustment_balance check (balance_after = balance_before + amount and balance_after >= 0),
  constraint adjustment_proposal foreign key (id) references proposal (id),
  constraint adjustment_once unique (id)
);
create index adjustment_tx on adjustment (tx);

-- Rises with every proposal and decision, which name the version that their page showed.
create table setting_version (
  is_only boolean primary key default true check (is_only),
  version integer not null check (version >= 0)
);
insert into setting_version (version) values (0);

-- Accepted changes of settings; the id is that of the proposal.
create table setting_change (
  id uuid primary key,
  -- By name: the text as in the environment, or null for the value of the environment.
  settings jsonb not null check (jsonb_typeof(settings) = 'object' and settings <> '{}'),
  -- The values in force before, as its proposer or decider saw them.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  effective_from timestamptz not null,
  accepted_at timestamptz not null,
  -- The order of changes that count from the same time.
  number integer not null unique,
  constraint setting_not_backdated check (effective_from >= accepted_at),
  constraint setting_change_proposal foreign key (id) references proposal (id)
);
create index setting_change_effective on setting_change (effective_from);

-- The settings in force, by which `npm run verify` checks rewards and grants. Append-only.
create table setting_record (
  -- From 1 without gaps, so that a missing record shows.
  number integer primary key check (number > 0),
  -- When a server found them in force: at its start, or when a change took effect.
  at timestamptz not null default clock_timestamp(),
  -- By name: the text as in the environment. No secrets.
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  tx bigint not null default (pg_current_xact_id()::text::bigint)
);

-- Counts changes of texts of the house. Each change locks this row first, and caches compare it.
create table house_text_state (
  one boolean primary key default true check (one),
  changes bigint not null default 0
);
insert into house_text_state default values;

-- What the house adds to the betting rules, the terms and the privacy notice; the id is that of the proposal. A version replaces the one
-- before from `valid_from` on. Which version was valid at a past time never changes.
create table house_text (
  id uuid primary key,
  kind text not null check (kind in ('rules', 'terms', 'privacy')),
  -- Counts the versions of a kind. A number is never used twice.
  version integer not null check (version > 0),
  -- Words by language.
  texts jsonb not null,
  valid_from timestamptz not null,
  published_at timestamptz not null,
  revoked_by uuid,
  revoked_at timestamptz,
  revoked_why text,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  constraint house_text_version_unique unique (kind, version),
  -- Members can read it an hour before it counts.
  constraint house_text_announced check (version is null or valid_from >= published_at + interval '1 hour'),
  -- What has come into force is never revoked, only replaced.
  constraint house_text_not_in_force check (revoked_at is null or revoked_at < valid_from),
  constraint house_text_proposal foreign key (id) references proposal (id),
  constraint house_text_revoked_by check (
    (revoked_at is null) = (revoked_by is null) and (revoked_at is null) = (revoked_why is null))
);
