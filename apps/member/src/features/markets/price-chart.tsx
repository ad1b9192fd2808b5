import type { PriceHistory } from '@touchline/contract/shapes/football';
import styles from './price-chart.module.css';
import { priceSeries } from './price-series.ts';

type Props = { history: PriceHistory; shown: readonly string[]; untilMs: number };

/** Size of the drawing in its own units; it stretches to the width of its place. */
const [width, height] = [100, 40];

/** Prices over time as thin steps. Decoration beside the table that says the same. */
export const PriceChart = ({ history, shown, untilMs }: Props) => (
  <svg
    className={styles.chart}
    viewBox={`0 0 ${width} ${height}`}
    preserveAspectRatio="none"
    aria-hidden="true"
    focusable="false"
  >
    {priceSeries(history, { shown, untilMs }).map(({ selection, path }, at) => (
      <path
        key={selection}
        className={styles.line}
        data-nth={at}
        d={path}
        transform={`translate(0 2) scale(${width} ${height - 4})`}
      />
    ))}
  </svg>
);

/** The stroke a selection is drawn with, for the legend. */
export const Stroke = ({ nth }: { nth: number }) => (
  <svg className={styles.stroke} viewBox="0 0 20 4" aria-hidden="true" focusable="false">
    <path className={styles.line} data-nth={nth} d="M0 2H20" />
  </svg>
);
