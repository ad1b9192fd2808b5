-- A member's proof looks up the settlements of one bet by its matches.
create index settlement_chunk_event on settlement_chunk (shard, event_id);
