import { Type } from 'typebox';
import { Id, Moment, Odds, oneOf } from './common.ts';
import type { Shape } from '../sendable.ts';

export const Goals = Type.Object({ home: Type.Integer({ minimum: 0 }), away: Type.Integer({ minimum: 0 }) });
export type Goals = Shape<typeof Goals>;

export const Team = Type.Object({
  id: Id,
  name: Type.String(),
  short: Type.String({ description: 'three letters' }),
  flag: Type.Optional(Type.String({ description: 'ISO 3166 code of a national team, e.g. "br", "gb-sct"' })),
  colours: Type.Tuple([Type.String(), Type.String()]),
});
export type Team = Shape<typeof Team>;

/** A competition as it is named. */
export const NamedCompetition = Type.Object({
  id: Id,
  name: Type.String(),
  names: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'in other languages, by language, where the house has given it some',
    }),
  ),
});
export type NamedCompetition = Shape<typeof NamedCompetition>;

export const Competition = Type.Object({
  ...NamedCompetition.properties,
  country: Type.Optional(Type.String()),
  stage: Type.Optional(Type.String({ description: 'group or round of this event, e.g. "Group A"' })),
});

export const EventState = oneOf([
  'scheduled',
  'live',
  'half_time',
  'finished',
  'postponed',
  'abandoned',
  'cancelled',
]);
export type EventState = Shape<typeof EventState>;

export const MarketState = oneOf(['open', 'suspended', 'closed', 'settled', 'void']);
export type MarketState = Shape<typeof MarketState>;

export const Selection = Type.Object({
  selection: Type.String(),
  odds: Type.Union([Odds, Type.Null()], { description: 'null while the selection has no price' }),
  rateOfReturn: Type.Union([Type.String(), Type.Null()], { description: '(odds − 1) × 100, percent' }),
  breakEven: Type.Union([Type.String(), Type.Null()], { description: '100 ÷ odds, percent' }),
  move: Type.Integer({ minimum: -1, maximum: 1, description: 'last change of the price: −1 down, 0, 1 up' }),
});
export type Selection = Shape<typeof Selection>;

export const Market = Type.Object({
  market: Type.String(),
  line: Type.Optional(Type.String()),
  state: MarketState,
  margin: Type.String({ description: 'percent, e.g. "5.02"' }),
  version: Type.Integer(),
  selections: Type.Array(Selection),
});
export type Market = Shape<typeof Market>;

/** Prices a market has had, oldest first; `odds` are parallel to `selections`. */
export const PriceHistory = Type.Object({
  selections: Type.Array(Type.String()),
  list: Type.Array(
    Type.Object({
      at: Moment,
      version: Type.Integer(),
      state: MarketState,
      odds: Type.Array(Type.Union([Odds, Type.Null()])),
    }),
  ),
});
export type PriceHistory = Shape<typeof PriceHistory>;

const eventFields = {
  id: Id,
  version: Type.Optional(
    Type.Integer({
      description:
        'grows with each move of the match: of two answers or messages the higher one is newer; servers of releases before this field leave it out',
    }),
  ),
  competition: Competition,
  home: Team,
  away: Team,
  kickOff: Moment,
  state: EventState,
  minute: Type.Optional(Type.String({ description: 'as shown: "63", "45+2"' })),
  score: Type.Optional(Type.Object({ ft: Type.Optional(Goals), ht: Type.Optional(Goals) })),
  redCards: Type.Optional(Goals),
  replay: Type.Boolean({ description: 'a recorded match played again' }),
  marketCount: Type.Integer(),
  main: Type.Optional(Market),
  live: Type.Boolean(),
};

export const Event = Type.Object(eventFields);
export type Event = Shape<typeof Event>;

/** A competition with matches to bet on, and how many of them there are. */
export const OpenCompetition = Type.Object({
  competition: Type.Object({ ...NamedCompetition.properties, country: Type.Optional(Type.String()) }),
  inPlay: Type.Integer({ minimum: 0 }),
  today: Type.Integer({
    minimum: 0,
    description: "in play or scheduled, with kick-off on this day in the site's time zone",
  }),
  open: Type.Integer({ minimum: 1, description: 'in play or scheduled, on any day' }),
});
export type OpenCompetition = Shape<typeof OpenCompetition>;

/** What happened in the match so far, in order. */
export const Incident = Type.Object({
  kind: oneOf(['kick_off', 'goal', 'half_time', 'second_half', 'full_time']),
  minute: Type.Optional(Type.String()),
  at: Moment,
  side: Type.Optional(Type.Union([Type.Literal('home'), Type.Literal('away')])),
  score: Goals,
});
export type Incident = Shape<typeof Incident>;

export const EventDetail = Type.Object({
  ...eventFields,
  markets: Type.Array(Market),
  result: Type.Optional(
    Type.Object({
      ft: Type.Optional(Goals),
      ht: Type.Optional(Goals),
      source: Type.String({
        description: 'name of the feed, or what the house gives as its source; else "house" or "rules"',
      }),
      confirmedAt: Moment,
      version: Type.Integer(),
      corrects: Type.Optional(
        Type.Object(
          { ft: Goals, ht: Type.Optional(Goals) },
          { description: 'the result of the whole match that was in force before this one' },
        ),
      ),
    }),
  ),
  voids: Type.Optional(
    Type.Array(
      Type.Object({
        market: Type.Optional(Type.String({ description: 'bets on this market alone' })),
        line: Type.Optional(Type.String()),
        struckFrom: Type.Optional(Moment),
        struckUntil: Type.Optional(Moment),
        reason: Type.String({ description: 'in the words of the house' }),
        at: Moment,
      }),
      { description: 'which bets on the match are void, the newest decision first' },
    ),
  ),
  history: Type.Optional(Type.Array(Incident)),
});
export type EventDetail = Shape<typeof EventDetail>;
