-- What the house owed to all members as of one transaction, with the root of the tree that was published. Only src/liabilities writes
-- these tables, and only ever adds to them.
create table liability_snapshot (
  id uuid primary key,
  at timestamptz not null,
  -- The day of a daily one, which is made once; one that an operator asked for has none.
  day date unique,
  made_by uuid references operator (id),
  -- Of each group of shards: which transactions its amounts are of.
  watermarks text[] not null check (cardinality(watermarks) > 0),
  currencies text[] not null,
  -- Available, held and open bets of each currency, in minor units.
  totals text[] not null check (cardinality(totals) = 3 * cardinality(currencies)),
  -- Leaves of the tree and its root.
  size integer not null check (size > 0),
  root bytea not null check (octet_length(root) = 32),
  -- How many members it has; not published.
  accounts integer not null check (accounts >= 0),
  -- The public entry, canonical JSON.
  entry text not null,
  check (day is null or made_by is null)
);
create index liability_snapshot_at on liability_snapshot (at);

-- One that was not published, because the wallets are not what the ledger says.
create table liability_refusal (
  id uuid primary key,
  at timestamptz not null,
  made_by uuid references operator (id),
  differences text[] not null check (cardinality(differences) > 0)
);
create index liability_refusal_at on liability_refusal (at);
