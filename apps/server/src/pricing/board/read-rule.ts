import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isOfferName } from './offer.ts';
import type { MarketRules, OfferRule } from './offer-rules.ts';

const Markets = Type.Record(
  Type.String(),
  Type.Object({ marginBp: Type.Optional(Type.Integer()), offered: Type.Optional(Type.Boolean()) }),
);
const Row = Type.Object({
  version: Type.Integer(),
  markets: Type.Unknown(),
  home_shift_bp: Type.Integer(),
  away_shift_bp: Type.Integer(),
  saved_by: Type.String(),
  saved_at: Type.Unknown(),
});

/** The board reads a rule as JSON, where a time is text. */
const readTime = (stored: unknown): Date =>
  stored instanceof Date ? stored : new Date(Value.Parse(Type.String(), stored));

/** What a rule says of markets, as stored. A market this version does not know is left out. */
export const readMarkets = (stored: unknown): MarketRules =>
  Object.fromEntries(Object.entries(Value.Parse(Markets, stored)).filter(([name]) => isOfferName(name)));

/** A rule as its row is. */
export const readRule = (stored: unknown): OfferRule => {
  const row = Value.Parse(Row, stored);
  return {
    version: row.version,
    markets: readMarkets(row.markets),
    shift: { homeBp: row.home_shift_bp, awayBp: row.away_shift_bp },
    saved: { by: row.saved_by, at: readTime(row.saved_at) },
  };
};
