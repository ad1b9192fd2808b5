-- Competitions and teams as operators keep them. Only src/book reads or writes these columns.

alter table competition
  -- Moves with every change by an operator; 0 while none has said anything. From 1 on feeds leave the row as it is.
  add column version integer not null default 0,
  -- Names in other languages than English, by language.
  add column names jsonb not null default '{}',
  -- Where it stands in members' lists, 1 first; those without come after, by kick-off.
  add column place smallint check (place between 1 and 999),
  -- Off since then: matches that kick off later are neither listed to members nor offered.
  add column off_at timestamptz,
  add column saved_by text,
  add column saved_at timestamptz,
  add column why text;

alter table team
  add column version integer not null default 0,
  add column saved_by text,
  add column saved_at timestamptz,
  add column why text;
