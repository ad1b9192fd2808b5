-- How many bets were refused, by day of UTC and reason. Processes add what they counted every few seconds.
create table refusal_day (
  day date not null,
  reason text not null,
  refusals bigint not null check (refusals > 0),
  primary key (day, reason)
);
