-- A market whose favourite is too near to certain for any price takes no bets at all. In its rows it is suspended, since it opens
-- again when a goal brings the favourite back; members see it closed, and open bets on it keep their value.
alter table market add column one_sided boolean not null default false;
alter table market add constraint market_one_sided_state check (not one_sided or state <> 'open');
