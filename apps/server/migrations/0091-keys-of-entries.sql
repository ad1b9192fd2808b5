-- The key of an applied operation is that of its entry; `operation` keeps only refusals, and the keys of entries from before
-- this migration, which have no hash of their own.
alter table entry add column request_hash text;
create unique index entry_key on entry (shard, member_id, key);

-- Counts the refusals that a wallet's keys were spent on. Version and refusals together say whether anything was decided on the
-- wallet since a statement began: if not, the statement has seen all its keys.
alter table wallet add column refusals bigint not null default 0 check (refusals >= 0);
