import { EventState, Goals } from '@touchline/contract/shapes/football';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { StruckLeg } from '../placing/domain.ts';

/** A leg of a delayed order: as it was struck, and the match as the member saw it. */
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
  seen: Type.Object({
    state: EventState,
    score: Type.Union([Goals, Type.Null()]),
    redCards: Type.Union([Goals, Type.Null()]),
  }),
});
export type StoredLeg = Static<typeof StoredLeg>;

/** The stored form of a leg until its order is decided. */
export const toStored = ({ event, market, line, selection, oddsMilli, since }: StruckLeg): StoredLeg => ({
  event: event.id,
  market: market.market,
  marketLine: market.line,
  line,
  selection,
  oddsMilli,
  priceVersion: market.version,
  since,
  seen: { state: event.state, score: event.score ?? null, redCards: event.redCards ?? null },
});

/** Reads the legs of a row. */
export const readStored = (legs: unknown): StoredLeg[] => Value.Parse(Type.Array(StoredLeg), legs);
