import { formatCount, formatPercent } from '@touchline/locales/format';
import { formatDuration } from '@touchline/locales/format-time';
import { durationTicks, fewMarket } from '@touchline/kit/house-figures';
import { currentLan, translate as t } from '../../lib/i18n.ts';
import { nameOfMarket } from '../../features/trading/names.ts';

export const countText = (count: number): string => formatCount(count, { lan: currentLan() });

/** Percent, with one decimal unless said otherwise: 5.12 is "5.1%". */
export const percentText = (percent: number, decimals = 1): string =>
  formatPercent(percent.toFixed(decimals), { lan: currentLan() });

/** The name of a market, or that of bets with several legs, or of markets that are published together. */
export const marketText = (market: string): string => {
  if (market === fewMarket) return t('house.fewMarket');
  return market === 'multiple' ? t('house.multiple') : nameOfMarket({ market });
};

type Times = { p50UpToMs?: number | undefined; p95UpToMs?: number | undefined };

/** Within how long half and most cases were done: "30 seconds / 5 minutes". */
export const timesText = ({ p50UpToMs, p95UpToMs }: Times, cases: number): string => {
  if (cases === 0) return '–';
  const [longest] = durationTicks.slice(-1);
  const text = (durationMs: number | undefined): string =>
    durationMs === undefined
      ? t('house.longer', { time: formatDuration(longest ?? 0, { lan: currentLan() }) })
      : formatDuration(durationMs, { lan: currentLan() });
  return `${text(p50UpToMs)} / ${text(p95UpToMs)}`;
};
