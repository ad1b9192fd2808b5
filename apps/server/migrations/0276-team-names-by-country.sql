-- Teams of two countries may have one name: what it means belongs to the country of the competition, or to the competition where it
-- has none. Explanations of before belong to no place and count everywhere.
alter table team_alias
  add column place text not null default '',
  drop constraint team_alias_pkey,
  add primary key (feed, place, name);
alter table feed_question
  add column place text not null default '',
  drop constraint feed_question_pkey,
  add primary key (feed, kind, place, name);
