import { basisLevels } from '@touchline/football/basis';
import { Type } from 'typebox';
import { Id, Moment, Odds, oneOf } from './common.ts';
import { Event, NamedCompetition, Team } from './football.ts';
import { Actor } from './office-trading.ts';
import type { Shape } from '../sendable.ts';

export const offerScopes = ['site', 'competition', 'event'] as const;
export const offerOrigins = ['settings', ...offerScopes] as const;

const Basis = { description: 'hundredths of a percent' };
const MarketName = Type.String({ maxLength: 40 });

/** What a rule says of a market; what it leaves open is for the wider scope, and at last for the settings. */
export const MarketRule = Type.Object(
  {
    market: MarketName,
    marginBp: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_000, ...Basis })),
    offered: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type MarketRule = Shape<typeof MarketRule>;

/** How many more or fewer goals of each side a match has than the model, in basis points. */
export const GoalShift = Type.Object(
  {
    homeBp: Type.Integer({ minimum: -5_000, maximum: 5_000, ...Basis }),
    awayBp: Type.Integer({ minimum: -5_000, maximum: 5_000, ...Basis }),
  },
  { additionalProperties: false },
);
export type GoalShift = Shape<typeof GoalShift>;

/** What counts for a market, who says so, and what would count without the rule of this scope. */
export const MarketOffer = Type.Object({
  market: MarketName,
  marginBp: Type.Integer(Basis),
  marginFrom: oneOf([...offerOrigins]),
  offered: Type.Boolean(),
  offeredFrom: oneOf([...offerOrigins]),
  needs: Type.Optional(
    Type.Enum([...basisLevels], {
      description:
        'what prices must rest on, where those of the match rest on less: only a rule offers it then',
    }),
  ),
  wider: Type.Object({ marginBp: Type.Integer(Basis), offered: Type.Boolean() }),
});
export type MarketOffer = Shape<typeof MarketOffer>;

const saved = { by: Actor, at: Moment, reason: Type.String() };

/** What counts for the site, a competition or a match. */
export const OfferSheet = Type.Object({
  scope: oneOf([...offerScopes]),
  id: Type.Optional(Id),
  competition: Type.Optional(NamedCompetition),
  event: Type.Optional(Event),
  version: Type.Integer({ description: '0 before the first change; saving names it' }),
  markets: Type.Array(MarketOffer),
  rules: Type.Array(MarketRule, { description: 'what the rule of this scope itself says' }),
  shift: GoalShift,
  goals: Type.Optional(
    Type.Object(
      { home: Type.String(), away: Type.String() },
      { description: 'of a match: expected by the model, before the shift' },
    ),
  ),
  matches: Type.Integer({ description: 'to come, that it is about' }),
  saved: Type.Optional(Type.Object(saved)),
});
export type OfferSheet = Shape<typeof OfferSheet>;

/** A scope with rules of its own. */
export const OfferRuleLine = Type.Object({
  scope: oneOf([...offerScopes]),
  id: Type.Optional(Id),
  competition: Type.Optional(NamedCompetition),
  match: Type.Optional(Type.Object({ home: Team, away: Team, kickOff: Moment })),
  version: Type.Integer(),
  margins: Type.Integer({ description: 'markets with their own margin' }),
  off: Type.Integer({ description: 'markets it takes off' }),
  shift: GoalShift,
  ...saved,
});
export type OfferRuleLine = Shape<typeof OfferRuleLine>;

/** A version a rule has had. */
export const OfferVersion = Type.Object({
  version: Type.Integer(),
  rules: Type.Array(MarketRule),
  shift: GoalShift,
  ...saved,
});
export type OfferVersion = Shape<typeof OfferVersion>;

const Prices = Type.Array(Type.Union([Odds, Type.Null()]));
const Side = Type.Object({ odds: Prices, margin: Type.String({ description: 'percent, e.g. "5.02"' }) });

/** What a change would do. Nothing has changed. */
export const OfferPreview = Type.Object({
  matches: Type.Integer({ description: 'to come, that it is about' }),
  large: Type.Boolean({ description: 'saving it takes `sure`' }),
  event: Type.Optional(Event),
  markets: Type.Array(
    Type.Object({
      market: MarketName,
      line: Type.Optional(Type.String()),
      selections: Type.Array(Type.String()),
      before: Type.Optional(Side),
      after: Type.Optional(Side),
      held: Type.Boolean({ description: 'a trader has fixed its prices: it stays as it is' }),
    }),
  ),
});
export type OfferPreview = Shape<typeof OfferPreview>;
