-- The office: operators, their sessions, what they did, and corrections of balances. Only src/office reads or writes
-- these tables, but for identity_request at the end, which is of src/members.

create table operator (
  id uuid primary key,
  -- As typed; account_folded is what uniqueness and sign-in look at.
  account text not null,
  account_folded text not null constraint operator_account_unique unique,
  password_hash text not null,
  roles text[] not null constraint operator_roles_known check (
    cardinality(roles) > 0 and roles <@ array['cashier', 'identity', 'finance', 'auditor', 'admin']
  ),
  disabled_at timestamptz,
  created_at timestamptz not null,
  -- Nobody: made from the command line, or by play mode.
  created_by uuid references operator (id)
);

create table operator_session (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  -- SHA-256 of the token; the token itself is nowhere.
  token_hash bytea not null constraint operator_session_token_unique unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text not null,
  user_agent text not null
);
create index operator_session_operator on operator_session (operator_id, address);

-- Append-only.
create table office_audit (
  -- UUIDv7: in the order of time.
  id uuid primary key,
  -- Nobody: the server itself, or a sign-in under an account that does not exist.
  operator_id uuid references operator (id),
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  shard smallint,
  member_id uuid,
  detail jsonb not null,
  address text not null,
  at timestamptz not null
);
create index office_audit_operator on office_audit (operator_id, id);
create index office_audit_subject on office_audit (subject_id, id);
create index office_audit_member on office_audit (member_id, id) where member_id is not null;
create index office_audit_at on office_audit (at);

-- A correction of a balance. It is proposed by one operator and decided by another; its entry has the key adjustment:<id>.
create table adjustment (
  shard smallint not null,
  member_id uuid not null,
  id uuid not null,
  -- Minor units; below zero takes.
  amount bigint not null check (amount <> 0),
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'applied', 'refused', 'withdrawn')),
  -- Made by who proposes, so that a proposal sent twice is one.
  key text not null,
  proposed_by uuid not null references operator (id),
  proposed_at timestamptz not null,
  decided_by uuid references operator (id),
  decided_at timestamptz,
  refusal text,
  primary key (shard, member_id, id),
  constraint adjustment_key_unique unique (shard, member_id, proposed_by, key),
  constraint adjustment_decided check ((state = 'proposed') = (decided_by is null)),
  constraint adjustment_second_operator check (state not in ('applied', 'refused') or decided_by <> proposed_by)
);
create index adjustment_id on adjustment (id);
create index adjustment_state on adjustment (state, id);
create index adjustment_key on adjustment (proposed_by, key);

-- Names handed in for review, of src/members.
create table identity_request (
  shard smallint not null,
  member_id uuid not null,
  id uuid not null,
  -- As typed, but for blanks.
  real_name text not null,
  birth_date date not null,
  -- The upload.
  document uuid not null,
  state text not null default 'in_review' check (state in ('in_review', 'verified', 'refused')),
  reason text,
  submitted_at timestamptz not null,
  -- An operator; who that is, the office knows.
  decided_by uuid,
  decided_at timestamptz,
  primary key (shard, member_id, id),
  constraint identity_request_decided check ((state = 'in_review') = (decided_by is null)),
  constraint identity_request_reason check ((state = 'refused') = (reason is not null))
);
-- One at a time of each member.
create unique index identity_request_waiting on identity_request (shard, member_id) where state = 'in_review';
create index identity_request_id on identity_request (id);
create index identity_request_state on identity_request (state, id);

-- The verified name, once there is one.
alter table member
  add column real_name text,
  add column verified_at timestamptz,
  add constraint member_verified check ((real_name is null) = (verified_at is null));
-- For finding members by the beginning of their account.
create index member_account_prefix on member (account_folded text_pattern_ops);
