-- Bets of several legs, legs struck in play, and what a cash-out leaves of a bet.

alter table bet
  -- Of the selections, the type and the stake: tells a bet that was sent twice from one that was meant twice.
  add column slip_hash bigint not null default 0,
  -- Stake that the member has sold back, and what was paid for it; the rest goes on.
  add column cashed_stake bigint not null default 0,
  add column cash_out bigint not null default 0,
  add constraint bet_lines check (lines between 1 and 1000 and stake = unit * lines),
  add constraint bet_k check (case when type = 'system' then k between 1 and 20 else k is null end),
  add constraint bet_cashed check (cashed_stake between 0 and stake and cash_out >= 0);

alter table leg
  -- The score when a leg was struck whose market counts the goals after it, "1-0"; '' for every other leg.
  add column since text not null default '',
  add constraint leg_n check (n between 1 and 20);
