-- The best prices of bookmakers known for an event whose prices rest on theirs: a list of markets with lines, odds in
-- thousandths and the bookmaker of each. The house's own prices are compared with them, and can be bounded by them.
alter table event
  add column best_prices jsonb check (jsonb_typeof(best_prices) = 'array'),
  add constraint event_best_prices check (best_prices is null or basis = 'market');
