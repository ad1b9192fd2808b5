import { resultKindNames } from '@touchline/contract/kinds';
import type { Output } from '@touchline/contract/routes';
import { MarketState, type Team } from '@touchline/contract/shapes/football';
import {
  resultFlags,
  resultStates,
  voidProposalStates,
  type Actor,
  type ListedStop,
  type OfficeEvent,
  type OfficeMarket,
  type OfficeResult,
  type OfficeSettlement,
  type OfficeVoid,
  type RulingPreview,
  type Stop,
  type VoidProposal,
  type VoidScope,
} from '@touchline/contract/shapes/office-trading';
import type { Score } from '@touchline/football/score';
import { formatOdds } from '@touchline/money/odds';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  type BasisTerms,
  type BestPrice,
  type BoardEvent,
  type BoardMarket,
  fedState,
  type PriceRow,
  type StopRow,
  toWireEvent,
  toWireMarket,
  toWireTeam,
  type PriceVersionRow,
} from '../../pricing/index.ts';
import {
  byMarketOrder,
  type RecordedClaim,
  type VoidProposalRow,
  type SettlementProgressRow,
  stillNeeded,
  toWireIncident,
} from '../../catalogue/index.ts';
import type { DryRun } from '../settlement/dry-run.ts';
import type { MarketChangeRow, DeskRow, ResultOnFile, VoidOnFile } from './queries.ts';
import type { DeskDetail, DeskMatch } from './service.ts';

/** What the wire needs apart from the rows: names of actors, the currency, and the terms of bases. */
export type Telling = { actor: (who: string) => Actor; currency: Currency; terms: BasisTerms };

const Kind = Type.Enum([...resultKindNames]);
const ResultState = Type.Enum([...resultStates]);
const Flag = Type.Enum([...resultFlags]);
const ProposalState = Type.Enum([...voidProposalStates]);

const money = (minor: bigint, { currency }: Telling): string => formatAmount(minor, currency.scale);

export const toStop = (row: StopRow, { actor }: Telling): Stop => ({
  id: row.id,
  event: row.event_id ?? undefined,
  market: row.market ?? undefined,
  line: row.line !== null && row.line !== '' ? row.line : undefined,
  reason: row.why,
  by: actor(row.stopped_by),
  at: row.stopped_at.toISOString(),
  opened:
    row.opened_by !== null && row.opened_at !== null
      ? {
          by: actor(row.opened_by),
          at: row.opened_at.toISOString(),
          reason: row.opened_why ?? '',
        }
      : undefined,
});

/** @param match the teams of its match */
export const toListedStop = (
  row: StopRow,
  match: { home: Team; away: Team } | undefined,
  telling: Telling,
): ListedStop => ({
  ...toStop(row, telling),
  match: match && { home: toWireTeam(match.home), away: toWireTeam(match.away) },
});

const stateOf = ({ ruling, started, finished }: Pick<DeskRow, 'ruling' | 'started' | 'finished'>) => {
  if (ruling === 0) return 'none' as const;
  if (finished) return 'done' as const;
  return started ? ('running' as const) : ('waiting' as const);
};

const toBasis = (
  event: BoardEvent,
  { levelOf, shareBpOf, hasHighCaps }: BasisTerms,
): OfficeEvent['basis'] => {
  const { basis } = event;
  const level = levelOf(basis);
  if (basis === undefined || level === undefined) return undefined;
  return {
    level,
    source: basis.kind === 'market' ? basis.source : undefined,
    results: basis.kind === 'results' ? basis.results : undefined,
    shots: basis.kind === 'results' ? basis.shots : undefined,
    at: basis.at?.toISOString(),
    share: (shareBpOf(basis) / 100).toFixed(2),
    highCaps: hasHighCaps(event) ? (true as const) : undefined,
  };
};

/** @param stops in force, of any match */
export const toOfficeEvent = (
  { event, row }: DeskMatch,
  stops: readonly StopRow[],
  telling: Telling,
): OfficeEvent => {
  const markets = [...event.markets.values()];
  const count = (state: MarketState): number => markets.filter((market) => market.state === state).length;
  return {
    event: toWireEvent(event),
    feed: {
      name: event.feed,
      silent: event.silent,
      at: row.feed_seen_at?.toISOString(),
    },
    stops: stops.filter((stop) => stop.event_id === event.id).map((stop) => toStop(stop, telling)),
    withheld: event.withheld ? (true as const) : undefined,
    basis: toBasis(event, telling.terms),
    open: count('open'),
    suspended: count('suspended'),
    waiting: row.waiting,
    settlement: stateOf(row),
    stakes: {
      singles: money(row.singles, telling),
      singlesReturn: money(row.singles_return, telling),
      combinedReturn: money(row.combined_return, telling),
    },
  };
};

/** The stop that covers a market: its own, else that of its match, else that of everything. */
const stopOf = (stops: readonly StopRow[], market: BoardMarket): StopRow | undefined => {
  const around = stops.filter((stop) => stop.event_id === null || stop.event_id === market.eventId);
  return (
    around.find((stop) => stop.market === market.market && stop.line === market.line) ??
    around.find((stop) => stop.event_id !== null && stop.market === null) ??
    around.find((stop) => stop.event_id === null)
  );
};

/** The facts of a match that the board does not have, and the model's prices. */
export type Beside = {
  /** In force, of the match and of everything. */
  stops: readonly StopRow[];
  prices: readonly PriceRow[];
  model: (market: BoardMarket) => readonly number[] | undefined;
  /** Markets that rules offer although the prices rest on less than they need. */
  againstBasis: readonly string[];
};

const oddsOf = (oddsMilli: readonly number[]): (string | null)[] =>
  oddsMilli.map((odds) => (odds === 0 ? null : formatOdds(odds)));

const toOfficeMarket = (
  market: BoardMarket,
  {
    stops,
    prices,
    model,
    changes,
    best,
  }: Omit<Beside, 'againstBasis'> & {
    changes: readonly MarketChangeRow[];
    best: readonly BestPrice[] | undefined;
  },
  telling: Telling,
): OfficeMarket => {
  const stop = stopOf(stops, market);
  const isOf = (one: { market: string; line: string }): boolean =>
    one.market === market.market && one.line === market.line;
  const odds = model(market);
  const price = prices.find(isOf);
  const known = best?.find(isOf);
  const change = changes.find(isOf);
  return {
    market: toWireMarket(market),
    fed: fedState(market),
    oneSided: market.oneSided,
    stop: stop ? toStop(stop, telling) : undefined,
    model: odds ? oddsOf(odds) : undefined,
    best: known?.oddsMilli.map((milli, index) => ({
      odds: formatOdds(milli),
      source: known.sources[index] ?? '',
    })),
    price: price
      ? { by: telling.actor(price.set_by), reason: price.why, at: price.set_at.toISOString() }
      : undefined,
    changed: change
      ? { by: telling.actor(change.who), why: change.why, at: change.at.toISOString() }
      : undefined,
  };
};

const scoreOf = (home: number | null, away: number | null): Score | undefined =>
  home === null || away === null ? undefined : { home, away };

const toResult = (
  row: ResultOnFile,
  { needs, counting }: { needs: number; counting: number | null },
  { actor }: Telling,
): OfficeResult => {
  const [ht, ft] = [scoreOf(row.ht_home, row.ht_away), scoreOf(row.ft_home, row.ft_away)];
  return {
    version: row.version,
    kind: Value.Parse(Kind, row.kind),
    needs,
    ht: ht ? ht : undefined,
    ft: ft ? ft : undefined,
    source: actor(row.source),
    evidence: row.evidence ?? undefined,
    state: Value.Parse(ResultState, row.state),
    counts: row.version === counting,
    flag: row.flag !== null ? Value.Parse(Flag, row.flag) : undefined,
    proposedAt: row.proposed_at.toISOString(),
    approved:
      row.approved_by !== null && row.approved_at !== null
        ? { by: actor(row.approved_by), at: row.approved_at.toISOString() }
        : undefined,
    confirmed:
      row.state === 'confirmed'
        ? {
            by: row.confirmed_by !== null ? actor(row.confirmed_by) : undefined,
            with: row.confirmed_with !== null ? actor(row.confirmed_with) : undefined,
            at: row.confirmed_at?.toISOString(),
          }
        : undefined,
    closed:
      row.closed_by !== null && row.closed_at !== null
        ? {
            by: actor(row.closed_by),
            at: row.closed_at.toISOString(),
            why: row.closed_why ?? '',
          }
        : undefined,
  };
};

type ScopeRow = Pick<VoidOnFile, 'market' | 'line' | 'struck_from' | 'struck_until'>;
const toScope = ({ market, line, struck_from: from, struck_until: until }: ScopeRow): VoidScope => ({
  market: market ?? undefined,
  line: line ?? undefined,
  struckFrom: from?.toISOString(),
  struckUntil: until?.toISOString(),
});

const toVoid = (row: VoidOnFile, { actor }: Telling): OfficeVoid => ({
  ...toScope(row),
  ruling: row.ruling,
  by: actor(row.who),
  with: row.with_whom === null ? undefined : actor(row.with_whom),
  why: row.why,
  at: row.at.toISOString(),
  undone:
    row.undone_version !== null && row.undone_at !== null
      ? { ruling: row.undone_version, at: row.undone_at.toISOString() }
      : undefined,
});

const toProposal = (row: VoidProposalRow, { actor }: Telling): VoidProposal => ({
  id: row.id,
  scope: toScope(row),
  undoes: row.undoes ?? undefined,
  why: row.why,
  state: Value.Parse(ProposalState, row.state),
  by: actor(row.proposed_by),
  began: row.began?.toISOString(),
  at: row.proposed_at.toISOString(),
  decided:
    row.decided_by !== null && row.decided_at !== null
      ? {
          by: actor(row.decided_by),
          at: row.decided_at.toISOString(),
          note: row.note ?? undefined,
        }
      : undefined,
  ruling: row.ruling ?? undefined,
});

export const toRun = (row: SettlementProgressRow, telling: Telling): OfficeSettlement => ({
  state: stateOf({ ...row, started: row.started_at !== null, finished: row.finished_at !== null }),
  ruling: row.ruling,
  shards: { done: row.shards_done, of: row.shards },
  bets: Number(row.bets),
  paid: money(row.paid, telling),
  taken: money(row.taken, telling),
  lost: money(row.lost, telling),
  startedAt: row.started_at?.toISOString(),
  movedAt: row.moved_at?.toISOString(),
  finishedAt: row.finished_at?.toISOString(),
});

export const toDetail = (
  detail: DeskDetail,
  beside: Beside,
  telling: Telling,
): Output<'officeEventDetail'> => {
  const { event, seen, incidents, changes, results, record, voids, proposals, run } = detail;
  const { basis } = event;
  const best = basis?.kind === 'market' && event.state === 'scheduled' ? basis.best : undefined;
  const needs = (version: number): number => {
    const one = record.find((each: RecordedClaim) => each.version === version);
    return one ? stillNeeded(one, record) : 0;
  };
  return {
    ...toOfficeEvent(detail, beside.stops, telling),
    seen,
    allStopped: beside.stops.some((stop) => stop.event_id === null),
    againstBasis: [...beside.againstBasis],
    markets: [...event.markets.values()]
      .toSorted(byMarketOrder)
      .map((market) => toOfficeMarket(market, { ...beside, changes, best }, telling)),
    incidents: incidents.map(toWireIncident),
    results: results.map((row) =>
      toResult(row, { needs: needs(row.version), counting: run.counting }, telling),
    ),
    voids: voids.map((row) => toVoid(row, telling)),
    proposals: proposals.map((row) => toProposal(row, telling)),
    run: toRun(run, telling),
  };
};

export const toPreview = (
  dry: DryRun,
  { seen, list }: Pick<RulingPreview, 'seen' | 'list'>,
  telling: Telling,
): RulingPreview => {
  const totals = ({ bets, paysMinor, takesMinor }: Pick<DryRun, 'bets' | 'paysMinor' | 'takesMinor'>) => ({
    bets,
    pays: money(paysMinor, telling),
    takes: money(takesMinor, telling),
  });
  const { settled, resettled, reopened, open } = dry;
  return {
    ...totals(dry),
    settled,
    resettled,
    reopened,
    open,
    list,
    seen,
    markets: Object.entries(dry.markets).map(([market, sums]) => ({ market, ...totals(sums) })),
  };
};

/** A version a market has had. */
export const toVersion = (
  row: PriceVersionRow,
  { actor }: Telling,
): Output<'officePriceHistory'>['list'][number] => ({
  version: row.version,
  state: Value.Parse(MarketState, row.state),
  odds: oddsOf(row.odds_milli),
  by: actor(row.who),
  why: row.why,
  at: row.at.toISOString(),
});

/** Everybody named on a match's page. */
export const whoOf = ({ changes, results, voids, proposals }: DeskDetail): (string | null)[] => [
  ...changes.map(({ who }) => who),
  ...results.flatMap((row) => [
    row.source,
    row.approved_by,
    row.confirmed_by,
    row.confirmed_with,
    row.closed_by,
  ]),
  ...voids.flatMap(({ who, with_whom: second }) => [who, second]),
  ...proposals.flatMap((row) => [row.proposed_by, row.decided_by]),
];
