-- Shots and shots on target of both sides of a played match, where a source counts them: strengths are learnt from them too.
create table match_shots (
  event_id uuid primary key references event,
  feed text not null,
  home_shots smallint not null,
  away_shots smallint not null,
  home_on_target smallint not null check (home_on_target between 0 and home_shots),
  away_on_target smallint not null check (away_on_target between 0 and away_shots),
  at timestamptz not null
);
-- How many of the results that prices rest on have shots, of the team that has fewer of them; null for none.
alter table event
  add column basis_shots integer check (basis_shots > 0),
  add constraint event_basis_shots check (basis_shots is null or basis = 'results');
