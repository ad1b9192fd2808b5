import { formatOdds } from '@touchline/locales/format';
import { useFormats } from '../../../lib/site.ts';
import { currentLan } from '../../../lib/i18n.ts';
import styles from './markets.module.css';

/** Where a step chart draws: 0 to `width` and 0 to `height`, from the upper left. */
type Frame = { width: number; height: number };

/** The lowest and highest of some odds; undefined when there are none. */
export const rangeOf = (values: readonly (string | null)[]): { least: number; most: number } | undefined => {
  const known = values.filter((value) => value !== null).map(Number);
  return known.length === 0 ? undefined : { least: Math.min(...known), most: Math.max(...known) };
};

/** Where times lie from left to right; each lasts until the next one, the last one to the end. */
export const placesOf = (
  moments: readonly string[],
  { width }: Pick<Frame, 'width'>,
  nowMs: number,
): number[] => {
  const times = moments.map((moment) => Date.parse(moment));
  const first = times[0] ?? nowMs;
  const lastMs = Math.max(nowMs, ...times) - first;
  return times.map((time) => (lastMs === 0 ? 0 : ((time - first) / lastMs) * width));
};

/** A path of steps through prices; where there is no price the line is broken. */
export const pathOf = (
  values: readonly (string | null)[],
  places: readonly number[],
  { least, most }: { least: number; most: number },
  { width, height }: Frame,
): string => {
  // Odds twice as long lie as far apart at 2 as at 20.
  const heightOf = (odds: number): number =>
    least === most ? height / 2 : height * (1 - Math.log(odds / least) / Math.log(most / least));
  const round = (value: number): number => Math.round(value * 10) / 10;
  let isDrawing = false;
  return values
    .map((value, at) => {
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const [from, to, y] = [places[at] ?? 0, places[at + 1] ?? width, round(heightOf(Number(value)))];
      const start = isDrawing ? `V${y}` : `M${round(from)} ${y}`;
      isDrawing = true;
      return `${start}H${round(to)}`;
    })
    .join('');
};

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
