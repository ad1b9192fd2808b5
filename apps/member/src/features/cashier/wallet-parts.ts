import { useQuery } from '@tanstack/react-query';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { callQuery, useCall } from '../../lib/query.ts';
import { useUser } from '../../lib/user.ts';
import { useScale } from '../labels/use-scale.ts';
import { isNothing, turnoverPercent } from './amounts.ts';

const openBets = { tab: 'in_progress', page: 1, limit: 100 } as const;
const firstPage = { page: 1, limit: 100 } as const;

const sumOf = (amounts: readonly string[], scale: number): string =>
  formatAmount(
    amounts.reduce((total, amount) => total + (parseAmount(amount, scale) ?? 0n), 0n),
    scale,
  );

/** The open bets, as many as one page holds. */
export const useOpenBets = () => useCall('orderList', openBets);

/** Sum of the open stakes; undefined until known, or when there are more bets than one page holds. */
export const useOpenStakes = (): string | undefined => {
  const scale = useScale();
  const { data } = useOpenBets();
  if (data === undefined || data.total > data.list.length) return undefined;
  return sumOf(
    data.list.map(({ stake, openStake }) => openStake ?? stake),
    scale,
  );
};

/** Sum of the withdrawals in progress; undefined when there are none, or until known. */
export const useOnItsWay = (): string | undefined => {
  const scale = useScale();
  const held = useUser()?.held ?? '0';
  const { data } = useQuery({ ...callQuery('withdrawList', firstPage), enabled: !isNothing(held) });
  if (data === undefined || isNothing(held)) return undefined;
  const open = data.list.filter(({ state }) => state === 'in_progress');
  const sum = sumOf(
    open.map(({ amount }) => amount),
    scale,
  );
  return isNothing(sum) ? undefined : sum;
};

/** Turnover still owed, and how much of it is done in percent; undefined when nothing is owed. */
export const useTurnover = (): { left: string; percent: number } | undefined => {
  const scale = useScale();
  const known = useUser()?.turnoverLeft ?? '0';
  const { data } = useQuery({ ...callQuery('turnoverList', firstPage), enabled: !isNothing(known) });
  const left = data?.left ?? known;
  if (isNothing(known) || isNothing(left)) return undefined;
  return { left, percent: turnoverPercent(data?.list ?? [], left, scale) };
};
