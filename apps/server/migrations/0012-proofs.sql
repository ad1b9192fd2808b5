-- The public log and its keys, witnesses and refusals, what the house owes and has, and the figures it publishes about itself.

-- Entries in the order in which the tree hashes them. Each fact is there once.
create table log_entry (
  seq bigint primary key check (seq >= 0),
  kind text not null,
  id text not null,
  -- Canonical JSON; the leaf is over its bytes in UTF-8.
  entry text not null,
  constraint log_entry_fact unique (kind, id)
);

-- Hashes of full subtrees of 256^level entries, for the tiles above the leaves. They follow from the entries.
create table log_node (
  level smallint not null check (level > 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, index)
);

create table log_tree (
  one boolean primary key default true check (one),
  size bigint not null default 0,
  -- Hashes of the full subtrees of the tree, from left to right.
  edge bytea not null default '',
  -- The full tiles of this many entries are in the store.
  stored bigint not null default 0,
  -- After a restored backup facts are looked up before they are added, since numbers of transactions are used again.
  looks_up boolean not null default false,
  -- When private facts that show no kind were last added together.
  together_at timestamptz not null default '-infinity'
);
insert into log_tree default values;

-- How far each source was read: all facts of transactions below `tx`, and the first `taken` rows of that one.
create table log_mark (
  source text not null,
  -- The first shard of the group; 0 for what belongs to no shard.
  shard smallint not null,
  tx bigint not null default 0,
  taken integer not null default 0,
  primary key (source, shard)
);

-- A log that cannot continue as it was signed begins a new epoch under a new name.
create table log_epoch (
  epoch integer primary key check (epoch > 0),
  -- The last signed note of the epoch before.
  last_note text,
  reason text not null,
  at timestamptz not null default now()
);
insert into log_epoch (epoch, reason) values (1, 'the log began');

-- The last checkpoint of each epoch; empty before the first. The row is locked while one is signed.
create table log_signed (
  epoch integer primary key references log_epoch (epoch),
  size bigint not null default 0,
  root bytea not null default '',
  note text not null default '',
  at timestamptz not null default now()
);
insert into log_signed (epoch) values (1);

-- The keys that sign the public log and receipts, in their order. Private keys are never here (docs/operate.md).
create table log_key (
  -- The id of the entry that brought the key; the first key of an epoch has none.
  number integer primary key check (number > 0),
  epoch integer not null references log_epoch (epoch),
  -- In the form that verifiers read, with the name of the log in its epoch. A replaced key never returns.
  vkey text not null unique,
  -- It signs trees with this entry: 0 for the first key of an epoch, null while no checkpoint has the entry.
  since bigint check (since >= 0),
  -- The proof that the entry is in the log, under the checkpoint that both keys signed.
  proof text,
  at timestamptz not null default now(),
  tx bigint not null default (pg_current_xact_id()::text::bigint)
);

-- Witnesses of the public log: what each cosigned last, and whether it answers.
create table log_witness (
  -- In the form that verifiers read; it has the name of the witness.
  vkey text primary key,
  -- The checkpoint that it cosigned last, and its line of the note; null before the first.
  epoch integer references log_epoch (epoch),
  size bigint,
  line text,
  cosigned_at timestamptz,
  -- Since when it has cosigned without a fault.
  since timestamptz,
  -- Why it did not cosign at the last request; null when it did.
  fault text
);

-- The newest checkpoint of each epoch that enough witnesses have cosigned, with their lines.
create table log_counted (
  epoch integer primary key references log_epoch (epoch),
  size bigint not null check (size >= 0),
  note text not null,
  at timestamptz not null default now()
);

-- Notes that a witness will never cosign, with its answer.
create table log_refusal (
  vkey text not null,
  note text not null,
  -- HTTP status; 409 where the witness has seen a larger log.
  status integer not null,
  reason text not null,
  at timestamptz not null default now(),
  primary key (vkey, note)
);

-- What the house owed to all members as of one transaction, with the root of the published tree. Append-only.
create table liability_snapshot (
  id uuid primary key,
  at timestamptz not null,
  -- The day of a daily one, which is made once; null for one that operators requested.
  day date unique,
  made_by uuid references operator (id),
  -- By group of shards: the transactions that its amounts are of.
  watermarks text[] not null check (cardinality(watermarks) > 0),
  currencies text[] not null,
  -- Available, held and open bets of each currency, in minor units.
  totals text[] not null check (cardinality(totals) = 3 * cardinality(currencies)),
  -- Leaves of the tree and its root.
  size integer not null check (size > 0),
  root bytea not null check (octet_length(root) = 32),
  -- The number of members; not published.
  accounts integer not null check (accounts >= 0),
  -- The public entry, canonical JSON.
  entry text not null,
  -- Two operators publish one between the days with totals that are rounded up: what was added to each total, and the step of each
  -- currency. Daily ones are exact and have neither.
  padding text[],
  steps text[],
  check (day is null or made_by is null),
  constraint liability_snapshot_padding check (
    (padding is null) = (steps is null) and (padding is null or made_by is not null)
    and (padding is null or cardinality(padding) = cardinality(totals))
    and (steps is null or cardinality(steps) = cardinality(currencies)))
);
create index liability_snapshot_at on liability_snapshot (at);

-- Snapshots that were not published, because wallets and ledger differ. Append-only.
create table liability_refusal (
  id uuid primary key,
  at timestamptz not null,
  made_by uuid references operator (id),
  differences text[] not null check (cardinality(differences) > 0)
);
create index liability_refusal_at on liability_refusal (at);

-- Proofs that the house has the key of an address. The newest of an address counts, for a time.
create table reserve_address (
  id uuid primary key,
  network text not null check (network in ('usdt-trc20', 'usdt-erc20')),
  address bytea not null check (octet_length(address) = 20),
  -- The day that the challenge names.
  day date not null,
  challenge text not null,
  signature text not null,
  added_by uuid not null references operator (id),
  added_at timestamptz not null
);
create index reserve_address_newest on reserve_address (network, address, added_at);

-- Statements of banks and providers, each published by two operators. The newest of a name counts, for a time.
create table reserve_statement (
  -- The id of its proposal.
  id uuid primary key references proposal (id),
  name text not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  day date not null,
  -- SHA-256 of the file, which the house stores.
  file_hash bytea not null check (octet_length(file_hash) = 32),
  applied_at timestamptz not null
);

-- Figures that the house publishes about itself, computed from the public log, and the state of the computation.
create table house_fold (
  one boolean primary key default true check (one),
  -- Version of the computation: the state of another cannot be used.
  version integer not null,
  -- Number of entries read.
  size bigint not null,
  state text not null,
  -- The figures as JSON, as of a size at which they are published.
  published text not null,
  -- The process that continues it, and until when no other does.
  holder uuid,
  held_until timestamptz not null default '-infinity'
);
insert into house_fold (version, size, state, published) values (0, 0, '', '');
