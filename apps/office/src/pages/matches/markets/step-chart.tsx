import { formatOdds } from '@touchline/locales/format';
import { useFormats } from '../../../api/site.ts';
import { currentLan } from '../../../shell/i18n.ts';
import { pathOf, placesOf, rangeOf } from './steps.ts';
import styles from './step-chart.module.css';

type Line = { name: string; values: readonly (string | null)[] };

const frame = { width: 400, height: 96 };

/** Prices over time, each until the next; where bets were not taken the ground is shaded. The list below says the same. */
export const StepChart = ({
  label,
  moments,
  until,
  pauses,
  lines,
}: {
  label: string;
  /** Where the last price ends, milliseconds since 1970. */
  until: number;
  moments: readonly string[];
  pauses: readonly boolean[];
  lines: readonly Line[];
}) => {
  const { clock } = useFormats();
  const lan = currentLan();
  const range = rangeOf(lines.flatMap(({ values }) => values));
  const [first] = moments;
  if (range === undefined || first === undefined) return null;
  const places = placesOf(moments, frame, until);
  const odds = (value: number): string => formatOdds(value.toFixed(2), { lan });
  return (
    <figure className={styles.figure}>
      <div className={styles.chart}>
        <span className={styles.most}>{odds(range.most)}</span>
        <svg
          viewBox={`0 0 ${frame.width} ${frame.height}`}
          preserveAspectRatio="none"
          className={styles.svg}
          role="img"
          aria-label={label}
        >
          {pauses.map(
            (isPause, at) =>
              isPause && (
                <rect
                  key={moments[at]}
                  className={styles.pause}
                  x={places[at]}
                  width={Math.max(0, (places[at + 1] ?? frame.width) - (places[at] ?? 0))}
                  y={-4}
                  height={frame.height + 8}
                />
              ),
          )}
          {lines.map(({ name, values }, at) => (
            <path
              key={name}
              className={styles.line}
              data-line={at}
              d={pathOf(values, places, range, frame)}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <span className={styles.least}>{range.least === range.most ? '' : odds(range.least)}</span>
        <span className={styles.from}>{clock(first)}</span>
      </div>
      {lines.length > 1 && (
        <figcaption className={styles.legend}>
          {lines.map(({ name }, at) => (
            <span key={name} className={styles.key} data-line={at}>
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
};
