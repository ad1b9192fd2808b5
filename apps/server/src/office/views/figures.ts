import type { Figures, ReportDays } from '@touchline/contract/shapes/office-views';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { DaySum } from '../../ledger/index.ts';

const railPrefix = 'external:';

const total = (sums: readonly DaySum[], isOf: (sum: DaySum) => boolean): bigint =>
  sums.reduce((all, sum) => (isOf(sum) ? all + sum.houseMinor : all), 0n);

const counted = (sums: readonly DaySum[], isOf: (sum: DaySum) => boolean): number =>
  Number(sums.reduce((all, sum) => (isOf(sum) ? all + sum.entries : all), 0n));

const isRail = ({ account }: DaySum): boolean => account.startsWith(railPrefix);
const isStake = ({ account, kind }: DaySum): boolean => account === 'stakes' && kind === 'stake';
const isIn = (sum: DaySum): boolean => isRail(sum) && sum.kind === 'recharge';
const isOut = (sum: DaySum): boolean => isRail(sum) && sum.kind !== 'recharge';

/** Hundredths of a percent, rounded down towards nothing, as "5.02". */
export const percent = (part: bigint, whole: bigint): string => formatAmount((part * 10_000n) / whole, 2);

/** Business figures from sums of the house's accounts. */
export const figuresOf = (sums: readonly DaySum[], { scale }: Currency): Figures => {
  const amount = (minor: bigint): string => formatAmount(minor, scale);
  const stakes = total(sums, isStake);
  const refunds = -total(sums, (sum) => sum.account === 'stakes' && !isStake(sum));
  const payouts = -total(sums, ({ account }) => account === 'payouts');
  const promotions = -total(sums, ({ account }) => account === 'promotions');
  const commission = -total(sums, ({ account }) => account === 'commission');
  const ggr = stakes - refunds - payouts;
  return {
    recharges: amount(-total(sums, isIn)),
    withdrawals: amount(total(sums, isOut)),
    fees: amount(total(sums, ({ account }) => account === 'fees')),
    stakes: amount(stakes),
    refunds: amount(refunds),
    payouts: amount(payouts),
    ggr: amount(ggr),
    promotions: amount(promotions),
    commission: amount(commission),
    ngr: amount(ggr - promotions - commission),
    hold: stakes > refunds ? percent(ggr, stakes - refunds) : undefined,
    bets: counted(sums, isStake),
  };
};

/** Money in and out by rail; returned withdrawals reduce what went out. */
export const methodsOf = (sums: readonly DaySum[], { scale }: Currency): ReportDays['methods'] =>
  [...Map.groupBy(sums.filter(isRail), ({ account }) => account)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([account, own]) => ({
      rail: account.slice(railPrefix.length),
      recharges: formatAmount(-total(own, isIn), scale),
      rechargeCount: counted(own, isIn),
      withdrawals: formatAmount(total(own, isOut), scale),
      withdrawalCount: counted(own, ({ kind }) => kind === 'withdrawal_paid'),
    }));

/** Money that members got without a stake, by kind. */
export const promotionsOf = (sums: readonly DaySum[], { scale }: Currency): ReportDays['promotions'] =>
  [
    ...Map.groupBy(
      sums.filter(({ account }) => account === 'promotions'),
      ({ kind }) => kind,
    ),
  ]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, own]) => ({
      kind,
      amount: formatAmount(-total(own, () => true), scale),
      count: counted(own, () => true),
    }));
