import { factBody } from '../../core/public-log/facts.ts';

/** What a settlement has done to a bet. Amounts are texts of minor units. */
export type SettledBet = {
  member: string;
  bet: string;
  /** The number of the bet's settlement. */
  n: number;
  state: string;
  payout: string | null;
  /** Above zero paid, below zero taken back. */
  booked: string;
  /** Amount that could not be clawed back. */
  lost: string;
};

/** The kind of a settlement among entries of the log. */
export const settlementKind = 'settlement';

/** Names the settlement of a bet among others. */
export const settlementId = ({ bet, n }: Pick<SettledBet, 'bet' | 'n'>): string => `${bet}:${n}`;

/**
 * The body of a settlement's entry.
 * @param by the ruling it follows; null where the stake of an open bet was returned
 */
export const settlementBody = (
  settled: SettledBet,
  by: { event: string; ruling: number } | null,
  at: Date,
): string => {
  const { member, bet, n, state, payout, booked, lost } = settled;
  return factBody(settlementKind, {
    bet,
    booked,
    event: by?.event ?? null,
    lost,
    member,
    n,
    payout,
    ruling: by?.ruling ?? null,
    state,
    time: at.toISOString(),
  });
};
