import { isMarketName } from '@touchline/football/markets';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { MarketRules, OfferRule } from './domain.ts';

const Markets = Type.Record(
  Type.String(),
  Type.Object({ marginBp: Type.Optional(Type.Integer()), offered: Type.Optional(Type.Boolean()) }),
);
const Row = Type.Object({
  version: Type.Integer(),
  markets: Type.Unknown(),
  home_shift_bp: Type.Integer(),
  away_shift_bp: Type.Integer(),
});

/** What a rule says of markets, as stored. A market this version does not know is left out. */
export const readMarkets = (stored: unknown): MarketRules =>
  Object.fromEntries(Object.entries(Value.Parse(Markets, stored)).filter(([name]) => isMarketName(name)));

/** A rule as its row is. */
export const readRule = (stored: unknown): OfferRule => {
  const row = Value.Parse(Row, stored);
  return {
    version: row.version,
    markets: readMarkets(row.markets),
    shift: { homeBp: row.home_shift_bp, awayBp: row.away_shift_bp },
  };
};
