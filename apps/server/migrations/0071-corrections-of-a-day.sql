-- What was available before and after a correction was applied, in minor units. Older ones do not have it.
alter table adjustment
  add column balance_before bigint,
  add column balance_after bigint,
  add constraint adjustment_balance check (balance_after = balance_before + amount and balance_after >= 0);
-- Limits of corrections count a day of a proposer, a decider and a member.
create index adjustment_proposer_day on adjustment (proposed_by, proposed_at);
create index adjustment_decider_day on adjustment (decided_by, decided_at) where state = 'applied';
