-- A builder is a leg that names several selections of its match: its `market` is 'builder', its `selection` the parts as one text
-- ("1x2:1;over_under:over:2.5"), its `since` the score from which handicaps among them count. Beside it are the price of each set
-- of its parts when it was struck, in thousandths by bit mask, the price of each part on the board and the version of its market; its
-- own version is 0. All three are null for every other leg.
alter table bet
  add column subsets integer[],
  add column part_odds integer[],
  add column part_versions integer[];
alter table leg
  add column subsets integer[],
  add column part_odds integer[],
  add column part_versions integer[];

create or replace view bet_leg as
  select shard, member_id, id as bet_id, 1::smallint as n, event_id, market, line, selection,
    odds_milli::integer as odds_milli, price_version, since, subsets, part_odds, part_versions
  from bet where event_id is not null
  union all
  select shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version, since, subsets, part_odds, part_versions
  from leg;
