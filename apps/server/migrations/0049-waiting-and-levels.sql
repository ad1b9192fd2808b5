-- The first page of the office counts what waits for a second operator, every few seconds: each count reads what waits alone.
create index rule_change_waits on rule_change (kind, proposed_at) where state = 'proposed';
create index setting_change_waits on setting_change (proposed_at) where state = 'proposed';
create index house_text_waits on house_text (proposed_at) where state = 'proposed';

-- What VIP levels cost, from now on: the fee of a withdrawal as everybody pays it, beside the one that was asked. Unknown of
-- those asked for before; a fee was stored, but not what else it would have been.
alter table withdrawal add column fee_site bigint check (fee_site >= 0);
create index withdrawal_paid on withdrawal (paid_at) include (fee, fee_site) where state in ('success', 'finished');

-- What check-ins of a day gave beyond the scale because of levels, by shard, so that members wait for few others.
create table check_in_sum (
  day date not null,
  shard smallint not null check (shard between 0 and 255),
  check_ins integer not null check (check_ins > 0),
  extra bigint not null check (extra >= 0),
  primary key (day, shard)
);
