-- An account that operators have locked: nobody can sign in, what runs is settled and paid.
alter table member
  add column locked_at timestamptz,
  add column locked_why text,
  add constraint member_lock_whole check ((locked_at is null) = (locked_why is null));
create index member_locked on member (locked_at) where locked_at is not null;

-- What operators note about a member. Append-only; only src/office reads or writes it.
create table member_note (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  operator_id uuid not null references operator (id),
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null,
  primary key (shard, member_id, id)
);
