-- What all modules share: the time of the site, secrets and messages between processes, the outbox, operators and what they propose,
-- the audit log, and facts for the public log.
--
-- The files 0001 to 0013 are the baseline: the tables of one module each, in the order in which tables refer to each other. Later files
-- change the schema step by step (docs/recipes.md).
-- Columns `shard` are a stable hash of the member's id modulo 256 and lead the key of tables that hold rows of members.
-- Columns `tx` number the writing transaction: readers take what is complete and skip no commit.

-- The time of the site: what statements compare with, and record where it is compared later. The planner inlines both as now() and
-- clock_timestamp(), so they cost as little and plans stay the same. Only the owner of the tables may replace them, as tests do to
-- move the time of running servers; `npm run verify` reports a site where they differ.
create function site_now() returns timestamptz language sql stable parallel safe as 'select now()';
create function site_clock() returns timestamptz language sql volatile parallel safe as 'select clock_timestamp()';

-- Secrets of processes that share a database but no folder.
create table server_secret (
  name text primary key,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- Live messages between the processes of a site. Unlogged, because they are worthless after a minute.
create unlogged table live_batch (
  id bigint generated always as identity primary key,
  -- The process that sent it and does not read it back.
  origin uuid not null,
  frames jsonb not null,
  at timestamptz not null default now()
);

-- Used tickets of the live stream, so that no second process accepts one.
create unlogged table live_ticket (
  nonce text primary key,
  used_at timestamptz not null default now()
);

-- E-mails and short messages. Rendered when they are sent or read, so that a code can be removed from a stored one.
create table outbox_message (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  template text not null,
  lan text not null,
  fields jsonb not null,
  -- The code that the message carries: both are withdrawn together.
  about uuid,
  state text not null check (state in ('kept', 'waiting', 'sent', 'failed')),
  tries smallint not null default 0,
  -- Due at this time. The process that takes it moves the time forward, so that no other takes it too.
  next_at timestamptz not null,
  -- Not sent after this time.
  useless_at timestamptz,
  error text,
  at timestamptz not null,
  sent_at timestamptz,
  constraint outbox_message_sent check ((state = 'sent') = (sent_at is not null))
);
create index outbox_message_due on outbox_message (next_at) where state = 'waiting';
create index outbox_message_recipient on outbox_message (lower(recipient), id);
create index outbox_message_about on outbox_message (about) where about is not null;
create index outbox_message_at on outbox_message (at);
-- Codes are blanked after their time: only messages that still have one are searched.
create index outbox_message_useless on outbox_message (useless_at) where fields ? 'code';

-- People who work in the office. The module `office` writes them; they are here because proposals and the audit log refer to them.
create table operator (
  id uuid primary key,
  -- As typed. Uniqueness and sign-in use account_folded.
  account text not null,
  account_folded text not null constraint operator_account_unique unique,
  -- Null: the operator has not chosen a password yet.
  password_hash text,
  roles text[] not null,
  disabled_at timestamptz,
  created_at timestamptz not null,
  -- Null: added from the command line or by play mode.
  created_by uuid references operator (id),
  -- No decisions before this time: the operator is new, enabled again, has a new role or password, or lost the second factor.
  waits_until timestamptz,
  -- Counts the changes; a change names the version that its page showed.
  version integer not null default 0,
  -- When an owner stopped being one who can decide. The remaining owner acts alone only from a day later.
  owner_until timestamptz,
  constraint operator_roles_known check (
    cardinality(roles) > 0 and roles <@ array['owner', 'trader', 'cashier', 'support', 'auditor', 'content'])
);

-- What one operator proposes and another decides.
create table proposal (
  id uuid primary key,
  kind text not null,
  -- What it changes, and the version that the proposer saw. By kind: see proposal_subject.
  subject_id uuid,
  subject_version integer check (subject_version >= 0),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  reason text,
  state text not null default 'proposed' check (state in ('proposed', 'applied', 'refused', 'withdrawn', 'expired')),
  version integer not null default 0 check (version >= 0),
  -- Null: a feed reported that a match began before its kick-off, and proposes to void the bets struck since. The body names it.
  proposed_by uuid references operator (id),
  proposed_at timestamptz not null,
  -- Null: it waits until it is decided.
  expires_at timestamptz check (expires_at > proposed_at),
  -- Null while it waits, and when it expired.
  decided_by uuid references operator (id),
  decided_at timestamptz,
  note text,
  -- Its proposer applied it without a second operator.
  alone boolean not null default false,
  -- Made by the proposer's client, so that a proposal sent twice is one.
  key text,
  constraint proposal_decided check (
    (state = 'proposed') = (decided_at is null) and (state in ('proposed', 'expired')) = (decided_by is null)),
  -- The proposer can only withdraw, and no one else can.
  constraint proposal_two check (
    state in ('proposed', 'expired') or alone or (state = 'withdrawn') = (decided_by = proposed_by)),
  constraint proposal_expires check ((kind = 'operator') = (expires_at is not null)),
  constraint proposal_reason check (kind = 'operator' or reason is not null),
  constraint proposal_key unique (kind, proposed_by, key),
  constraint proposal_alone check (
    not alone or (kind in ('operator', 'setting') and state = 'applied' and decided_by = proposed_by)),
  constraint proposal_kind check (
    kind in (
      'operator', 'team_rules', 'reward_rules', 'member_factor', 'adjustment', 'house_text', 'setting', 'void', 'reserve', 'liabilities')),
  constraint proposal_subject check (
    case kind
      when 'operator' then (subject_id is null) = (subject_version is null)
      when 'team_rules' then subject_id is null and subject_version is not null
      when 'reward_rules' then subject_id is null and subject_version is not null
      when 'member_factor' then subject_id is not null and subject_version is null
      when 'adjustment' then subject_id is not null and subject_version is null
      when 'house_text' then subject_id is null and subject_version is not null
      when 'setting' then subject_id is null
      when 'void' then subject_id is not null and subject_version is null
      when 'reserve' then subject_id is null and subject_version is null
      when 'liabilities' then subject_id is null and subject_version is null
    end),
  constraint proposal_proposer check (proposed_by is not null or (kind = 'void' and body ? 'feed'))
);
create index proposal_page on proposal (kind, id);
create index proposal_open on proposal (expires_at) where state = 'proposed';
-- The office counts what waits, by kind, every few seconds.
create index proposal_waits on proposal (kind, proposed_at) where state = 'proposed';
-- One at a time per member.
create unique index proposal_of_member on proposal (subject_id) where kind = 'member_factor' and state = 'proposed';
-- Corrections of a member. Limits of corrections count a day of a proposer and of a decider.
create index proposal_of_subject on proposal (subject_id, id) where subject_id is not null;
create index proposal_of_proposer on proposal (kind, proposed_by, proposed_at);
create index proposal_of_decider on proposal (kind, decided_by, decided_at);

-- The only procedural code in the database, off the path of money: what the server never does is refused to others too.
create function office_audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to';
end $$;

-- What operators did. Append-only. Lines are written without waiting for each other; the server seals those of finished transactions
-- in their order shortly after.
create table office_audit (
  -- UUIDv7, so in the order of time.
  id uuid primary key,
  -- Null: the server, or a sign-in under an account that does not exist.
  operator_id uuid references operator (id),
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  shard smallint,
  member_id uuid,
  detail jsonb not null,
  address text not null,
  at timestamptz not null,
  -- Stored, so that a word of many lines is searched as quickly as a rare one.
  words tsvector not null generated always as (
    to_tsvector('simple', translate(action, '_', ' ') || ' ' || subject_id || ' ' || address || ' ' || detail::text)
  ) stored,
  tx bigint not null default (pg_current_xact_id()::text::bigint)
);
-- Read newest first, whichever filter is used.
create index office_audit_at on office_audit (at, id);
create index office_audit_operator on office_audit (operator_id, at, id);
create index office_audit_action on office_audit (action, at, id);
create index office_audit_subject on office_audit (subject_id, at, id);
create index office_audit_member on office_audit (member_id, at, id) where member_id is not null;
create index office_audit_words on office_audit using gin (words);
create index office_audit_tx on office_audit (tx);
create trigger office_audit_refuse before update or delete or truncate on office_audit
  for each statement execute function office_audit_refuse();

-- Each line is sealed to the one before it.
create table office_audit_seal (
  -- 1, 2, 3 … without gaps.
  seq bigint primary key check (seq > 0),
  line uuid not null constraint office_audit_seal_line_unique unique references office_audit (id),
  prev_hash bytea not null check (length(prev_hash) = 32),
  -- SHA-256 over the previous hash, the number, and the hash of the line's content.
  hash bytea not null check (length(hash) = 32),
  -- The key of the seal, which the database does not hold. Null: plain SHA-256. After the first seal with a key all have one.
  key_id text constraint office_audit_seal_key_known check (key_id ~ '^[0-9a-f]{16}$')
);
create trigger office_audit_seal_refuse before update or delete or truncate on office_audit_seal
  for each statement execute function office_audit_refuse();

-- Lines that have no seal yet; inserted with the line.
create table office_audit_waiting (
  line uuid primary key references office_audit (id)
);

-- Facts of members for the public log that no other row keeps unchanged: the body is stored.
create table member_fact (
  shard smallint not null,
  member_id uuid not null,
  kind text not null,
  id text not null check (id !~ '\n'),
  body text not null,
  at timestamptz not null default now(),
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (shard, member_id, kind, id)
);
create index member_fact_tx on member_fact using brin (tx) with (pages_per_range = 32, autosummarize = on);

-- The same for the house.
create table house_fact (
  kind text not null,
  id text not null check (id !~ '\n'),
  is_private boolean not null,
  body text not null,
  at timestamptz not null default now(),
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (kind, id)
);
create index house_fact_tx on house_fact (tx);

-- Accounts, secrets, operators and proposals after each change, for the public log: digests of their columns, since the rows
-- themselves change in place.
create table row_fact (
  -- The last of a subject counts. The subject's row is locked while one is added.
  number bigint generated always as identity primary key,
  -- The table of the subject, and its row.
  subject text not null,
  id uuid not null,
  -- {"member.email": "…"}: SHA-256 in base64 over id, column and value.
  digests jsonb not null,
  at timestamptz not null default site_now(),
  tx bigint not null default (pg_current_xact_id()::text::bigint)
);
create index row_fact_of on row_fact (subject, id, number);
create index row_fact_tx on row_fact (tx);
