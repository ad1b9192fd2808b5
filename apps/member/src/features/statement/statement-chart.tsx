import type { PlayStatement } from '@touchline/contract/shapes/play';
import { formatSignedMoney } from '@touchline/locales/format';
import { formatDate } from '@touchline/locales/format-time';
import { useScale } from '../labels/use-scale.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { netChart } from './net-chart.ts';
import type { Days } from './statement-period.ts';
import styles from './statement-chart.module.css';

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
