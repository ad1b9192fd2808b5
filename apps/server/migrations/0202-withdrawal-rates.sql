-- What a withdrawal to a crypto wallet is in its coin, fixed when it is requested: the member sees it before, the payer sends it.
alter table withdrawal
  -- The wallet's currency for one USDT, in millionths, and millionths of USDT; null for banks and where the site had no rate.
  add column rate_micro bigint check (rate_micro > 0),
  add column usdt_micro bigint check (usdt_micro >= 0),
  add constraint withdrawal_coin check ((rate_micro is null) = (usdt_micro is null));
