import type { PlayStatement } from '@touchline/contract/shapes/play';
import { useScale } from '../labels/use-scale.ts';
import { useT } from '../../shell/i18n.tsx';
import { netChart } from './net-chart.ts';
import type { Days } from './statement-period.ts';
import styles from './statement-chart.module.css';

const width = 320;
const height = 110;

/** Net by day as bars, and its running sum as a line. Decoration beside the table that says the same. */
export const StatementChart = ({ statement, days }: { statement: PlayStatement; days: Days }) => {
  const t = useT();
  const { bars, zero, line } = netChart(statement, days, useScale());
  return (
    <>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
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
      <p className={styles.legend} aria-hidden="true">
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
    </>
  );
};
