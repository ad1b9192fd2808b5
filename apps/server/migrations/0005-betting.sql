-- Bets from placing to settlement: legs, what the house may lose, orders and sales that wait for the live delay, automatic cash-outs,
-- grades, settlements, and the sums that the office reads.

-- A single is one row with its only leg, whose odds are those of the bet; the legs of other bets are in `leg`.
create table bet (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  id uuid not null,
  type text not null check (type in ('single', 'accumulator', 'system')),
  -- Legs per line of a system; -2 and -1 are full covers, from two legs and from one.
  k smallint,
  lines integer not null default 1,
  currency text not null,
  unit bigint not null check (unit > 0),
  stake bigint not null check (stake > 0),
  odds_milli bigint not null,
  potential bigint not null,
  state text not null default 'open' check (state in ('open', 'win', 'lose', 'refund')),
  -- Paid so far; differs from the last settlement's payout only while one is being written.
  payout bigint check (payout >= 0),
  rules text not null,
  placed_at timestamptz not null default now(),
  settled_at timestamptz,
  -- A bet is settled as often as grades of its legs change. The number keys its payments: settle:<bet>:<number>.
  settlements integer not null default 0,
  -- Hash of selections, type and stake: detects a bet sent twice by mistake.
  slip_hash bigint not null default 0,
  -- Stake that the member has sold back, and what was paid for it; the rest is still open.
  cashed_stake bigint not null default 0,
  cash_out bigint not null default 0,
  -- What corrections could not take back: the member keeps it, and a later correction pays that much less.
  lost bigint not null default 0 check (lost >= 0),
  -- When it was returned because its member was excluded: settlement skips it from then on.
  returned_at timestamptz,
  -- What the house expects to keep, in millionths of the stake, by the margins at placing.
  margin_micro integer not null default 0 check (margin_micro between 0 and 1000000),
  -- The leg of a single.
  event_id uuid,
  market text,
  line text,
  selection text,
  price_version integer,
  -- The score from which the leg counts, "1-0"; '' when it counts the whole match.
  since text,
  -- A builder is a leg of several selections of its match: its `market` is 'builder', its `selection` the parts as one text
  -- ("1x2:1;over_under:over:2.5"), its `since` the score from which handicaps among them count, its `price_version` 0. These are the
  -- prices of each set of its parts when it was struck, in thousandths by bit mask, and each part's price on the board and version of
  -- its market. Null for every other leg.
  subsets integer[],
  part_odds integer[],
  part_versions integer[],
  primary key (shard, member_id, id),
  constraint bet_lines check (lines between 1 and 1000 and stake = unit * lines),
  constraint bet_cashed check (cashed_stake between 0 and stake and cash_out >= 0),
  constraint bet_returned check (returned_at is null or state = 'refund'),
  constraint bet_single check (
    event_id is null
    or (type = 'single' and odds_milli > 1000 and num_nulls(market, line, selection, price_version, since) = 0)),
  constraint bet_k check (case when type = 'system' then k between 1 and 20 or k in (-2, -1) else k is null end)
) with (fillfactor = 80);
-- Finds a day's settled bets. A BRIN index lets a settlement update its row in place.
create index bet_settled on bet using brin (settled_at) with (pages_per_range = 16, autosummarize = on);
-- Settlement reads the singles and legs of a match in the order of their bets: a chunk costs what it holds, for any number of others.
create index bet_event on bet (shard, event_id, member_id, id) where event_id is not null;

-- Legs never change; their grades are in `graded`.
create table leg (
  shard smallint not null,
  member_id uuid not null,
  bet_id uuid not null,
  n smallint not null,
  event_id uuid not null,
  market text not null,
  line text not null,
  selection text not null,
  odds_milli integer not null check (odds_milli > 1000),
  price_version integer not null,
  -- As in bet.
  since text not null default '',
  subsets integer[],
  part_odds integer[],
  part_versions integer[],
  primary key (shard, member_id, bet_id, n),
  constraint leg_n check (n between 1 and 20)
);
create index leg_event on leg (shard, event_id, member_id, bet_id);

-- The legs of all bets.
create view bet_leg as
  select shard, member_id, id as bet_id, 1::smallint as n, event_id, market, line, selection,
    odds_milli::integer as odds_milli, price_version, since, subsets, part_odds, part_versions
  from bet where event_id is not null
  union all
  select shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version, since, subsets, part_odds, part_versions
  from leg;

-- Accepted bets added up by leg. Each lane of a process has its rows, so that no two statements wait for one; the sum over all rows
-- counts. What is taken back is a negative amount in another row.
create table exposure (
  event_id uuid not null,
  -- The process and its lane.
  holder uuid not null,
  lane smallint not null,
  market text not null,
  line text not null,
  selection text not null,
  since text not null,
  -- Stakes and full returns of singles.
  stake bigint not null default 0,
  potential bigint not null default 0,
  -- Full returns of accumulators and systems.
  combined bigint not null default 0,
  -- What singles that wait for the live delay would cost.
  pending bigint not null default 0,
  -- A lane writes its exposure where its bets are. Reads begin with the match.
  shard smallint not null default 0,
  primary key (event_id, holder, lane, market, line, selection, since, shard)
) with (fillfactor = 50);

-- What a process may accept on an event for a time. A lease is never changed but replaced by the next one. Placing locks its lease
-- `for share` while it writes; an expired one counts until it can be deleted, when all that it admitted is committed.
create table exposure_lease (
  id uuid primary key,
  event_id uuid not null,
  holder uuid not null,
  -- Only the newest lease of a holder counts.
  n integer not null,
  -- The most that all bets of the holder may amount to there, by event, market, selection, and the reductions in `less`.
  counted double precision[] not null,
  less jsonb not null,
  expires_at timestamptz not null,
  unique (event_id, holder, n)
);

-- Scopes of leases: 1 the site, 2 a competition, 3 an event. A grant locks its rows in this order.
create table exposure_scope (
  kind smallint not null check (kind in (1, 2, 3)),
  id text not null,
  competition_id text,
  -- The most that the event can cost under the granted leases, and until when these last.
  bound bigint not null default 0 check (bound >= 0),
  bound_until timestamptz,
  grants bigint not null default 1,
  primary key (kind, id)
) with (fillfactor = 50);
create index exposure_scope_bound on exposure_scope (bound_until) where kind = 3 and bound > 0;

-- Members near their cap on an event, for those who watch the risk; stakes are subtracted. What counts is added up from the bets.
create table member_exposure (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  event_id uuid not null,
  liability bigint not null,
  cap bigint not null,
  constraint member_exposure_cap check (liability <= cap),
  primary key (shard, member_id, event_id)
) with (fillfactor = 70);

-- Orders with a leg in play: their stake is held, and they wait for the live delay to pass.
create table delayed_order (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  -- The bet it becomes, and the hold of its stake.
  id uuid not null,
  type text not null check (type in ('single', 'accumulator', 'system')),
  k smallint,
  lines integer not null,
  unit bigint not null check (unit > 0),
  odds_milli bigint not null,
  potential bigint not null,
  slip_hash bigint not null,
  -- Each leg as it was struck, with the state of the match.
  legs jsonb not null,
  submitted_at timestamptz not null default now(),
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  reason text,
  detail jsonb,
  decided_at timestamptz,
  margin_micro integer not null default 0,
  -- The key of the request, which the terms of its bet name.
  request_key text,
  -- Which price it accepts at the end of the wait; null: none below its own.
  accept text check (accept in ('none', 'better', 'any')),
  primary key (shard, member_id, id),
  check ((state = 'refused') = (reason is not null)),
  check ((state = 'waiting') = (decided_at is null))
);
create index delayed_order_due on delayed_order (due_at) where state = 'waiting';
create index delayed_order_waiting on delayed_order (shard, member_id) where state = 'waiting';

-- Sales of bets with a leg in play: they wait for the live delay to pass, and are made at the offer of that time, or refused.
create table delayed_sale (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  -- The member's key of the request; for an automatic cash-out the key of its sale.
  key text not null,
  request_hash text not null,
  bet_id uuid not null,
  -- Ten-thousandths of the open stake.
  share integer not null check (share between 1 and 10000),
  -- The stake sold before, in minor units: another sale during the wait refuses this one.
  cashed_stake bigint not null,
  -- The least offer for the whole open stake at which it is made, in minor units.
  at_least bigint not null check (at_least > 0),
  -- The version of the rule that requested it; null: the member did.
  rule_version integer,
  -- Each open leg's market and match as they were.
  legs jsonb not null,
  submitted_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sold', 'refused')),
  reason text,
  -- What it paid, in minor units.
  paid bigint check (paid > 0),
  decided_at timestamptz,
  primary key (shard, member_id, key),
  check ((state = 'refused') = (reason is not null)),
  check ((state = 'sold') = (paid is not null)),
  check ((state = 'waiting') = (decided_at is null))
);
create index delayed_sale_due on delayed_sale (due_at) where state = 'waiting';

-- Automatic cash-outs of open bets: at the first offer that reaches an amount.
create table cash_out_rule (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  bet_id uuid not null,
  -- Counts the rules of a bet. It is part of the key of the sale, so that a rule sells once.
  version integer not null check (version > 0),
  -- The least offer at which it sells, in minor units.
  at_least bigint not null check (at_least > 0),
  -- The matches of the bet: the rule is checked when one of them changes.
  event_ids uuid[] not null,
  set_at timestamptz not null default now(),
  ended_at timestamptz,
  -- It sold the bet; the member changed or removed it; the bet ended in another way.
  ended text check (ended in ('sold', 'changed', 'removed', 'over')),
  -- What the sale paid, in minor units.
  paid bigint check (paid > 0),
  -- When the member was notified of the sale.
  told_at timestamptz,
  primary key (shard, member_id, bet_id, version),
  check ((ended is null) = (ended_at is null)),
  check (coalesce(ended = 'sold', false) = (paid is not null))
);
create unique index cash_out_rule_in_force on cash_out_rule (shard, member_id, bet_id) where ended_at is null;
create index cash_out_rule_untold on cash_out_rule (ended_at) where ended = 'sold' and told_at is null;

-- How many bets were refused, by day of UTC and reason. Processes add their counts every few seconds.
create table refusal_day (
  day date not null,
  reason text not null,
  refusals bigint not null check (refusals > 0),
  primary key (day, reason)
);

-- The grade of every distinct leg of an event under a ruling.
create table graded (
  event_id uuid not null,
  version integer not null,
  market text not null,
  line text not null,
  selection text not null,
  outcome text not null check (outcome in ('win', 'half-win', 'push', 'half-lose', 'lose', 'void')),
  -- A handicap struck in play counts the goals after this score; '' for other legs.
  since text not null default '',
  -- Legs struck within these times: a void by time divides them.
  struck_from timestamptz not null default '-infinity',
  struck_until timestamptz not null default 'infinity',
  -- The section of the published rules that decided it.
  rule text not null default '',
  primary key (event_id, version, market, line, selection, since, struck_from)
);

-- The settlement of a match under a ruling.
create table settlement_run (
  event_id uuid not null,
  version integer not null,
  bets bigint not null default 0,
  paid_minor numeric not null default 0,
  started_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  finished_at timestamptz,
  taken_minor numeric not null default 0,
  -- What corrections should have taken back and was no longer available: the loss of the house.
  lost_minor numeric not null default 0,
  -- When the totals of the match's bets were added to the public log, or a later ruling replaced them.
  totals_at timestamptz,
  primary key (event_id, version),
  foreign key (event_id, version) references ruling (event_id, version)
);
create index settlement_run_totals on settlement_run (finished_at) where totals_at is null;

-- Progress of a run by shard, so that two workers never write one row.
create table settlement_shard (
  event_id uuid not null,
  version integer not null,
  shard smallint not null,
  bets bigint not null default 0,
  paid_minor numeric not null default 0,
  taken_minor numeric not null default 0,
  lost_minor numeric not null default 0,
  done boolean not null default false,
  moved_at timestamptz not null default now(),
  -- When the members of the shard were notified of what the settlement did to their bets.
  told_at timestamptz,
  primary key (event_id, version, shard)
);
create index settlement_shard_untold on settlement_shard (moved_at) where done and told_at is null;

-- What a chunk of a settlement did to its bets, lost ones included: one row for all of them.
create table settlement_chunk (
  shard smallint not null check (shard between 0 and 255),
  id uuid not null,
  event_id uuid not null,
  -- The ruling.
  version integer not null,
  -- [{"member", "bet", "n", "state", "payout", "booked", "lost"}]: `n` is the number of the bet's settlement; amounts are texts of
  -- minor units; `booked` is positive for a payment and negative for what was taken back; `lost` was not available to be taken.
  bets jsonb not null,
  at timestamptz not null default now(),
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (shard, id)
);
create index settlement_chunk_tx on settlement_chunk (tx);
-- A member's proof finds the settlements of a bet by its matches.
create index settlement_chunk_event on settlement_chunk (shard, event_id);

-- Notices to members that a settled bet was settled again.
create table bet_notice (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  bet_id uuid not null,
  -- The number of the bet's settlement.
  n integer not null,
  event_id uuid not null,
  ruling integer not null,
  state_before text not null,
  payout_before bigint not null,
  settled_before timestamptz not null,
  state_after text not null,
  -- Null: the bet is open again.
  payout_after bigint,
  -- As in settlement_chunk.
  booked bigint not null,
  lost bigint not null default 0,
  at timestamptz not null default now(),
  read_at timestamptz,
  -- When the member was notified.
  told_at timestamptz,
  primary key (shard, member_id, bet_id, n)
);
-- Bets that were settled again, by when they were, and by when they had been before.
create index bet_notice_at on bet_notice (at);
create index bet_notice_before on bet_notice (settled_before);
create index bet_notice_reopened on bet_notice (shard, member_id, bet_id) where state_after = 'open';
create index bet_notice_untold on bet_notice (at) where told_at is null;

-- The turnover of a member's older bets, each as it was settled first; corrections are in bet_notice.
create table bet_turnover (
  shard smallint not null check (shard between 0 and 255),
  member_id uuid not null,
  -- Bets with smaller ids are in the sum.
  before uuid not null,
  stakes bigint not null check (stakes >= 0),
  primary key (shard, member_id)
);

-- One row: entries of transactions below `tx` are in report_day, by days of `zone`.
create table report_mark (
  one boolean primary key default true check (one),
  zone text,
  tx bigint not null default 0
);
insert into report_mark default values;

-- Bets by day and competition.
create table report_day (
  day date not null,
  -- '' for bets over several competitions.
  competition_id text not null,
  stakes numeric not null default 0,
  refunds numeric not null default 0,
  payouts numeric not null default 0,
  bets bigint not null default 0,
  -- Members who placed a bet there on that day.
  members bigint not null default 0,
  primary key (day, competition_id)
);

-- Who is counted in report_day.members.
create table report_active (
  day date not null,
  competition_id text not null,
  shard smallint not null,
  member_id uuid not null,
  primary key (day, competition_id, shard, member_id)
);

-- What each bet that is or lately was open may return, to list the largest; all else is read from the bet.
create table large_bet (
  shard smallint not null,
  member_id uuid not null,
  bet_id uuid not null,
  potential bigint not null,
  primary key (shard, member_id, bet_id)
);
create index large_bet_potential on large_bet (potential desc, bet_id desc);
