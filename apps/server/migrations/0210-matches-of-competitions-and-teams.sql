-- Pages of competitions and teams read all matches of one.
create index event_competition on event (competition_id, kick_off);
create index event_home on event (home_id, kick_off);
create index event_away on event (away_id, kick_off);
