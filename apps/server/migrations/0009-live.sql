-- What live betting needs to know of an event.
alter table event
  -- When its feed last said anything of it, also that nothing changed; null for an event without a live feed.
  add column feed_seen_at timestamptz,
  -- The feed has been silent for too long during the match: nothing is sold until it speaks again.
  add column silent boolean not null default false,
  -- Red cards so far; null where the feed does not tell.
  add column home_reds smallint check (home_reds between 0 and 11),
  add column away_reds smallint check (away_reds between 0 and 11),
  add check ((home_reds is null) = (away_reds is null));
create index event_in_play on event (feed_seen_at) where state in ('live', 'half_time');
