-- Each rail's sums of all there was, read from the index alone: they stand beside the ledger whenever an operator looks.
create index payment_sums on payment (rail, state) include (shard, gross, paid);
create index withdrawal_sums on withdrawal (rail) include (shard, receive) where state in ('success', 'finished');
create index chain_transfer_sums on chain_transfer (network) include (micro, told, revision) where state = 'final';
