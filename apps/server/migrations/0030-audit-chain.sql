-- The audit log is only ever added to, and each line is sealed to the one before: a number, the hash of the line before, and
-- its own. Lines are written without waiting for each other; the server seals those of finished transactions in order, a
-- moment later. What was written before this migration waits to be sealed like the rest.

create table office_audit_seal (
  -- 1, 2, 3 …, without a gap.
  seq bigint primary key check (seq > 0),
  line uuid not null constraint office_audit_seal_line_unique unique references office_audit (id),
  prev_hash bytea not null check (length(prev_hash) = 32),
  -- SHA-256 over the hash before, the number, and the hash of the line's content.
  hash bytea not null check (length(hash) = 32)
);

-- Written together with its line.
create table office_audit_waiting (
  line uuid primary key references office_audit (id)
);
insert into office_audit_waiting (line) select id from office_audit;

-- The only code in the database, and off the path of the money: what the server never does is refused to others too.
create function office_audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to';
end $$;
create trigger office_audit_refuse before update or delete or truncate on office_audit
  for each statement execute function office_audit_refuse();
create trigger office_audit_seal_refuse before update or delete or truncate on office_audit_seal
  for each statement execute function office_audit_refuse();

-- Read newest first, whatever it is searched by.
drop index office_audit_operator;
drop index office_audit_subject;
drop index office_audit_member;
drop index office_audit_at;
create index office_audit_at on office_audit (at, id);
create index office_audit_operator on office_audit (operator_id, at, id);
create index office_audit_action on office_audit (action, at, id);
create index office_audit_subject on office_audit (subject_id, at, id);
create index office_audit_member on office_audit (member_id, at, id) where member_id is not null;

-- Stored, so that a word that is in many lines is looked for in them as quickly as a rare one in the index.
alter table office_audit add column words tsvector not null generated always as (
  to_tsvector('simple', translate(action, '_', ' ') || ' ' || subject_id || ' ' || address || ' ' || detail::text)
) stored;
create index office_audit_words on office_audit using gin (words);
