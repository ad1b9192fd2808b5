-- Settlement reads the legs of a match in the order of their bets, a chunk at a time: with the bets in the index a chunk costs
-- what it holds, however many legs the match has and however many others there are.
drop index leg_event;
create index leg_event on leg (shard, event_id, member_id, bet_id);
