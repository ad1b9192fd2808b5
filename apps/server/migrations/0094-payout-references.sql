-- A bank's reference or a transaction's hash pays one withdrawal of all members. It is claimed in a table of its own, as the
-- reference of a payment is, so that withdrawals need no index over all shards.
create table payout_ref (
  rail text not null,
  reference text not null,
  withdrawal_id uuid not null,
  primary key (rail, reference)
);
insert into payout_ref (rail, reference, withdrawal_id)
select rail, reference, id from withdrawal where reference is not null;
drop index withdrawal_reference;
