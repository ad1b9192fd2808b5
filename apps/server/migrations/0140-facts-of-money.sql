-- A payout method counts its changes, as a withdrawal does: the facts of both in the public log are numbered by it. From this
-- migration on each of them, and each payment of a rail, has such facts.
alter table payout_method add column version integer not null default 0;
