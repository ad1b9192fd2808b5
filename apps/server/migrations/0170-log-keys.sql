-- The keys that sign the public log and receipts, in their order. Private parts are never here: docs/operations.md says where they are.
create table log_key (
  -- The id of the entry that brought the key; the first key of an epoch has none.
  number integer primary key check (number > 0),
  epoch integer not null references log_epoch (epoch),
  -- As verifiers take it, under the name of the log in its epoch. A key that was replaced never comes back.
  vkey text not null unique,
  -- It signs trees that have this entry: 0 for the first key of an epoch, missing while no checkpoint has the entry.
  since bigint check (since >= 0),
  -- The proof that the entry is in the log, under the checkpoint that both keys signed.
  proof text,
  at timestamptz not null default now(),
  tx bigint not null default (pg_current_xact_id()::text::bigint)
);
