-- What check-ins and VIP levels give, as published in the office; until the first version counts, the settings do. Only
-- src/rewards reads or writes it.
create table reward_rules (
  version integer primary key check (version > 0),
  -- As the settings CHECK_IN_SCALE and VIP_LEVELS have it, and read by the same reader.
  check_in_scale text not null,
  vip_levels jsonb not null,
  counts_from date not null,
  published_at timestamptz not null,
  published_by uuid not null references operator (id)
);

-- How many members have come to each level.
create index vip_told_level on vip_told (level);
