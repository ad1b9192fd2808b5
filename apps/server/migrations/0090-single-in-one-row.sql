-- A single is one row: its only leg is in `bet`, whose odds are those of the leg. `leg` holds the legs of bets with several,
-- and of singles from before this migration, so that nothing is rewritten and the release before reads what it wrote.
alter table bet
  add column event_id uuid,
  add column market text,
  add column line text,
  add column selection text,
  add column price_version integer,
  -- The score from which the leg counts, "1-0"; '' when it counts the whole match.
  add column since text,
  add constraint bet_single check (
    event_id is null
    or (type = 'single' and odds_milli > 1000 and num_nulls(market, line, selection, price_version, since) = 0));

-- Settlement reads the singles of a match in their order, a chunk at a time, as it does the legs of other bets.
create index bet_event on bet (shard, event_id, member_id, id) where event_id is not null;

-- The legs of all bets.
create view bet_leg as
  select shard, member_id, id as bet_id, 1::smallint as n, event_id, market, line, selection,
    odds_milli::integer as odds_milli, price_version, since
  from bet where event_id is not null
  union all
  select shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version, since
  from leg;
