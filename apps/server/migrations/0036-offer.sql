-- What the house offers and with which margins, by operators. Only src/book reads or writes this table.

-- A version of a rule: of the site, of a competition, or of a match. The newest of a scope counts; none is ever changed.
create table offer_rule (
  scope text not null check (scope in ('site', 'competition', 'event')),
  -- '' for the site.
  scope_id text not null check ((scope_id = '') = (scope = 'site')),
  version integer not null check (version > 0),
  -- What it says of each market: {"1x2": {"marginBp": 450, "offered": true}}; what it leaves open is for the wider scope.
  markets jsonb not null,
  -- Of a match: how much more or fewer goals of each side than the model has, in hundredths of a percent.
  home_shift_bp integer not null default 0 check (home_shift_bp between -5000 and 5000),
  away_shift_bp integer not null default 0 check (away_shift_bp between -5000 and 5000),
  saved_by text not null,
  saved_at timestamptz not null default clock_timestamp(),
  why text not null,
  check (scope = 'event' or (home_shift_bp = 0 and away_shift_bp = 0)),
  primary key (scope, scope_id, version)
);
