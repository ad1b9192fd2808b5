import type { Bet } from '@touchline/contract/shapes/bet';
import { oddsFactor } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { systemPayout } from '@touchline/money/system';
import type { ExposedBet } from '../exposure/service.ts';
import type { OpenBet, Sale } from './domain.ts';

/** What a sale takes off the exposure: the part of the stake, and what the rest returns less than all that was running. */
export const exposedPart = (
  owner: { id: string; shard: number },
  bet: Bet,
  { open, sale: { partMinor } }: { open: OpenBet; sale: Sale },
): ExposedBet => {
  const factors = bet.legs.map(({ odds }) => oddsFactor(parseOdds(odds) ?? 0));
  const returnOf = (stakeMinor: bigint): bigint => systemPayout({ stakeMinor, k: open.k, factors });
  const runningMinor = open.stakeMinor - open.cashedStakeMinor;
  return {
    shard: owner.shard,
    memberId: owner.id,
    isSingle: bet.type === 'single',
    legs: bet.legs.map(({ event, market, selection, line = '', since }) => ({
      eventId: event,
      market,
      selection,
      line,
      since: since === undefined ? '' : `${since.home}-${since.away}`,
    })),
    stakeMinor: partMinor,
    potentialMinor: returnOf(runningMinor) - returnOf(runningMinor - partMinor),
  };
};
