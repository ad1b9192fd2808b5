import { EventState, Goals } from '@touchline/contract/shapes/football';
import { marketLineOf } from '@touchline/football/leg-line';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { storedParts } from '../builder/stored-parts.ts';
import type { PricedLeg } from '../placing/domain.ts';

/** A leg of a delayed order: as it was priced, and the match as the member saw it. */
export const StoredLeg = Type.Object({
  event: Type.String(),
  market: Type.String(),
  /** The market's line on the board, and the selected side's own. */
  marketLine: Type.String(),
  line: Type.String(),
  selection: Type.String(),
  oddsMilli: Type.Integer(),
  priceVersion: Type.Integer(),
  since: Type.String(),
  // Of a builder: the price of each set of its parts, and of each its price on the board with its version.
  subsets: Type.Optional(Type.Array(Type.Integer())),
  partOdds: Type.Optional(Type.Array(Type.Integer())),
  partVersions: Type.Optional(Type.Array(Type.Integer())),
  seen: Type.Object({
    state: EventState,
    score: Type.Union([Goals, Type.Null()]),
    redCards: Type.Union([Goals, Type.Null()]),
  }),
});
export type StoredLeg = Static<typeof StoredLeg>;

/** The stored form of a leg until its order is decided. */
export const toStored = ({
  event,
  market,
  line,
  selection,
  oddsMilli,
  since,
  builder,
}: PricedLeg): StoredLeg => ({
  event: event.id,
  market: market.market,
  marketLine: market.line,
  line,
  selection,
  oddsMilli,
  priceVersion: market.version,
  since,
  ...(builder && {
    subsets: [...builder.subsets],
    partOdds: builder.parts.map((part) => part.oddsMilli),
    partVersions: builder.parts.map((part) => part.market.version),
  }),
  seen: { state: event.state, score: event.score ?? null, redCards: event.redCards ?? null },
});

/** A market on the board that a leg is on, at the version it was priced at. */
export type WatchedMarket = {
  leg: StoredLeg;
  eventId: string;
  market: string;
  line: string;
  selection: string;
  version: number;
};

/** The market of a leg, and of a builder those of all its parts. */
export const watchedBy = (leg: StoredLeg): WatchedMarket[] => {
  const { event: eventId, market, selection } = leg;
  if (leg.subsets === undefined) {
    return [{ leg, eventId, market, selection, line: leg.marketLine, version: leg.priceVersion }];
  }
  return storedParts(leg).map((part, i) => ({
    leg,
    eventId,
    market: part.market,
    selection: part.selection,
    line: marketLineOf(part.market, part.selection, part.line ?? ''),
    version: leg.partVersions?.[i] ?? 0,
  }));
};

/** Reads the legs of a row. */
export const readStored = (legs: unknown): StoredLeg[] => Value.Parse(Type.Array(StoredLeg), legs);
