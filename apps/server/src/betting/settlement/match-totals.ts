import { durationBoundsMs, durationsEntry, noDurations } from '@touchline/house/durations';
import { fewestBets } from '@touchline/house/match-totals';
import {
  marketsToWrite,
  rowsToWrite,
  type TotalsMarket,
  type TotalsRow,
} from '@touchline/house/match-totals-rows';
import { ENTRY_MAX_BYTES } from '@touchline/verify/tiles';
import type pg from 'pg';
import type { Queryable } from '../../core/database/database.ts';
import type { Failpoint } from '../../core/failpoints.ts';
import { addHouseFact, factBody, type Fact } from '../../core/public-log/facts.ts';
import { snapshot, transaction } from '../../core/database/transaction.ts';
import type { RunKey } from './ruling-rows.ts';

/** The kind of the totals of a match among entries of the log. */
export const matchTotalsKind = 'match_totals';

export type MatchTotals = {
  /** Rulings that were paid and whose totals are not in the log, oldest first. */
  due: () => Promise<RunKey[]>;
  /**
   * Puts the totals of a match into the log, once for each ruling; none for a ruling that was replaced since.
   * @returns whether it added them
   */
  add: (run: RunKey) => Promise<boolean>;
};

/** Rulings of one turn. */
const dueAtOnce = 50;

/** The totals of the bets of matches, as public facts. */
export const createMatchTotals = ({
  pool,
  currency,
  failpoint = () => undefined,
}: {
  pool: pg.Pool;
  currency: string;
  failpoint?: Failpoint | undefined;
}): MatchTotals => ({
  due: async () => {
    const { rows } = await pool.query<RunKey>(
      `select event_id as "eventId", version from settlement_run
       where totals_at is null and finished_at is not null order by finished_at, event_id, version limit $1`,
      [dueAtOnce],
    );
    return rows;
  },
  add: async (run) => {
    const head = await selectHead(pool, run);
    const bets = await snapshot(pool, (client) => readBets(client, run, head));
    failpoint('totals.read');
    return transaction(pool, async (client) => {
      // The bets of these totals change only after the grades of a later ruling: while this one's are in force, none is missing.
      const { rowCount } = await client.query(
        `select from standing where event_id = $1 and graded = $2 for share`,
        [run.eventId, run.version],
      );
      const isAdded =
        rowCount === 1 && (await addHouseFact(client, matchTotalsFact(run, { currency, head, bets })));
      await client.query(
        `update settlement_run set totals_at = site_now() where event_id = $1 and version = $2 and totals_at is null`,
        [run.eventId, run.version],
      );
      failpoint('totals.written');
      return isAdded;
    });
  },
});

type Head = {
  result_version: number | null;
  full_time: Date | null;
  /** Whether the ruling decides every market of the match. */
  is_whole: boolean;
  now: Date;
};

/**
 * Makes the newest totals of a match again, from the rows of now. Their time is that of the present.
 * @param on one connection to all rows
 * @returns undefined for totals of a ruling that another has replaced
 */
export const remakeMatchTotals = async (
  on: Queryable,
  run: RunKey,
  currency: string,
): Promise<Fact | undefined> => {
  const { rows } = await on.query<{ graded: number }>('select graded from standing where event_id = $1', [
    run.eventId,
  ]);
  if (rows[0]?.graded !== run.version) return undefined;
  const head = await selectHead(on, run);
  return matchTotalsFact(run, { currency, head, bets: await readBets(on, run, head) });
};

/**
 * The ruling of a settled run, and when the match ended: at full time by its incidents, else with the first claim of its result. A
 * ruling before the first final score knows no end, also when it is read after full time.
 */
const selectHead = async (on: Queryable, { eventId, version }: RunKey): Promise<Head> => {
  const { rows } = await on.query<Head>(
    `select u.result_version,
       case when final.claimed_at is not null then coalesce(
         (select min(i.at) from incident i where i.event_id = u.event_id and i.kind = 'full_time' and i.at <= u.at),
         final.claimed_at) end as full_time,
       not exists (select from market m where m.event_id = u.event_id and m.state not in ('settled', 'void')) as is_whole,
       site_now() as now
     from ruling u
     cross join lateral (
       select min(r.proposed_at) as claimed_at from result r
       where r.event_id = u.event_id and r.version <= u.result_version and r.ft_home is not null) final
     where u.event_id = $1 and u.version = $2`,
    [eventId, version],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Event ${eventId} has no ruling ${version}`);
  return row;
};

type SingleRow = {
  market: string;
  line: string;
  selection: string;
  since: string;
  /** Null for builders, whose parts have grades, and for bets without a grade, all of which ended early. */
  outcome: string | null;
  bets: string;
  stake: string;
  potential: string;
  paid: string;
  ended: string;
  all_stake: string;
  promised: string;
  lost: string;
  early_bets: string;
  early_stake: string;
  early_paid: string;
};

/**
 * Bets of one leg that the ruling decides, by selection and grade: what ran to the end, and separately what was sold or returned
 * before. A bet that ended early counts once the ruling grades its selection, or decides every market: until then others on that
 * selection can still be sold or returned, and the totals of a ruling must not change. $1: the match. $2: the ruling. $3: whether it
 * decides every market.
 */
const singlesText = `with single as (
    select b.market, b.line, b.selection, b.since, b.stake, b.margin_micro, b.lost, b.returned_at is not null as is_returned,
      b.stake - b.cashed_stake as open_stake, b.odds_milli, coalesce(b.payout, 0) as payout, b.cashed_stake, b.cash_out,
      (select g.outcome from graded g
       where g.event_id = $1 and g.version = $2 and g.market = b.market and g.line = b.line and g.selection = b.selection
         and g.since = b.since and g.struck_from <= b.placed_at and g.struck_until > b.placed_at) as outcome
    from generate_series(0, 255) s(shard)
    join bet b on b.shard = s.shard and b.event_id = $1
    where b.state <> 'open'
  ), cut as (
    select *, open_stake > 0 and not is_returned and (outcome is not null or market = 'builder') as runs from single
  )
  select market, line, selection, since, outcome, count(*) filter (where runs) as bets,
    coalesce(sum(open_stake) filter (where runs), 0) as stake,
    coalesce(sum(trunc(open_stake * odds_milli * 0.001)) filter (where runs), 0) as potential,
    coalesce(sum(payout) filter (where runs), 0) as paid,
    count(*) as ended, sum(stake) as all_stake, sum(stake::numeric * margin_micro) as promised, sum(lost) as lost,
    count(*) filter (where not runs or cashed_stake > 0) as early_bets,
    sum(case when runs then cashed_stake else stake end) as early_stake,
    sum(case when runs then cash_out else cash_out + payout end) as early_paid
  from cut
  where runs or outcome is not null or $3
  group by market, line, selection, since, outcome`;

type MultipleRow = {
  bets: string;
  stake: string;
  promised: string;
  booked: string;
  sold: string;
  again: string;
};

/**
 * What runs of the match booked for bets of several legs, up to a ruling: a bet belongs to the match that settled it first, with what
 * had been sold of it by then; what was booked later belongs to the match whose run booked it. And how many bets were settled again.
 * $1: the match. $2: the ruling.
 */
const multiplesText = `with settled as (
    select c.shard, t.b ->> 'member' as member, t.b ->> 'bet' as bet, (t.b ->> 'n')::int as n, (t.b ->> 'booked')::numeric as booked,
      c.at
    from generate_series(0, 255) s(shard)
    join settlement_chunk c on c.shard = s.shard and c.event_id = $1 and c.version <= $2
    cross join jsonb_array_elements(c.bets) as t (b)
  )
  select count(*) filter (where b.type <> 'single' and s.n = 1) as bets,
    coalesce(sum(b.stake) filter (where b.type <> 'single' and s.n = 1), 0) as stake,
    coalesce(sum(b.stake::numeric * b.margin_micro) filter (where b.type <> 'single' and s.n = 1), 0) as promised,
    coalesce(sum(s.booked) filter (where b.type <> 'single'), 0) as booked,
    coalesce(sum(case when b.cash_out > 0 then (
      select sum(e.amount) from entry e
      where e.shard = b.shard and e.member_id = b.member_id and e.kind = 'cash_out' and e.ref = b.id and e.at <= s.at
    ) end) filter (where b.type <> 'single' and s.n = 1), 0) as sold,
    count(*) filter (where s.n > 1) as again
  from settled s
  join bet b on b.shard = s.shard and b.member_id = s.member::uuid and b.id = s.bet::uuid`;

type DelayRow = { class: number; bets: string };

/** First settlements of bets by the class of how long after full time they came; those of the first half came before. $3: full time. $4: bounds of the classes. */
const delaysText = `select width_bucket(greatest(extract(epoch from c.at - $3::timestamptz) * 1000, 0)::float8, $4::float8[]) as class,
    sum((select count(*) from jsonb_array_elements(c.bets) as t (b) where t.b ->> 'n' = '1'))::text as bets
  from generate_series(0, 255) s(shard)
  join settlement_chunk c on c.shard = s.shard and c.event_id = $1 and c.version <= $2 and c.at >= $3::timestamptz
  group by 1`;

/** The sums of the bets of a match. */
type BetTotals = { singles: SingleRow[]; multiple: MultipleRow; delays: number[] };

/** @param on a snapshot */
const readBets = async (
  on: Queryable,
  { eventId, version }: RunKey,
  { full_time: fullTime, is_whole: isWhole }: Head,
): Promise<BetTotals> => {
  const singles = await on.query<SingleRow>(singlesText, [eventId, version, isWhole]);
  const multiples = await on.query<MultipleRow>(multiplesText, [eventId, version]);
  const delays = noDurations();
  if (fullTime !== null) {
    // A class ends with its bound, and width_bucket's begin with theirs.
    const bounds = durationBoundsMs.map((bound) => bound + 0.5);
    const { rows } = await on.query<DelayRow>(delaysText, [eventId, version, fullTime, bounds]);
    for (const row of rows) delays[row.class] = Number(row.bets);
  }
  const [multiple] = multiples.rows;
  if (!multiple) throw new Error('A sum has no row');
  return { singles: singles.rows, multiple, delays };
};

const micro = 1_000_000n;

/** The fact of a match's totals. Its id is `<event>:<ruling>`. */
const matchTotalsFact = (
  { eventId, version }: RunKey,
  { currency, head, bets }: { currency: string; head: Head; bets: BetTotals },
): Fact => {
  const rows: TotalsRow[] = [];
  const markets = new Map<string, TotalsMarket & { promisedMicro: bigint }>();
  const early = { bets: 0, stake: 0n, paid: 0n };
  let lost = 0n;
  for (const row of bets.singles) {
    early.bets += Number(row.early_bets);
    early.stake += BigInt(row.early_stake);
    early.paid += BigInt(row.early_paid);
    lost += BigInt(row.lost);
    const market = markets.get(row.market) ?? {
      market: row.market,
      bets: 0,
      stake: 0n,
      promised: 0n,
      promisedMicro: 0n,
      paid: 0n,
    };
    market.bets += Number(row.ended);
    market.stake += BigInt(row.all_stake);
    market.promisedMicro += BigInt(row.promised);
    market.paid += BigInt(row.paid) + BigInt(row.early_paid) + BigInt(row.lost);
    markets.set(row.market, market);
    if (Number(row.bets) === 0) continue;
    const { line, selection, since, outcome } = row;
    rows.push({
      market: row.market,
      line,
      selection,
      since,
      outcome,
      bets: Number(row.bets),
      stake: BigInt(row.stake),
      potential: BigInt(row.potential),
      paid: BigInt(row.paid),
    });
  }
  const { multiple: several, delays } = bets;
  const multiple = {
    bets: Number(several.bets),
    stake: BigInt(several.stake),
    promised: BigInt(several.promised) / micro,
    paid: BigInt(several.booked) + BigInt(several.sold),
  };
  const singles = [...markets.values()].map((one) => ({ ...one, promised: one.promisedMicro / micro }));
  const bodyOf = (fewest: number): string =>
    factBody(matchTotalsKind, {
      again: Number(several.again),
      bets: singles.reduce((sum, { bets }) => sum + bets, multiple.bets),
      currency,
      delays: durationsEntry(delays),
      early: { bets: early.bets, paid: String(early.paid), stake: String(early.stake) },
      event: eventId,
      fullTime: head.full_time?.toISOString() ?? null,
      lost: String(lost),
      markets: marketsToWrite(singles, multiple),
      result: head.result_version,
      time: head.now.toISOString(),
      version,
      ...rowsToWrite(rows, fewest),
    });
  return { kind: matchTotalsKind, id: `${eventId}:${version}`, isPrivate: false, body: readable(bodyOf) };
};

/** A match with very many selections has longer rows of others, so that its entry stays readable. */
const readable = (bodyOf: (fewest: number) => string): string => {
  let fewest = fewestBets;
  let body = bodyOf(fewest);
  while (Buffer.byteLength(body) > ENTRY_MAX_BYTES && fewest < fewestMost) {
    fewest *= 2;
    body = bodyOf(fewest);
  }
  return body;
};

const fewestMost = 1_000_000;
