-- The settings in force, by which verify judges what was given. Only src/settings writes this table, and only ever adds to it.
create table setting_record (
  -- From 1 without gaps, so that a record that is gone shows.
  number integer primary key check (number > 0),
  -- When a server found them in force: at its start, or when a change of an operator came to count.
  at timestamptz not null default clock_timestamp(),
  -- By name: the text as the environment would have it. No secrets.
  settings jsonb not null check (jsonb_typeof(settings) = 'object')
);
