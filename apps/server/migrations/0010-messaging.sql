-- What operators publish, letters to members, alerts, and pushes to browsers.

-- Counts changes of published content. Each change locks this row first, so changes are made one after another, and processes that
-- cache the content see by one number whether it is current.
create table content_state (
  one boolean primary key default true check (one),
  changes bigint not null default 0
);
insert into content_state default values;

-- What operators publish, version by version. Append-only: the newest version of an id counts.
create table content (
  id uuid not null,
  version integer not null check (version > 0),
  kind text not null check (kind in ('notice', 'banner', 'activity', 'help', 'support', 'company')),
  -- This version withdraws the content.
  removed boolean not null default false,
  -- Words by language.
  texts jsonb not null,
  -- The fields of the kind.
  fields jsonb not null,
  from_at timestamptz,
  until_at timestamptz,
  saved_by uuid not null,
  saved_at timestamptz not null,
  -- Drafts are never shown: members read the newest version that is none.
  draft boolean not null default false,
  primary key (id, version),
  check (until_at > from_at),
  constraint content_draft check (not (draft and removed)),
  -- A draft may leave its beginning open: then it is the time of its publication.
  constraint content_begins check (draft or from_at is not null)
);

-- Notices a member has read or deleted.
create table notice_mark (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  -- The id of the content.
  notice_id uuid not null,
  read_at timestamptz not null,
  deleted_at timestamptz,
  primary key (shard, member_id, notice_id)
);
create index notice_mark_notice on notice_mark (notice_id);

-- Letters to one member.
create table letter (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  -- A letter of the house, rendered when it is read. Null: an operator wrote its texts.
  template text,
  fields jsonb not null,
  texts jsonb,
  link text,
  -- At most one letter of a template about each subject.
  about text,
  at timestamptz not null,
  read_at timestamptz,
  deleted_at timestamptz,
  sent_by uuid,
  -- Made by the sender's client, so that a letter sent twice is one.
  key text,
  primary key (shard, member_id, id),
  constraint letter_once unique (shard, member_id, template, about),
  constraint letter_key_unique unique (shard, member_id, sent_by, key),
  constraint letter_words check ((template is null) = (texts is not null)),
  constraint letter_sender check ((sent_by is null) = (texts is null) and (sent_by is null) = (key is null))
);
create index letter_unread on letter (shard, member_id) where read_at is null and deleted_at is null;
create index letter_key on letter (sent_by, key) where sent_by is not null;

-- What a member wants pushed. Without a row: settled bets alone.
create table alert_choice (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  settled boolean not null,
  -- Of starred matches and those with an open bet of the member.
  goals boolean not null,
  kick_off boolean not null,
  offers boolean not null,
  -- The least offer for a bet, in minor units.
  offer_at bigint check (offer_at > 0),
  saved_at timestamptz not null default now(),
  primary key (shard, member_id),
  check (not offers or offer_at is not null)
);

-- What a member has starred.
create table favourite (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  kind text not null check (kind in ('match', 'team', 'competition')),
  -- The id of the match, the team or the competition.
  ref text not null,
  at timestamptz not null default now(),
  primary key (shard, member_id, kind, ref)
);

-- Goals and kick-offs that are pushed, and how far they were distributed, shard by shard.
create table match_alert (
  id uuid primary key,
  event_id uuid not null,
  -- The number of the incident in its match.
  n smallint not null,
  kind text not null check (kind in ('goal', 'kick_off')),
  -- What the text is made of.
  fields jsonb not null,
  at timestamptz not null,
  next_shard smallint not null default 0,
  constraint match_alert_once unique (event_id, n)
);
create index match_alert_at on match_alert (at);

-- Offers for bets that reached the amount that a member set: once for each bet and amount.
create table offer_alert (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  bet_id uuid not null,
  -- The amount, in minor units.
  offer_at bigint not null,
  fields jsonb not null,
  at timestamptz not null,
  primary key (shard, member_id, id),
  constraint offer_alert_once unique (shard, member_id, bet_id, offer_at)
);

-- Browsers that receive pushes.
create table push_subscription (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  endpoint text not null,
  -- SHA-256 of the endpoint.
  endpoint_hash bytea not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  primary key (shard, member_id, id),
  constraint push_subscription_once unique (shard, member_id, endpoint_hash)
);
create index push_subscription_endpoint on push_subscription (endpoint_hash);

-- Pushes that wait to be sent.
create table push_task (
  shard smallint not null,
  member_id uuid not null,
  subscription_id uuid not null,
  box text not null check (box in ('system', 'letter', 'match', 'offer')),
  -- The letter, content or alert.
  about_id uuid not null,
  tries integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (shard, member_id, subscription_id, about_id)
);
create index push_task_due on push_task (due_at);

-- How far a notice was distributed to browsers, shard by shard.
create table push_notice (
  notice_id uuid primary key,
  next_shard smallint not null default 0
);
