-- Competitions, teams, matches, their markets and prices, results, and the rulings that follow from them.

create table competition (
  id text primary key,
  name text not null,
  country text,
  -- Counts changes by operators. From 1 on feeds leave the row as it is.
  version integer not null default 0,
  -- Names in other languages than English, by language.
  names jsonb not null default '{}',
  -- Its place in members' lists, 1 first; those without follow, by kick-off.
  place smallint check (place between 1 and 999),
  -- Matches that kick off after this time are neither listed nor offered.
  off_at timestamptz,
  saved_by text,
  saved_at timestamptz,
  why text,
  -- Time zone of a competition that an operator added. Without one an operator resolves times that name no zone.
  zone text
);

create table team (
  id text primary key,
  name text not null,
  short text not null,
  flag text,
  colour_a text not null,
  colour_b text not null,
  -- As in competition.
  version integer not null default 0,
  saved_by text,
  saved_at timestamptz,
  why text
);

create table event (
  id uuid primary key,
  competition_id text not null references competition (id),
  stage text,
  home_id text not null references team (id),
  away_id text not null references team (id),
  neutral boolean not null default false,
  kick_off timestamptz not null,
  state text not null default 'scheduled'
    check (state in ('scheduled', 'live', 'half_time', 'finished', 'postponed', 'abandoned', 'cancelled')),
  -- As shown ("63", "45+2"); null when the clock is not running.
  minute text,
  home_goals smallint,
  away_goals smallint,
  ht_home smallint,
  ht_away smallint,
  replay boolean not null,
  -- The feed that owns the event and its name for it.
  feed text not null,
  feed_ref text not null,
  -- When a replayed match was really played.
  recorded_at timestamptz,
  -- Expected goals over 90 minutes that its prices rest on; null while it has no prices.
  home_mean double precision,
  away_mean double precision,
  version integer not null default 1,
  -- Rises with every change of the event or one of its markets: server processes read what is newer than they know.
  updated_at timestamptz not null default now(),
  -- When it should have kicked off before it was called off: the 48 hours count from then.
  called_off_from timestamptz,
  -- When its feed last reported it, changed or not; null without a live feed.
  feed_seen_at timestamptz,
  -- The feed has been silent for too long during the match: no bets until it reports again.
  silent boolean not null default false,
  -- Red cards so far; null where the feed does not report them.
  home_reds smallint check (home_reds between 0 and 11),
  away_reds smallint check (away_reds between 0 and 11),
  -- How draws and low scores differ from independent goals (Dixon and Coles); null where unknown.
  rho double precision check (rho between -0.2 and 0.2),
  -- What the expected goals rest on: market prices with their source, a trader, or results. For results, `basis_results` counts
  -- those of the team that has fewer; null where unknown.
  basis text check (basis in ('market', 'trader', 'results')),
  basis_source text,
  basis_results integer check (basis_results >= 0),
  basis_at timestamptz,
  -- Best prices of bookmakers for an event whose prices rest on theirs: a list of markets with lines, odds in thousandths and the
  -- bookmaker of each. The house's prices are compared with them, and can be limited by them.
  best_prices jsonb check (jsonb_typeof(best_prices) = 'array'),
  -- How many of those results have shots, of the team that has fewer; null for none.
  basis_shots integer check (basis_shots > 0),
  check ((home_mean is null) = (away_mean is null)),
  unique (feed, feed_ref),
  check ((home_reds is null) = (away_reds is null)),
  constraint event_basis_priced check (basis is null or home_mean is not null),
  constraint event_basis_source check ((basis_source is not null) = (basis is not distinct from 'market')),
  constraint event_basis_results check (basis_results is null or basis = 'results'),
  constraint event_best_prices check (best_prices is null or basis = 'market'),
  constraint event_basis_shots check (basis_shots is null or basis = 'results')
);
create index event_kick_off on event (kick_off);
create index event_state on event (state, kick_off);
create index event_updated on event (updated_at);
create index event_called_off on event (kick_off) where state in ('postponed', 'abandoned', 'cancelled');
create index event_in_play on event (feed_seen_at) where state in ('live', 'half_time');
-- Pages of competitions and teams read all matches of one.
create index event_competition on event (competition_id, kick_off);
create index event_home on event (home_id, kick_off);
create index event_away on event (away_id, kick_off);

-- Kick-offs, goals and whistles of a match, in their order.
create table incident (
  event_id uuid not null references event (id),
  n smallint not null,
  kind text not null check (kind in ('kick_off', 'goal', 'half_time', 'second_half', 'full_time')),
  minute text,
  side text check (side in ('home', 'away')),
  home_goals smallint not null,
  away_goals smallint not null,
  at timestamptz not null,
  primary key (event_id, n)
);
create index incident_at on incident (at);

-- Shots and shots on target of a played match, where a source counts them: strengths are estimated from them too.
create table match_shots (
  event_id uuid primary key references event,
  feed text not null,
  home_shots smallint not null,
  away_shots smallint not null,
  home_on_target smallint not null check (home_on_target between 0 and home_shots),
  away_on_target smallint not null check (away_on_target between 0 and away_shots),
  at timestamptz not null
);

-- One row per market and line of an event; '' is the line of a market that has none.
create table market (
  event_id uuid not null references event (id),
  market text not null,
  line text not null default '',
  state text not null default 'open' check (state in ('open', 'suspended', 'closed', 'settled', 'void')),
  -- Whether it stays open after kick-off.
  in_play boolean not null,
  margin_bp integer not null,
  selections text[] not null,
  -- Odds in thousandths, in the order of selections; 0: no price.
  odds_milli integer[] not null,
  moves smallint[] not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- The favourite is too near to certain for any price. The market is suspended, since a goal can open it again; members see it
  -- closed, and open bets on it keep their value.
  one_sided boolean not null default false,
  primary key (event_id, market, line),
  constraint market_one_sided_state check (not one_sided or state <> 'open')
) with (fillfactor = 70);

-- Every version of a market: who, why, when, and its prices.
create table market_history (
  event_id uuid not null,
  market text not null,
  line text not null,
  version integer not null,
  state text not null,
  odds_milli integer[] not null,
  who text not null,
  why text not null,
  at timestamptz not null default now(),
  -- Null: not in the public log.
  tx bigint default (pg_current_xact_id()::text::bigint),
  primary key (event_id, market, line, version)
);
create index market_history_tx on market_history using brin (tx) with (pages_per_range = 32, autosummarize = on);

-- A result is proposed by a source, confirmed, and never changed: a correction is the next version.
create table result (
  event_id uuid not null references event (id),
  version integer not null,
  ht_home smallint,
  ht_away smallint,
  ft_home smallint,
  ft_away smallint,
  source text not null,
  state text not null check (state in ('proposed', 'confirmed', 'rejected', 'superseded')),
  proposed_at timestamptz not null default now(),
  confirmed_at timestamptz,
  confirmed_by text,
  -- How the match ended. An award after the final whistle is stored and decides nothing.
  kind text not null default 'played'
    check (kind in ('played', 'abandoned', 'postponed', 'cancelled', 'awarded')),
  -- Why an operator has to decide: it contradicts what counts, or another source's proposal.
  flag text check (flag in ('contradicts_confirmed', 'contradicts_proposed', 'called_off')),
  -- The second operator of a late correction.
  confirmed_with text check (confirmed_with <> confirmed_by),
  -- When, by whom and why a proposal was rejected, or superseded by an equal one.
  closed_at timestamptz,
  closed_by text,
  closed_why text,
  -- The operator who entered it, "operator:<id>", and the source that the operator named.
  proposed_by text,
  evidence text,
  -- The first of two operators who confirm the proposal of a feed.
  approved_by text,
  approved_at timestamptz,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (event_id, version),
  constraint result_score check (
    (ht_home is null) = (ht_away is null) and (ft_home is null) = (ft_away is null)
    and ht_home >= 0 and ht_away >= 0 and ft_home >= ht_home and ft_away >= ht_away and ft_home >= 0 and ft_away >= 0),
  constraint result_other_operator check (
    confirmed_by <> proposed_by and approved_by <> proposed_by and confirmed_by <> approved_by),
  constraint result_approved check ((approved_by is null) = (approved_at is null))
);
create index result_waiting on result (event_id) where state = 'proposed';
create index result_tx on result (tx);

-- What decides an event, one version after another: a confirmed result, a void, a void that is taken back. Bets are settled by the
-- last ruling; a later one books the difference.
create table ruling (
  event_id uuid not null references event (id),
  version integer not null check (version > 0),
  -- The result that counts from now on; null while there is none.
  result_version integer,
  who text not null,
  -- The second operator, where one is not enough.
  with_whom text check (with_whom <> who),
  why text not null,
  at timestamptz not null default now(),
  -- The proposal of a void, or of the end of one.
  proposal_id uuid references proposal (id),
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (event_id, version),
  foreign key (event_id, result_version) references result (event_id, version)
);
create unique index ruling_proposal on ruling (proposal_id) where proposal_id is not null;
create index ruling_tx on ruling (tx);

-- Bets that are void under any result: of the whole event, a market, one of its lines, or struck within a time.
create table void_rule (
  event_id uuid not null,
  -- The ruling that made it.
  version integer not null,
  market text,
  -- As on the board: for a handicap the home side's.
  line text,
  struck_from timestamptz not null default '-infinity',
  struck_until timestamptz not null default 'infinity',
  -- The ruling that took it back.
  undone_version integer check (undone_version > version),
  primary key (event_id, version),
  foreign key (event_id, version) references ruling (event_id, version),
  foreign key (event_id, undone_version) references ruling (event_id, version),
  check (line is null or market is not null),
  check (struck_from < struck_until)
);

-- One row per event with a ruling. Rulings of one event are made one after another: each locks this row first.
create table standing (
  event_id uuid primary key references event (id),
  -- The last ruling made.
  ruling integer not null default 0,
  -- The ruling whose grades count: those of `graded` under this version.
  graded integer not null default 0
);
