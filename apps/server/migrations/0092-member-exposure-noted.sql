-- What a member may win on a match is added up from the bets themselves. `member_exposure` notes it for members near their cap,
-- for those who watch the risk, in place of a row for every member and match.

-- The waiting orders of one member.
create index delayed_order_waiting on delayed_order (shard, member_id) where state = 'waiting';
