-- Accounts, secrets, operators and proposals as they are after each change, for the public log: digests of their columns, since the
-- rows themselves are changed in place. Rows from before this migration have none until they change.
create table row_fact (
  -- The last one of a subject counts. Its row is locked while one is added.
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

-- A database with rows from before says so: a server of the release before may still change some for a while.
insert into row_fact (subject, id, digests)
select 'before', '00000000-0000-0000-0000-000000000000', '{}' where exists (select from member) or exists (select from operator);
