-- A match may have begun before its kick-off, as a feed reports it; a person decides about the bets struck since then.
alter table feed_flag
  drop constraint feed_flag_kind_check,
  add constraint feed_flag_kind_check
    check (kind in ('score_back', 'clock_back', 'contradiction', 'awarded', 'called_off', 'begun'));
