-- When what the bets of a match came to was put into the log, or was found to be replaced by a later ruling.
alter table settlement_run add column totals_at timestamptz;
create index settlement_run_totals on settlement_run (finished_at) where totals_at is null;
