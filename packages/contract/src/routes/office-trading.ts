import { resultKindNames } from '../kinds.ts';
import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { operatorRoute } from '../route.ts';
import { Id, listOf, Moment, Odds, oneOf, pageFields } from '../shapes/common.ts';
import { EventState, Goals, NamedCompetition } from '../shapes/football.ts';
import {
  OfficeEvent,
  ListedStop,
  OfficeEventDetail,
  OfficeMarket,
  OfficePriceVersion,
  OfficeSettlement,
  RulingPreview,
  Stop,
  VoidScope,
} from '../shapes/office-trading.ts';

const closed = { additionalProperties: false };
const Day = Type.String({ format: 'date', description: 'a day in the time zone of the site' });
const Why = Type.String({ minLength: 5, maxLength: 500, description: 'why, for the log' });
const RecordSeen = Type.String({ maxLength: 80, description: 'the record as officeEventDetail answered it' });
/** A version or a ruling. */
const Counted = Type.Integer({ minimum: 1, maximum: limits.numberMax });
const ScoreText = Type.String({ pattern: '^\\d{1,2}-\\d{1,2}$', examples: ['2-1'] });
const marketOf = {
  event: Id,
  market: Type.String({ maxLength: 40 }),
  line: Type.Optional(Type.String({ maxLength: 10 })),
};
const MarketVersion = Type.Integer({
  minimum: 0,
  maximum: limits.numberMax,
  description: 'of the market, as it was seen',
});
const scope = {
  event: Type.Optional(Id),
  market: Type.Optional(Type.String({ maxLength: 40 })),
  line: Type.Optional(Type.String({ maxLength: 10 })),
};

export const officeTradingRoutes = {
  officeEventList: operatorRoute('officeEventList', 'GET /api/office/eventList', {
    roles: ['trader', 'auditor'],
    summary: 'Matches: in play first, then those to come, then those that are over',
    input: Type.Object(
      {
        state: Type.Optional(EventState),
        competition: Type.Optional(Id),
        q: Type.Optional(Type.String({ maxLength: limits.searchMaxLength, description: 'of a team' })),
        from: Type.Optional(Day),
        to: Type.Optional(Day),
        waiting: Type.Optional(
          Type.Boolean({ description: 'only those with results or voids that wait for a person' }),
        ),
        ...pageFields,
      },
      closed,
    ),
    output: Type.Object({
      ...listOf(OfficeEvent).properties,
      competitions: Type.Array(NamedCompetition, {
        description: 'all there are, by name',
      }),
    }),
  }),
  officeEventDetail: operatorRoute('officeEventDetail', 'GET /api/office/eventDetail', {
    roles: ['trader', 'auditor'],
    summary: 'One match: markets, suspensions and their reasons, recorded results and voids, settlement',
    input: Type.Object({ id: Id }, closed),
    output: OfficeEventDetail,
    reasons: ['not_found'],
  }),
  officeStopList: operatorRoute('officeStopList', 'GET /api/office/stopList', {
    roles: ['trader', 'auditor'],
    summary: 'What traders have stopped, the newest first; with `past` what was opened again',
    input: Type.Object({ past: Type.Optional(Type.Boolean()), ...pageFields }, closed),
    output: listOf(ListedStop),
  }),
  officeSuspend: operatorRoute('officeSuspend', 'POST /api/office/suspend', {
    decides: false,
    roles: ['trader'],
    summary: 'Stop betting on a market, a match, or everything, until it is opened again',
    input: Type.Object({ ...scope, reason: Why }, closed),
    output: Stop,
    reasons: ['not_found'],
  }),
  officeOpen: operatorRoute('officeOpen', 'POST /api/office/open', {
    decides: true,
    roles: ['trader'],
    summary: 'Reopen what was suspended: its state is the one its feed has by now',
    input: Type.Object({ stop: Id, reason: Why }, closed),
    output: Stop,
    reasons: ['not_found', 'decided_already'],
  }),
  officeRulingPreview: operatorRoute('officeRulingPreview', 'GET /api/office/rulingPreview', {
    roles: ['trader', 'auditor'],
    summary:
      'The effect on bets and money: of a recorded result (version), a score (kind, ht, ft), a void, or the end of one (undo)',
    input: Type.Object(
      {
        event: Id,
        of: oneOf(['version', 'score', 'void', 'undo']),
        version: Type.Optional(Counted),
        kind: Type.Optional(oneOf([...resultKindNames])),
        ht: Type.Optional(ScoreText),
        ft: Type.Optional(ScoreText),
        market: scope.market,
        line: scope.line,
        struckFrom: Type.Optional(Moment),
        struckUntil: Type.Optional(Moment),
        undo: Type.Optional(Counted),
      },
      closed,
    ),
    output: RulingPreview,
    reasons: ['not_found', 'validation'],
  }),
  officeResultAdd: operatorRoute('officeResultAdd', 'POST /api/office/resultAdd', {
    decides: true,
    roles: ['trader'],
    summary: 'Propose a result; another operator or a feed has to say the same',
    input: Type.Object(
      {
        event: Id,
        seen: RecordSeen,
        kind: Type.Optional(oneOf([...resultKindNames])),
        ht: Type.Optional(Goals),
        ft: Type.Optional(Goals),
        source: Type.String({ minLength: 3, maxLength: 300, description: 'where it was read or seen' }),
      },
      closed,
    ),
    output: OfficeEventDetail,
    reasons: ['not_found', 'outdated', 'validation', 'decided_already'],
  }),
  officeResultDecide: operatorRoute('officeResultDecide', 'POST /api/office/resultDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['trader'],
    summary:
      'Confirm or refuse a proposed result, or withdraw your own. A contradiction of the record needs two operators in addition to a feed',
    input: Type.Object(
      {
        event: Id,
        seen: RecordSeen,
        version: Counted,
        decision: oneOf(['confirm', 'refuse', 'withdraw']),
        reason: Type.Optional(Why),
      },
      closed,
    ),
    output: OfficeEventDetail,
    reasons: ['not_found', 'outdated', 'same_operator', 'forbidden', 'decided_already', 'reason_needed'],
  }),
  officeVoidAdd: operatorRoute('officeVoidAdd', 'POST /api/office/voidAdd', {
    decides: true,
    roles: ['trader'],
    summary: 'Propose that bets are void, or that a void is taken back; another operator decides',
    input: Type.Object(
      {
        event: Id,
        seen: RecordSeen,
        scope: Type.Optional(VoidScope),
        undo: Type.Optional(Type.Integer({ ...Counted, description: 'the ruling of the void' })),
        reason: Why,
      },
      closed,
    ),
    output: OfficeEventDetail,
    reasons: ['not_found', 'outdated', 'reason_needed', 'validation'],
  }),
  officeVoidDecide: operatorRoute('officeVoidDecide', 'POST /api/office/voidDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['trader'],
    summary: 'Apply or refuse a void that another operator proposed, or withdraw your own',
    input: Type.Object(
      {
        event: Id,
        seen: RecordSeen,
        id: Id,
        decision: oneOf(['apply', 'refuse', 'withdraw']),
        note: Type.Optional(Type.String({ maxLength: 500 })),
      },
      closed,
    ),
    output: OfficeEventDetail,
    reasons: ['not_found', 'outdated', 'same_operator', 'forbidden', 'decided_already'],
  }),
  officePriceSet: operatorRoute('officePriceSet', 'POST /api/office/priceSet', {
    decides: true,
    roles: ['trader'],
    summary:
      'Fix prices of a market until they are taken back or kick-off; `sure` where they are far from the model',
    input: Type.Object(
      {
        ...marketOf,
        version: MarketVersion,
        prices: Type.Array(Type.Object({ selection: Type.String({ maxLength: 20 }), odds: Odds }, closed), {
          minItems: 1,
          maxItems: 60,
        }),
        sure: Type.Optional(Type.Literal(true)),
        reason: Why,
      },
      closed,
    ),
    output: OfficeMarket,
    reasons: ['not_found', 'outdated', 'closed', 'price_far', 'validation'],
  }),
  officePriceRelease: operatorRoute('officePriceRelease', 'POST /api/office/priceRelease', {
    decides: true,
    roles: ['trader'],
    summary: 'Take fixed prices back: the market goes to what the model has',
    input: Type.Object({ ...marketOf, version: MarketVersion, reason: Why }, closed),
    output: OfficeMarket,
    reasons: ['not_found', 'outdated', 'decided_already'],
  }),
  officePriceHistory: operatorRoute('officePriceHistory', 'GET /api/office/priceHistory', {
    roles: ['trader', 'auditor'],
    summary: 'Every version of a market with who and why, the newest first',
    input: Type.Object({ ...marketOf, ...pageFields }, closed),
    output: Type.Object({ ...listOf(OfficePriceVersion).properties, selections: Type.Array(Type.String()) }),
    reasons: ['not_found'],
  }),
  officeSettlementResume: operatorRoute('officeSettlementResume', 'POST /api/office/settlementResume', {
    decides: true,
    roles: ['trader'],
    summary: 'Take up a settlement that has stopped; what is paid already is not paid again',
    input: Type.Object({ event: Id, ruling: Counted, reason: Why }, closed),
    output: OfficeSettlement,
    reasons: ['not_found', 'outdated', 'decided_already'],
  }),
};
