import type { Bet } from '@touchline/contract/shapes/bet';
import { parseOdds } from '@touchline/money/odds';
import { combine, type Combined } from '@touchline/money/system';
import type { ExposedBet } from '../exposure/service.ts';
import type { OpenBet, Sale } from './domain.ts';

/** What a sale takes off the exposure: the part of the stake, and what the rest returns less than all that was running. */
export const exposedPart = (bet: Bet, open: OpenBet, { partMinor }: Sale): ExposedBet => {
  const all = combine(
    open.k,
    bet.legs.map(({ odds }) => parseOdds(odds) ?? 0),
  );
  const runningMinor = open.stakeMinor - open.cashedStakeMinor;
  return {
    isSingle: bet.type === 'single',
    legs: bet.legs.map(({ event, market, selection, line = '', since }) => ({
      ...{ eventId: event, market, selection, line },
      since: since === undefined ? '' : `${since.home}-${since.away}`,
    })),
    stakeMinor: partMinor,
    potentialMinor: returnOf(runningMinor, all) - returnOf(runningMinor - partMinor, all),
  };
};

/** What a stake over all lines returns when every leg wins, rounded down once. */
const returnOf = (stakeMinor: bigint, { num, den, lines }: Combined): bigint =>
  (stakeMinor * num) / (den * BigInt(lines));
