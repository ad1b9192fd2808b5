import type { PlayStatement } from '@touchline/contract/shapes/play';
import { formatSignedMoney } from '@touchline/locales/format';
import { formatDate } from '@touchline/locales/format-time';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { useScale } from '../labels/use-scale.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { type Days, daysBetween } from './statement-period.ts';
import styles from './statement.module.css';

/** A bar of the chart, from the zero line up or down. Places are shares of a box of 1 × 1, y downwards. */
type NetBar = { x: number; width: number; y: number; height: number; sign: -1 | 0 | 1 };
type NetChart = {
  bars: NetBar[];
  /** Where nothing is won or lost. */
  zero: number;
  /** The net so far, from left to right. */
  line: string;
  /** The amounts at the upper and the lower edge. */
  high: string;
  low: string;
};

/** More bars than this would be thinner than a hair: days are put together in months. */
const barsMax = 62;
const gapShare = 0.25;

/** The net of each day (or month, of a long stretch) as bars, and their running sum as a line. */
export const netChart = (statement: Pick<PlayStatement, 'days'>, days: Days, scale: number): NetChart => {
  const nets = new Map(
    statement.days.map(({ day, net }) => [day, parseAmount(net, scale, { signed: true }) ?? 0n]),
  );
  const all = daysBetween(days);
  const groups =
    all.length > barsMax ? [...Map.groupBy(all, (day) => day.slice(0, 7)).values()] : all.map((day) => [day]);
  const sums = groups.map((group) => group.reduce((sum, day) => sum + (nets.get(day) ?? 0n), 0n));
  let total = 0n;
  const running = sums.map((sum) => (total += sum));
  const edges = [0n, ...sums, ...running];
  const high = edges.reduce((a, b) => (b > a ? b : a));
  const low = edges.reduce((a, b) => (b < a ? b : a));
  const span = Number(high - low) || 1;
  const y = (value: bigint): number => round(Number(high - value) / span);
  const zero = high === low ? 0.5 : y(0n);
  const step = 1 / Math.max(1, sums.length);
  const bars = sums.map((sum, nth): NetBar => {
    const tip = high === low ? zero : y(sum);
    return {
      x: round((nth + gapShare / 2) * step),
      width: round(step * (1 - gapShare)),
      y: Math.min(tip, zero),
      height: round(Math.abs(tip - zero)),
      sign: sum > 0n ? 1 : sum < 0n ? -1 : 0,
    };
  });
  const line = running
    .map((sum, nth) => `${nth === 0 ? 'M' : 'L'}${round((nth + 0.5) * step)} ${high === low ? zero : y(sum)}`)
    .join('');
  return { bars, zero, line, high: formatAmount(high, scale), low: formatAmount(low, scale) };
};

const round = (share: number): number => Number(share.toFixed(4));

const width = 320;
const height = 110;

const dayText = (day: string): string =>
  formatDate(`${day}T12:00:00Z`, { lan: currentLan(), timeZone: 'UTC' });

/**
 * Net by day as bars, and its running sum as a line. Decoration next to the table that says the same; a single day has none.
 */
export const StatementChart = ({ statement, days }: { statement: PlayStatement; days: Days }) => {
  const t = useT();
  const { bars, zero, line, high, low } = netChart(statement, days, useScale());
  if (days.from === days.to) return null;
  const edge = (amount: string) => <span>{formatSignedMoney(amount, { lan: currentLan() })}</span>;
  return (
    <div aria-hidden="true">
      <div className={styles.plot} dir="ltr">
        <svg
          className={styles.chart}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          focusable="false"
        >
          {bars.map(({ x, y, width: wide, height: high, sign }) => (
            <rect
              key={x}
              className={styles.bar}
              data-sign={sign}
              x={x * width}
              y={y * height}
              width={wide * width}
              height={high * height}
            />
          ))}
          <path className={styles.zero} d={`M0 ${zero * height}H${width}`} />
          <path className={styles.line} d={line} transform={`scale(${width} ${height})`} />
        </svg>
        <div className={`figures ${styles.edges}`}>
          {edge(high)}
          {edge(low)}
        </div>
        <div className={styles.days}>
          <bdi>{dayText(days.from)}</bdi>
          <bdi>{dayText(days.to)}</bdi>
        </div>
      </div>
      <p className={styles.legend}>
        <span>
          <span className={styles.swatch} data-sign="1" />
          {t('play.chartWon')}
        </span>
        <span>
          <span className={styles.swatch} data-sign="-1" />
          {t('play.chartLost')}
        </span>
        <span>
          <span className={styles.swatch} data-sign="0" />
          {t('play.chartSum')}
        </span>
      </p>
    </div>
  );
};
