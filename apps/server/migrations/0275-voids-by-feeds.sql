-- A feed that reports a match as begun before its kick-off proposes to void the bets struck since then. No operator has proposed it;
-- the body names the feed.
alter table proposal
  alter column proposed_by drop not null,
  add constraint proposal_proposer check (proposed_by is not null or (kind = 'void' and body ? 'feed'));

-- Until now these were flags; the next report of the feed proposes the void. The stops of their matches stay.
update feed_flag set closed_at = site_clock(), closed_by = 'release', verdict = 'withdrawn' where kind = 'begun' and closed_at is null;
