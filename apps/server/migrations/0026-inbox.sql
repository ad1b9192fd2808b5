-- The inbox: what operators publish, letters to members, what was read, and pushes to browsers. Only src/inbox reads or
-- writes these tables, but for picture, which is of src/uploads, and the column of bet_notice, which is of src/book.

-- How often what operators publish has changed. Each change takes this row first, so changes come one after the other, and
-- whoever keeps them in memory sees by one number whether there is something new.
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
  -- Taken back: this version says the same as the one before, to nobody.
  removed boolean not null default false,
  -- Words by language.
  texts jsonb not null,
  -- The fields of the kind.
  fields jsonb not null,
  from_at timestamptz not null,
  until_at timestamptz,
  saved_by uuid not null,
  saved_at timestamptz not null,
  primary key (id, version),
  check (until_at > from_at)
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
  -- Of the house: put into words when it is read. Null: an operator's, in its own words.
  template text,
  fields jsonb not null,
  texts jsonb,
  link text,
  -- A second letter of the same template about the same is not written.
  about text,
  at timestamptz not null,
  read_at timestamptz,
  deleted_at timestamptz,
  sent_by uuid,
  -- Made by who sends, so that a letter sent twice is one.
  key text,
  primary key (shard, member_id, id),
  constraint letter_once unique (shard, member_id, template, about),
  constraint letter_key_unique unique (shard, member_id, sent_by, key),
  constraint letter_words check ((template is null) = (texts is not null)),
  constraint letter_sender check ((sent_by is null) = (texts is null) and (sent_by is null) = (key is null))
);
create index letter_unread on letter (shard, member_id) where read_at is null and deleted_at is null;
create index letter_key on letter (sent_by, key) where sent_by is not null;

-- Browsers that want to be told.
create table push_subscription (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  endpoint text not null,
  -- SHA-256 of the endpoint, by which it is found.
  endpoint_hash bytea not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  primary key (shard, member_id, id),
  constraint push_subscription_once unique (shard, member_id, endpoint_hash)
);
create index push_subscription_endpoint on push_subscription (endpoint_hash);

-- What a browser is still to be told: a letter or a notice.
create table push_task (
  shard smallint not null,
  member_id uuid not null,
  subscription_id uuid not null,
  box text not null check (box in ('system', 'letter')),
  -- The letter, or the content.
  about_id uuid not null,
  tries integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (shard, member_id, subscription_id, about_id)
);
create index push_task_due on push_task (due_at);

-- How far a notice has been handed out to browsers, shard by shard.
create table push_notice (
  notice_id uuid primary key,
  next_shard smallint not null default 0
);

-- Pictures of what operators publish, for everyone to see. Members' images are in upload, and never here.
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
  -- Since when something published shows it; before that it is served to nobody.
  used_at timestamptz
);
create index picture_unused on picture (created_at) where used_at is null;

-- Since when the member has been told of a bet settled again.
alter table bet_notice add column told_at timestamptz;
create index bet_notice_untold on bet_notice (at) where told_at is null;
