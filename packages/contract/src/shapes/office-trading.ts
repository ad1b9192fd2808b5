import { basisLevels } from '@touchline/football/basis';
import { Type } from 'typebox';
import { resultKindNames } from '../kinds.ts';
import { Bet } from './bet.ts';
import { Amount, Id, Moment, Odds, oneOf } from './common.ts';
import { Event, Goals, Incident, Market, MarketState, Team } from './football.ts';
import { MemberName } from './office.ts';
import type { Shape } from '../sendable.ts';

/** Who did something: an operator, with the id, or a feed or rule of the house by its name. */
export const Actor = Type.Object({ id: Type.Optional(Id), name: Type.String() });
export type Actor = Shape<typeof Actor>;

/** A trader's stop. Without an event it is of everything, without a market of the whole match. */
export const Stop = Type.Object({
  id: Id,
  event: Type.Optional(Id),
  market: Type.Optional(Type.String()),
  line: Type.Optional(Type.String()),
  reason: Type.String(),
  by: Actor,
  at: Moment,
  opened: Type.Optional(Type.Object({ by: Actor, at: Moment, reason: Type.String() })),
});
export type Stop = Shape<typeof Stop>;

/** A stop as it is listed: with the match it is of. */
export const ListedStop = Type.Object({
  ...Stop.properties,
  match: Type.Optional(Type.Object({ home: Team, away: Team })),
});
export type ListedStop = Shape<typeof ListedStop>;

export const settlementStates = ['none', 'waiting', 'running', 'done'] as const;

/** What the prices of a match rest on. */
export const PriceBasis = Type.Object({
  level: oneOf([...basisLevels]),
  source: Type.Optional(Type.String({ description: 'whose market prices' })),
  results: Type.Optional(Type.Integer({ description: 'known results of the team that has fewer' })),
  shots: Type.Optional(Type.Integer({ description: 'known results with shots of the team that has fewer' })),
  at: Type.Optional(Moment),
  share: Type.String({ description: "share of the site's caps and largest stake that holds, in percent" }),
  highCaps: Type.Optional(
    Type.Literal(true, { description: 'they rest on results alone, and the match has high caps, or none' }),
  ),
});
export type PriceBasis = Shape<typeof PriceBasis>;

/** A match as traders see it in a list. */
export const OfficeEvent = Type.Object({
  event: Event,
  feed: Type.Object({
    name: Type.String(),
    silent: Type.Boolean(),
    at: Type.Optional(
      Type.String({ format: 'date-time', description: 'when it last said something of the match' }),
    ),
  }),
  stops: Type.Array(Stop, { description: 'of this match and its markets' }),
  withheld: Type.Optional(
    Type.Literal(true, { description: 'its competition is off: members are neither shown nor offered it' }),
  ),
  basis: Type.Optional(PriceBasis),
  open: Type.Integer({ description: 'markets that take bets' }),
  suspended: Type.Integer({ description: 'suspended markets, by operators and feeds' }),
  waiting: Type.Integer({ description: 'results and voids that wait for a person' }),
  settlement: oneOf([...settlementStates]),
  stakes: Type.Object(
    { singles: Amount, singlesReturn: Amount, combinedReturn: Amount },
    { description: 'what was accepted on it: stakes and full returns' },
  ),
});
export type OfficeEvent = Shape<typeof OfficeEvent>;

/** A market as traders see it: the offer, its feed's prices, and who suspended it. */
export const OfficeMarket = Type.Object({
  market: Market,
  fed: MarketState,
  oneSided: Type.Optional(
    Type.Boolean({
      description: 'closed to members, since its favourite is too near to certain for any price',
    }),
  ),
  stop: Type.Optional(Stop),
  model: Type.Optional(
    Type.Array(Type.Union([Odds, Type.Null()]), {
      description: 'prices of the model, parallel to the selections',
    }),
  ),
  best: Type.Optional(
    Type.Array(Type.Object({ odds: Odds, source: Type.String() }), {
      description: 'the best known bookmaker prices before kick-off, parallel to the selections',
    }),
  ),
  price: Type.Optional(
    Type.Object({ by: Actor, reason: Type.String(), at: Moment }, { description: 'a trader has fixed it' }),
  ),
  changed: Type.Optional(
    Type.Object({ by: Actor, why: Type.String(), at: Moment }, { description: 'its last version' }),
  ),
});
export type OfficeMarket = Shape<typeof OfficeMarket>;

/** A version a market has had. `odds` are parallel to the market's selections. */
export const OfficePriceVersion = Type.Object({
  version: Type.Integer(),
  state: MarketState,
  odds: Type.Array(Type.Union([Odds, Type.Null()])),
  by: Actor,
  why: Type.String(),
  at: Moment,
});

export const resultStates = ['proposed', 'confirmed', 'rejected', 'superseded'] as const;
export const resultFlags = ['contradicts_confirmed', 'contradicts_proposed', 'called_off'] as const;

/** A recorded version of a result; none is ever changed. */
export const OfficeResult = Type.Object({
  version: Type.Integer(),
  kind: oneOf([...resultKindNames]),
  ht: Type.Optional(Goals),
  ft: Type.Optional(Goals),
  source: Actor,
  evidence: Type.Optional(Type.String({ description: 'what an operator names as the source' })),
  state: oneOf([...resultStates]),
  counts: Type.Boolean({ description: 'bets are settled by this one' }),
  flag: Type.Optional(oneOf([...resultFlags])),
  proposedAt: Moment,
  approved: Type.Optional(Type.Object({ by: Actor, at: Moment })),
  needs: Type.Integer({ description: 'operators that still have to approve, while it is proposed' }),
  confirmed: Type.Optional(
    Type.Object({ by: Type.Optional(Actor), with: Type.Optional(Actor), at: Type.Optional(Moment) }),
  ),
  closed: Type.Optional(Type.Object({ by: Actor, at: Moment, why: Type.String() })),
});
export type OfficeResult = Shape<typeof OfficeResult>;

const voidScope = {
  market: Type.Optional(Type.String({ maxLength: 40 })),
  line: Type.Optional(Type.String({ maxLength: 10 })),
  struckFrom: Type.Optional(Moment),
  struckUntil: Type.Optional(Moment),
};

/** Which bets of a match a void is about: of a market, of one of its lines, struck within a time; without any, all. */
export const VoidScope = Type.Object(voidScope, { additionalProperties: false });
export type VoidScope = Shape<typeof VoidScope>;

/** A recorded void. */
export const OfficeVoid = Type.Object({
  ...voidScope,
  ruling: Type.Integer(),
  by: Actor,
  with: Type.Optional(Actor),
  why: Type.String(),
  at: Moment,
  undone: Type.Optional(Type.Object({ ruling: Type.Integer(), at: Moment })),
});
export type OfficeVoid = Shape<typeof OfficeVoid>;

export const voidProposalStates = ['proposed', 'applied', 'refused', 'withdrawn'] as const;

/** A void, or the end of one, that one operator or a feed proposes and another operator decides. */
export const VoidProposal = Type.Object({
  id: Id,
  scope: VoidScope,
  undoes: Type.Optional(Type.Integer({ description: 'the ruling of the void to be taken back' })),
  why: Type.String(),
  state: oneOf([...voidProposalStates]),
  by: Actor,
  began: Type.Optional(
    Type.String({
      ...Moment,
      description: 'by a feed, before its kick-off: applied, the match is moved there',
    }),
  ),
  at: Moment,
  decided: Type.Optional(Type.Object({ by: Actor, at: Moment, note: Type.Optional(Type.String()) })),
  ruling: Type.Optional(Type.Integer()),
});
export type VoidProposal = Shape<typeof VoidProposal>;

/** How far the bets of a match are settled by its last ruling. */
export const OfficeSettlement = Type.Object({
  state: oneOf([...settlementStates]),
  ruling: Type.Integer(),
  shards: Type.Object({ done: Type.Integer(), of: Type.Integer() }),
  bets: Type.Integer({ description: 'that this run has changed so far' }),
  paid: Amount,
  taken: Amount,
  lost: Amount,
  startedAt: Type.Optional(Moment),
  movedAt: Type.Optional(Moment),
  finishedAt: Type.Optional(Moment),
});
export type OfficeSettlement = Shape<typeof OfficeSettlement>;

/** One match with all that traders decide on. */
export const OfficeEventDetail = Type.Object({
  ...OfficeEvent.properties,
  allStopped: Type.Boolean({ description: 'betting on everything is stopped' }),
  againstBasis: Type.Array(Type.String(), {
    description: 'markets that a rule offers although the prices rest on less than they need',
  }),
  markets: Type.Array(OfficeMarket),
  incidents: Type.Array(Incident),
  seen: Type.String({
    description:
      'names the record as it is answered here; decisions send it back and are refused when it has moved',
  }),
  results: Type.Array(OfficeResult, { description: 'the newest first' }),
  voids: Type.Array(OfficeVoid),
  proposals: Type.Array(VoidProposal, { description: 'of voids, the newest first' }),
  run: OfficeSettlement,
});
export type OfficeEventDetail = Shape<typeof OfficeEventDetail>;

const totals = {
  bets: Type.Integer(),
  pays: Amount,
  takes: Amount,
};

/** What a ruling would do to bets and money. Nothing has changed. */
export const RulingPreview = Type.Object({
  ...totals,
  settled: Type.Integer(),
  resettled: Type.Integer({ description: 'settled before, and now otherwise' }),
  reopened: Type.Integer({ description: 'settled before, and running again' }),
  open: Type.Integer({ description: 'legs that would stay without a grade' }),
  markets: Type.Array(Type.Object({ market: Type.String(), ...totals })),
  list: Type.Array(Type.Object({ bet: Bet, member: MemberName }), {
    description: 'bets that would change, or have a void leg while they run; the first 200',
  }),
  seen: Type.String(),
});
export type RulingPreview = Shape<typeof RulingPreview>;
