import type { EventExposure, RiskEvent } from '@touchline/contract/shapes/office-views';
import { ALL_PARTS } from '@touchline/football/builder-parts';
import type { Score } from '@touchline/football/score';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { type BoardEvent, toWireName } from '../../pricing/index.ts';
import { type Caps, type EventHeat, isBuilder, storedParts } from '../../betting/index.ts';
import { capUse, percentOf } from './caps.ts';

/** A selection as operators see it: a builder by its parts. */
export const toWireSelection = (leg: { market: string; selection: string }) =>
  isBuilder(leg)
    ? { selection: ALL_PARTS, parts: storedParts({ selection: leg.selection, since: '' }) }
    : { selection: leg.selection };

export const riskEvent = (event: BoardEvent): RiskEvent => ({
  id: event.id,
  competition: toWireName(event.competition),
  home: named(event.home),
  away: named(event.away),
  kickOff: event.kickOff.toISOString(),
  state: event.state,
  minute: event.minute,
  score: event.score,
});

const named = ({ id, name, flag }: BoardEvent['home']): RiskEvent['home'] => ({
  id,
  name,
  flag,
});

const largest = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => (b > a ? b : a), 0n);

/** The cost of the most expensive selection of a match. */
const dearestOf = ({ markets }: EventHeat): bigint =>
  largest(markets.flatMap(({ selections }) => selections.map(({ costMinor }) => costMinor)));

/** Stakes of singles on a match. */
export const stakeOf = ({ markets }: EventHeat): bigint =>
  markets
    .flatMap(({ selections }) => selections.map(({ stakeMinor }) => stakeMinor))
    .reduce((a, b) => a + b, 0n);

/** A match with the house's result at each score. @param at the score at half time */
export const exposureToWire = (
  event: BoardEvent,
  heat: EventHeat,
  {
    at,
    memberMinor,
    caps,
    currency,
  }: {
    at?: { ht: Score; cells: EventHeat['cells'] } | undefined;
    memberMinor: bigint;
    caps: Caps;
    currency: Currency;
  },
): EventExposure => {
  const amount = (minor: bigint): string => formatAmount(minor, currency.scale);
  const use = (scope: 'event' | 'market' | 'selection' | 'member', usedMinor: bigint) =>
    capUse({ scope, usedMinor }, { caps, currency });
  return {
    event: riskEvent(event),
    ht: at?.ht,
    cells: (at?.cells ?? heat.cells).map(({ home, away, worstMinor, bestMinor }) => ({
      home,
      away,
      worst: amount(worstMinor),
      best: amount(bestMinor),
    })),
    worst: amount(heat.worstMinor),
    best: amount(heat.bestMinor),
    caps: [
      use('event', heat.worstMinor),
      use('market', largest(heat.markets.map(({ worstMinor }) => worstMinor))),
      use('selection', dearestOf(heat)),
      use('member', memberMinor),
    ],
    markets: heat.markets.map(({ market, line, worstMinor, selections }) => ({
      market,
      line: line === '' ? undefined : line,
      worst: amount(worstMinor),
      percent: percentOf(worstMinor, caps.market),
      selections: selections.map((one) => ({
        ...toWireSelection({ ...one, market }),
        line: one.line === '' ? undefined : one.line,
        since: one.since === '' ? undefined : one.since,
        stake: amount(one.stakeMinor),
        potential: amount(one.potentialMinor),
        combined: amount(one.combinedMinor),
        pending: amount(one.pendingMinor),
        cost: amount(one.costMinor),
        percent: one.costMinor > 0n ? percentOf(one.costMinor, caps.selection) : undefined,
      })),
    })),
  };
};
