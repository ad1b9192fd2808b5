import type { Reason } from '@touchline/contract/reasons';
import { combine, fullReturn, oddsOf } from '@touchline/money/system';
import type { Board, Grids, HeldMarket } from '../../pricing/index.ts';
import type { Builders } from '../builder/builders.ts';
import { storedParts } from '../builder/stored-parts.ts';
import { keptOf } from '../placing/kept.ts';
import { isSameMatch, priceAtEnd } from './domain.ts';
import type { DueOrder, Restruck } from './queries.ts';
import type { StoredLeg, WatchedMarket } from './stored-leg.ts';

/** A leg when its wait is over: as it is struck, or why it is refused, or that this process has not read its match yet. */
type LegAtEnd = { leg: StoredLeg } | { reason: Reason } | { behind: string };

/** An order that nothing material speaks against, at the prices of the end: with `restruck` where they are lower than its own. */
export type OrderAtEnd = { restruck?: Restruck } | { reason: Reason } | { behind: readonly string[] };

/** What a process knows of prices: rows have those of markets, and builders are priced from its picture of the board. */
export type EndPrices = {
  board: Board;
  builders: Builders;
  grids: Grids;
  now: Date;
};

/**
 * Prices an order when its wait is over.
 * @param on the markets of each leg and their locked rows
 */
export const priceOrder = (
  order: DueOrder,
  on: (leg: StoredLeg) => readonly { watched: WatchedMarket; held: HeldMarket | undefined }[],
  prices: EndPrices,
): OrderAtEnd => {
  const ends = order.legs.map((leg) =>
    leg.subsets === undefined
      ? priceSingle(order, leg, on(leg)[0]?.held)
      : priceBuilder(order, leg, { on: on(leg), prices }),
  );
  const behind = ends.flatMap((end) => ('behind' in end ? [end.behind] : []));
  if (behind.length > 0) return { behind };
  const [reason] = ends.flatMap((end) => ('reason' in end ? [end.reason] : []));
  if (reason !== undefined) return { reason };
  const legs = ends.flatMap((end) => ('leg' in end ? [end.leg] : []));
  const marginMicro = marginOf(order, legs, prices);
  if (marginMicro === order.marginMicro && legs.every((leg, i) => leg === order.legs[i])) return {};
  const all = combine(
    order.k,
    legs.map(({ oddsMilli }) => oddsMilli),
  );
  const { shard, memberId, id, unitMinor } = order;
  return {
    restruck: {
      shard,
      memberId,
      id,
      legs,
      oddsMilli: oddsOf(all),
      potentialMinor: fullReturn(unitMinor, all),
      marginMicro,
    },
  };
};

/** What is expected of the stake at the end of the wait, where the chances of now make it less. */
const marginOf = (
  { k, marginMicro }: Pick<DueOrder, 'k' | 'marginMicro'>,
  legs: readonly StoredLeg[],
  { board, grids }: EndPrices,
): number => {
  const now = keptOf(
    k,
    legs.map((leg) => ({ ...leg, event: board.event(leg.event) })),
    grids,
  );
  return Math.min(marginMicro, now ?? marginMicro);
};

const priceSingle = (
  { accept }: Pick<DueOrder, 'accept'>,
  leg: StoredLeg,
  held: HeldMarket | undefined,
): LegAtEnd => {
  const nowMilli = held?.oddsMilli[held.selections.indexOf(leg.selection)] ?? 0;
  if (held === undefined || nowMilli === 0) return { reason: 'closed' };
  const oddsMilli = priceAtEnd(accept, leg.oddsMilli, nowMilli);
  if (oddsMilli === undefined) return { reason: 'price_changed' };
  return { leg: oddsMilli === leg.oddsMilli ? leg : { ...leg, oddsMilli, priceVersion: held.version } };
};

/** A builder has no row of its own: it is priced from the board, once that is as new as the locked rows. */
const priceBuilder = (
  { accept }: Pick<DueOrder, 'accept'>,
  leg: StoredLeg,
  {
    on,
    prices: { board, builders, now },
  }: {
    on: readonly { watched: WatchedMarket; held: HeldMarket | undefined }[];
    prices: EndPrices;
  },
): LegAtEnd => {
  const event = board.event(leg.event);
  const [first] = on;
  if (event === undefined || first?.held === undefined) return { behind: leg.event };
  const seen = { state: event.state, score: event.score ?? null, redCards: event.redCards ?? null };
  if (!isSameMatch(leg.seen, seen)) return { behind: leg.event };
  const picks = storedParts(leg).map(({ market, selection, line = '' }) => ({ market, selection, line }));
  const offer = builders.offer(event, picks, now);
  if (offer.parts.some((part, i) => part.on?.version !== on[i]?.held?.version)) return { behind: leg.event };
  if (offer.state === 'suspended' || offer.state === 'closed') return { reason: offer.state };
  if (offer.state !== 'open') return { reason: 'price_changed' };
  const oddsMilli = priceAtEnd(accept, leg.oddsMilli, offer.oddsMilli);
  if (oddsMilli === undefined) return { reason: 'price_changed' };
  if (oddsMilli === leg.oddsMilli) return { leg };
  return {
    leg: {
      ...leg,
      oddsMilli,
      subsets: [...offer.subsets],
      partOdds: offer.parts.map((part) => part.oddsMilli),
      partVersions: offer.parts.map((part) => part.on?.version ?? 0),
    },
  };
};
