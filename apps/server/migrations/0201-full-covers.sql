-- A system can be a full cover: all lines of two legs and more (-2), or of one leg and more (-1).
alter table bet drop constraint bet_k;
alter table bet
  add constraint bet_k check (case when type = 'system' then k between 1 and 20 or k in (-2, -1) else k is null end);
