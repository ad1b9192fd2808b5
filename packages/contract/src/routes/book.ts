import { Type } from 'typebox';
import { limits, sharePattern } from '../limits.ts';
import { route } from '../route.ts';
import { BuilderMarks, BuilderPicks, BuilderQuote } from '../shapes/builder.ts';
import { Bet, BetDetail, BetType, OpenOffer, SoldBet } from '../shapes/bet.ts';
import { Amount, Empty, Id, Key, listOf, Moment, Odds, oneOf, pageFields } from '../shapes/common.ts';
import { Event, EventDetail, EventState, OpenCompetition, PriceHistory } from '../shapes/football.ts';
import { BetStatistics } from '../shapes/statistics.ts';

/** A bet as a member asks for it. */
const orderFields = {
  type: BetType,
  k: Type.Optional(
    Type.Integer({
      minimum: -2,
      maximum: limits.legsMax,
      description:
        'of a system: legs per line; −2 is the full cover from doubles (Trixie, Yankee …), −1 from singles (Patent, Lucky 15 …)',
    }),
  ),
  stake: Amount,
  accept: oneOf(['none', 'better', 'any']),
  again: Type.Optional(
    Type.Boolean({ description: 'the member knows that the same bet was placed just before' }),
  ),
  legs: Type.Array(
    Type.Object(
      {
        event: Id,
        market: Type.String({ maxLength: 40 }),
        selection: Type.String({ maxLength: 20 }),
        line: Type.Optional(Type.String({ maxLength: 8 })),
        odds: Odds,
        parts: Type.Optional(BuilderPicks),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: limits.legsMax },
  ),
};

/** What may speak against it. */
const orderReasons = [
  'excluded',
  'limit_reached',
  'reality_check',
  'price_changed',
  'suspended',
  'closed',
  'stake_min',
  'stake_max',
  'insufficient',
  'not_found',
  'bet_type',
  'same_event',
  'builder_parts',
  'builder_impossible',
  'builder_redundant',
  'builder_apart',
  'too_many_lines',
] as const;

export const bookRoutes = {
  eventList: route('eventList', 'GET /api/game.soccer/eventList', {
    auth: 'public',
    purpose: 'page',
    knowsMember: true,
    compress: true,
    summary: 'Matches by day, state, competition or name',
    input: Type.Object(
      {
        day: Type.Optional(Type.String({ format: 'date', description: "a day in the site's time zone" })),
        state: Type.Optional(
          Type.Union([EventState, Type.Literal('open')], {
            description: '"open": live or still to come',
          }),
        ),
        competition: Type.Optional(Id),
        q: Type.Optional(Type.String({ maxLength: limits.searchMaxLength })),
        ...pageFields,
      },
      { additionalProperties: false },
    ),
    output: listOf(Event),
  }),
  eventDays: route('eventDays', 'GET /api/game.soccer/eventDays', {
    auth: 'public',
    purpose: 'page',
    knowsMember: true,
    summary: 'The days of a stretch on which there are matches',
    input: Type.Object(
      {
        from: Type.String({ format: 'date', description: "a day in the site's time zone" }),
        to: Type.String({ format: 'date', description: 'the last day' }),
        state: Type.Optional(
          Type.Union([EventState, Type.Literal('open')], {
            description: '"open": live or still to come',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({
      list: Type.Array(
        Type.Object({ day: Type.String({ format: 'date' }), matches: Type.Integer({ minimum: 1 }) }),
      ),
    }),
  }),
  competitionList: route('competitionList', 'GET /api/game.soccer/competitionList', {
    auth: 'public',
    purpose: 'page',
    compress: true,
    summary: 'The competitions with matches in play or scheduled, the one that is played next first',
    input: Empty,
    output: Type.Object({ list: Type.Array(OpenCompetition) }),
  }),
  eventDetail: route('eventDetail', 'GET /api/game.soccer/eventDetail', {
    auth: 'public',
    purpose: 'page',
    knowsMember: true,
    compress: true,
    summary: 'One match with all its markets',
    input: Type.Object({ id: Id }, { additionalProperties: false }),
    output: EventDetail,
    reasons: ['not_found'],
  }),
  priceHistory: route('priceHistory', 'GET /api/game.soccer/priceHistory', {
    auth: 'public',
    purpose: 'page',
    knowsMember: true,
    compress: true,
    summary: 'The prices one market has had, the latest 200',
    input: Type.Object(
      {
        event: Id,
        market: Type.String({ maxLength: 40 }),
        line: Type.Optional(Type.String({ maxLength: 8 })),
      },
      { additionalProperties: false },
    ),
    output: PriceHistory,
    reasons: ['not_found'],
  }),
  orderAdd: route('orderAdd', 'POST /api/game.soccer/orderAdd', {
    auth: 'member',
    takesTurns: false,
    summary: 'Place a bet',
    input: Type.Object({ key: Key, ...orderFields }, { additionalProperties: false }),
    output: Bet,
    reasons: [...orderReasons, 'duplicate', 'key_reused'],
  }),
  builderQuote: route('builderQuote', 'POST /api/game.soccer/builderQuote', {
    auth: 'public',
    purpose: 'page',
    knowsMember: true,
    // Answered from memory: it moves nothing.
    takesTurns: false,
    summary: 'What several selections of one match cost together now',
    input: Type.Object({ event: Id, parts: BuilderPicks }, { additionalProperties: false }),
    output: BuilderQuote,
    reasons: ['not_found', 'builder_parts'],
  }),
  builderMarks: route('builderMarks', 'POST /api/game.soccer/builderMarks', {
    auth: 'public',
    purpose: 'page',
    calls: 20,
    knowsMember: true,
    // Answered from memory: it moves nothing.
    takesTurns: false,
    summary: 'Which other selections of the match cannot win together with some, or follow from them',
    input: Type.Object({ event: Id, parts: BuilderPicks }, { additionalProperties: false }),
    output: BuilderMarks,
    reasons: ['not_found', 'builder_parts'],
  }),
  cashOutQuote: route('cashOutQuote', 'POST /api/game.soccer/cashOutQuote', {
    auth: 'member',
    calls: 5,
    summary: 'Offer a price for an open bet; the offer is valid for 8 seconds',
    input: Type.Object({ bet: Id }, { additionalProperties: false }),
    output: Type.Object({
      quote: Type.String({ description: 'to be sent back with cashOut' }),
      fair: Type.String({ description: 'fair value, an amount' }),
      fee: Amount,
      offer: Amount,
      expiresAt: Moment,
      waitMs: Type.Optional(
        Type.Integer({
          description:
            'how long a sale waits, as a leg is in play; it is made at the offer at the end of the wait. Absent: a sale is made at once',
        }),
      ),
    }),
    reasons: ['not_found', 'no_cash_out'],
  }),
  cashOut: route('cashOut', 'POST /api/game.soccer/cashOut', {
    auth: 'member',
    summary:
      'Sell an open bet, or a share of it, at an offer. With a leg in play the answer comes after the live delay',
    input: Type.Object(
      {
        key: Key,
        bet: Id,
        quote: Type.String({ maxLength: limits.quoteMaxLength }),
        share: Type.Optional(Type.String({ pattern: sharePattern, examples: ['0.5'] })),
        least: Type.Optional(Amount),
      },
      { additionalProperties: false },
    ),
    output: SoldBet,
    reasons: ['not_found', 'no_cash_out', 'quote_moved', 'stake_min', 'key_reused'],
  }),
  betEdit: route('betEdit', 'POST /api/game.soccer/betEdit', {
    auth: 'member',
    summary: 'Sell an open bet whole at an offer and place another in its place, in one step or not at all',
    input: Type.Object(
      {
        key: Key,
        bet: Id,
        quote: Type.String({ maxLength: limits.quoteMaxLength }),
        order: Type.Object(orderFields, { additionalProperties: false }),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({ sold: SoldBet, placed: Bet }),
    reasons: [...orderReasons, 'quote_moved', 'edit_in_play', 'key_reused'],
  }),
  cashOutOffers: route('cashOutOffers', 'GET /api/game.soccer/cashOutOffers', {
    auth: 'member',
    calls: 20,
    compress: true,
    summary: 'What is offered now for each open bet, newest first; taking an offer needs a quote',
    input: Empty,
    output: Type.Object({
      list: Type.Array(OpenOffer),
      total: Type.Integer({ description: 'open bets; the list has at most 500' }),
    }),
  }),
  cashOutAuto: route('cashOutAuto', 'POST /api/game.soccer/cashOutAuto', {
    auth: 'member',
    summary: 'Cash out an open bet automatically once its offer reaches an amount; without one, no longer',
    input: Type.Object({ bet: Id, at: Type.Optional(Amount) }, { additionalProperties: false }),
    output: OpenOffer,
    reasons: ['not_found', 'no_cash_out', 'offer_reached'],
  }),
  orderDetail: route('orderDetail', 'GET /api/game.soccer/orderDetail', {
    auth: 'member',
    compress: true,
    summary: 'One bet with everything that happened to it, oldest first',
    input: Type.Object({ id: Id }, { additionalProperties: false }),
    output: BetDetail,
    reasons: ['not_found'],
  }),
  betStatistics: route('betStatistics', 'GET /api/game.soccer/betStatistics', {
    auth: 'member',
    compress: true,
    summary: "The member's settled bets in figures, and their luck against the prices",
    input: Type.Object(
      {
        from: Type.Optional(
          Type.String({ format: 'date', description: "settled from this day on, in the site's time zone" }),
        ),
        to: Type.Optional(Type.String({ format: 'date', description: 'the last day' })),
      },
      { additionalProperties: false },
    ),
    output: BetStatistics,
  }),
  orderList: route('orderList', 'GET /api/game.soccer/orderList', {
    auth: 'member',
    calls: 5,
    compress: true,
    summary: "The member's bets by tab, newest first",
    input: Type.Object(
      {
        tab: Type.Optional(oneOf(['all', 'in_progress', 'win', 'lose', 'refund'])),
        ...pageFields,
      },
      { additionalProperties: false },
    ),
    output: listOf(Bet),
  }),
};
