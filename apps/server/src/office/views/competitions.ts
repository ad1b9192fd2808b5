import type { ReportCompetitions } from '@touchline/contract/shapes/office-views';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { CompetitionSum } from '../../betting/index.ts';
import { named } from '../../catalogue/index.ts';
import { percent } from './figures.ts';

/** Sums of bets by competition; a bet over several competitions has none. */
export const competitionsOf = (
  sums: readonly CompetitionSum[],
  { scale }: Currency,
): ReportCompetitions['list'] =>
  sums.map(({ competitionId: id, name, names, stakesMinor, refundsMinor, payoutsMinor, bets }) => {
    const kept = stakesMinor - refundsMinor;
    const ggr = kept - payoutsMinor;
    return {
      competition: id === '' ? undefined : named({ id, name: name ?? id, names: names ?? {} }),
      stakes: formatAmount(stakesMinor, scale),
      refunds: formatAmount(refundsMinor, scale),
      payouts: formatAmount(payoutsMinor, scale),
      ggr: formatAmount(ggr, scale),
      hold: kept > 0n ? percent(ggr, kept) : undefined,
      bets: Number(bets),
    };
  });
