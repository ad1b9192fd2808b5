import type { Bet } from '@touchline/contract/shapes/bet';
import { rulesVersion } from '@touchline/contract/rules';
import { isInPlay } from '../../pricing/index.ts';
import type { BetTerms } from '../bets/bet-body.ts';
import { toWireBet, type LegRow } from '../bets/wire.ts';
import type { PricedBet, PricedLeg } from './domain.ts';
import type { BetRequest } from './statement.ts';

/** A newly placed bet on the wire, as the records would show it, without a query. */
export const newBet = (
  { betId, order }: BetRequest,
  { priced, placedAt, currency }: { priced: PricedBet; placedAt: Date; currency: string },
): Bet =>
  toWireBet(
    {
      id: betId,
      type: order.type,
      k: order.type === 'system' ? order.k : null,
      lines: order.lines,
      currency,
      unit: order.unitMinor,
      stake: order.unitMinor * BigInt(order.lines),
      odds_milli: priced.oddsMilli,
      margin_micro: priced.marginMicro,
      potential: priced.potentialMinor,
      state: 'open',
      payout: null,
      cashed_stake: 0n,
      cash_out: 0n,
      rules: rulesVersion,
      placed_at: placedAt,
      settled_at: null,
      returned_at: null,
    },
    priced.legs.map(newLeg),
  );

/** The terms of a newly placed bet, as the rows have them. */
export const newTerms = (
  { betId, memberId, order }: BetRequest,
  { priced, placedAt, currency }: { priced: PricedBet; placedAt: Date; currency: string },
): BetTerms => ({
  id: betId,
  memberId,
  key: order.key,
  requestKey: null,
  type: order.type,
  k: order.type === 'system' ? order.k : null,
  lines: order.lines,
  currency,
  unitMinor: order.unitMinor,
  stakeMinor: order.unitMinor * BigInt(order.lines),
  oddsMilli: priced.oddsMilli,
  potentialMinor: priced.potentialMinor,
  marginMicro: priced.marginMicro,
  rules: rulesVersion,
  placedAt,
  legs: priced.legs.map(({ event, market, line, selection, oddsMilli, since, builder }) => ({
    event: event.id,
    market: market.market,
    line,
    selection,
    oddsMilli,
    priceVersion: market.version,
    since,
    ...(builder && {
      subsets: builder.subsets,
      partOdds: builder.parts.map((part) => part.oddsMilli),
      partVersions: builder.parts.map((part) => part.market.version),
    }),
  })),
});

const newLeg = ({ event, market, line, selection, oddsMilli, since, builder }: PricedLeg): LegRow => ({
  market: market.market,
  line,
  selection,
  since,
  oddsMilli,
  outcome: null,
  rule: null,
  subsets: builder ? [...builder.subsets] : null,
  partOdds: builder ? builder.parts.map((part) => part.oddsMilli) : null,
  partOutcomes: null,
  event: {
    id: event.id,
    home: event.home,
    away: event.away,
    kickOff: event.kickOff,
    replay: event.replay,
    started: isInPlay(event.state),
    ft: event.score,
    ht: event.ht,
  },
});
