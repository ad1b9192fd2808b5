import type { Bet, Leg } from '@touchline/contract/shapes/bet';
import { parseAmount } from '@touchline/money/amount';
import { parseOdds } from '@touchline/money/odds';

/** What was on the screen when a bet was placed, in the units of the body that the house signed. */
export type Seen = {
  type: string;
  lines: number;
  stake: string;
  unit: string;
  potential: string;
  legs: SeenLeg[];
};

type SeenLeg = {
  event: string;
  market: string;
  selection: string;
  odds: number;
  since: string;
  /** Of a builder, in the order in which the house keeps them. */
  parts?: { market: string; selection: string; line: string; since: string }[];
};

type SeenBet = Pick<Bet, 'type' | 'lines' | 'stake' | 'unit' | 'potential'> & {
  legs: readonly Pick<Leg, 'event' | 'market' | 'selection' | 'odds' | 'since' | 'parts'>[];
};

/**
 * The terms of a bet as the member saw them.
 * @param sent.odds of the legs by match, as the member agreed to them; without them those of the confirmation count
 */
export const seenOf = (
  bet: SeenBet,
  { odds, scale }: { odds?: ReadonlyMap<string, string>; scale: number },
): Seen => {
  const minor = (amount: string): string => String(parseAmount(amount, scale) ?? amount);
  return {
    type: bet.type,
    lines: bet.lines,
    stake: minor(bet.stake),
    unit: minor(bet.unit),
    potential: minor(bet.potential),
    legs: bet.legs.map((leg) => ({
      event: leg.event,
      market: leg.market,
      selection: leg.selection,
      odds: parseOdds(odds?.get(leg.event) ?? leg.odds) ?? 0,
      since: sinceOf(leg),
      ...(leg.parts && {
        parts: leg.parts.map((part) => ({
          market: part.market,
          selection: part.selection,
          line: part.line ?? '',
          since: sinceOf(part),
        })),
      }),
    })),
  };
};

const sinceOf = ({ since }: Pick<Leg, 'since'>): string =>
  since === undefined ? '' : `${since.home}-${since.away}`;
