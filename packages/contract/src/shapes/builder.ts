import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { CombinedOdds, Odds, oneOf } from './common.ts';
import { MarketState } from './football.ts';
import type { Shape } from '../sendable.ts';

/** The selections of a builder as a client names them. The reason `builder_parts` names how many fit. */
export const BuilderPicks = Type.Array(
  Type.Object(
    {
      market: Type.String({ maxLength: 40 }),
      selection: Type.String({ maxLength: 20 }),
      line: Type.Optional(Type.String({ maxLength: 8, description: "the selected side's own line" })),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: limits.legsMax },
);
export type BuilderPicks = Shape<typeof BuilderPicks>;

/** What several selections of one match cost together now. */
export const BuilderQuote = Type.Object({
  state: oneOf(['open', 'suspended', 'closed', 'impossible', 'redundant', 'apart']),
  odds: Type.Union([Odds, Type.Null()], { description: 'null unless it is open' }),
  chance: Type.Union([Type.String(), Type.Null()], {
    description: 'fair chance that all come in, 0 … 1, e.g. "0.084213"; null where there is none',
  }),
  margin: Type.Union([Type.String(), Type.Null()], { description: 'percent, e.g. "5.02"' }),
  parts: Type.Array(
    Type.Object({
      market: Type.String(),
      selection: Type.String(),
      line: Type.Optional(Type.String()),
      odds: Type.Union([Odds, Type.Null()], { description: 'its own price' }),
      state: MarketState,
      apart: Type.Optional(
        Type.Boolean({
          description: 'it is on sale alone, but not combined: its price was set by hand, say',
        }),
      ),
    }),
    { description: 'in the order asked' },
  ),
  redundant: Type.Array(Type.Integer({ minimum: 0 }), {
    description: 'places of the parts that follow from the others',
  }),
  without: Type.Array(Type.Union([Odds, Type.Null()]), {
    description: 'for each part the price of the others, null where they have none',
  }),
  single: Type.Union([CombinedOdds, Type.Null()], {
    description:
      'product of the prices of the parts, for comparison: as if they had nothing to do with each other',
  }),
});
export type BuilderQuote = Shape<typeof BuilderQuote>;

/** What would be wrong with selections of the match that are not picked yet. */
export const BuilderMarks = Type.Object({
  marks: Type.Array(
    Type.Object({
      market: Type.String(),
      selection: Type.String(),
      line: Type.Optional(Type.String({ description: "the selected side's own line" })),
      /** It cannot win together with those that are picked, or it follows from them. */
      mark: oneOf(['impossible', 'redundant']),
    }),
  ),
});
export type BuilderMarks = Shape<typeof BuilderMarks>;
