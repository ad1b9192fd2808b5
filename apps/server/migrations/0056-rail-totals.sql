-- Each rail's sums of payments and withdrawals that stay as they are, folded up to the transaction number of the mark, as the
-- sizes of teams are: whoever looks at the rails reads no more than what came since, however much there was.
alter table payment add column tx bigint not null default (pg_current_xact_id()::text::bigint);
alter table withdrawal add column tx bigint not null default (pg_current_xact_id()::text::bigint);
create index payment_ended on payment (tx) include (rail, state, gross, paid) where state in ('credited', 'refused');
create index withdrawal_finished on withdrawal (tx) include (rail, receive) where state = 'finished';

create table rail_total (
  rail text primary key,
  -- Minor units of the wallet.
  credited numeric(38, 0) not null,
  paid_out numeric(38, 0) not null,
  -- In units of the rail.
  paid_units numeric(38, 0) not null
);
create table rail_mark (
  one boolean primary key default true check (one),
  tx bigint not null default 0
);
insert into rail_mark default values;

-- Nothing sums all of it while somebody waits any more.
drop index payment_sums;
drop index withdrawal_sums;
