-- Messages that leave the house, codes sent to addresses, and what a member says of themselves.

-- Mails and short messages, of src/platform/outbox. Put into words when they are sent or read, so that a code can be taken
-- out of one again.
create table outbox_message (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  template text not null,
  lan text not null,
  fields jsonb not null,
  -- What the message belongs to: a code. With it, it is withdrawn.
  about uuid,
  state text not null check (state in ('kept', 'waiting', 'sent', 'failed')),
  tries smallint not null default 0,
  -- Taken up at this moment; whoever takes it up moves it on, so that no other does meanwhile.
  next_at timestamptz not null,
  -- Not sent any more from then on.
  useless_at timestamptz,
  error text,
  at timestamptz not null,
  sent_at timestamptz,
  constraint outbox_message_sent check ((state = 'sent') = (sent_at is not null))
);
create index outbox_message_due on outbox_message (next_at) where state = 'waiting';
create index outbox_message_recipient on outbox_message (lower(recipient), id);
create index outbox_message_about on outbox_message (about) where about is not null;
create index outbox_message_useless on outbox_message (useless_at) where useless_at is not null;
create index outbox_message_at on outbox_message (at);

-- Codes, of src/members. One lives per purpose and address; who is behind an address, and the code, are keyed hashes only.
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

-- When codes were sent to an address, the newest first, as many as the limits look at.
create table contact_flow (
  address bytea primary key,
  sent_at timestamptz[] not null,
  last_at timestamptz not null
);
create index contact_flow_last on contact_flow (last_at);

-- Codes counted for a network address, or for the whole site, since the beginning of a window.
create table code_budget (
  name text primary key,
  began_at timestamptz not null,
  used integer not null
);
create index code_budget_began on code_budget (began_at);

alter table member
  add column nickname text,
  add column agent_code text,
  -- Since when the member is known to read what arrives there.
  add column email_confirmed_at timestamptz,
  add column mobile_confirmed_at timestamptz,
  add column password_changed_at timestamptz,
  -- The newest version of the terms accepted; all of them are in terms_acceptance.
  add column terms_accepted text;

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
