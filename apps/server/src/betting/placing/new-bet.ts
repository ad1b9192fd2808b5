import type { Bet } from '@touchline/contract/shapes/bet';
import { rulesVersion } from '@touchline/contract/rules';
import { isInPlay } from '../../pricing/index.ts';
import type { BetTerms } from '../bets/bet-body.ts';
import { toWireBet, type LegRow } from '../bets/wire.ts';
import type { Struck, StruckLeg } from './domain.ts';
import type { Placement } from './statement.ts';

/** A newly placed bet on the wire, as the records would show it, without a query. */
export const newBet = (
  { betId, order }: Placement,
  { struck, placedAt, currency }: { struck: Struck; placedAt: Date; currency: string },
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
      odds_milli: struck.oddsMilli,
      margin_micro: struck.marginMicro,
      potential: struck.potentialMinor,
      state: 'open',
      payout: null,
      cashed_stake: 0n,
      cash_out: 0n,
      rules: rulesVersion,
      placed_at: placedAt,
      settled_at: null,
      returned_at: null,
    },
    struck.legs.map(newLeg),
  );

/** The terms of a newly placed bet, as the rows have them. */
export const newTerms = (
  { betId, memberId, order }: Placement,
  { struck, placedAt, currency }: { struck: Struck; placedAt: Date; currency: string },
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
  oddsMilli: struck.oddsMilli,
  potentialMinor: struck.potentialMinor,
  marginMicro: struck.marginMicro,
  rules: rulesVersion,
  placedAt,
  legs: struck.legs.map(({ event, market, line, selection, oddsMilli, since, builder }) => ({
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

const newLeg = ({ event, market, line, selection, oddsMilli, since, builder }: StruckLeg): LegRow => ({
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
