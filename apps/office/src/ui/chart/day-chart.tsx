import { useElementSize } from '@mantine/hooks';
import { useId, useState } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useT } from '../../lib/i18n.ts';
import { axisOf, labelled } from './scale.ts';
import styles from './day-chart.module.css';

/** Values by day, drawn as columns from nothing or as a line. Exact figures come as texts. */
export type Series = {
  name: string;
  shape: 'columns' | 'line';
  tone: 'main' | 'second';
  values: readonly number[];
  texts: readonly string[];
  /** Their total, shown while no day is. */
  total?: string | undefined;
};

const room = { top: 8, end: 4, foot: 22, start: 44 };
/** A day's label and the space around it, pixels. */
const labelWidth = 72;

/** Days along an axis with columns and lines over them. Pointer or arrow keys read out a day. */
export const DayChart = ({
  title,
  days,
  series,
}: {
  title: string;
  days: readonly string[];
  series: readonly Series[];
}) => {
  const t = useT();
  const heading = useId();
  const { longDay } = useDayFormats();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const [chosen, setChosen] = useState<number>();
  const at = chosen === undefined || chosen >= days.length ? undefined : chosen;
  const last = days.length - 1;
  const valueAt = (day: number): string =>
    t('chart.readout', {
      day: longDay(days[day] ?? ''),
      values: series.map(({ name, texts }) => `${name} ${texts[day]}`).join(', '),
    });
  return (
    <figure className={styles.figure} aria-labelledby={heading}>
      <figcaption className={styles.head}>
        <h2 id={heading}>{title}</h2>
        <span className={styles.day}>
          {at === undefined
            ? `${longDay(days[0] ?? '')} – ${longDay(days[last] ?? '')}`
            : longDay(days[at] ?? '')}
        </span>
      </figcaption>
      <ul className={styles.legend}>
        {series.map(({ name, shape, tone, texts, total }) => (
          <li key={name} data-shape={shape} data-tone={tone}>
            {name} <strong>{at === undefined ? total : texts[at]}</strong>
          </li>
        ))}
      </ul>
      <div ref={ref} className={styles.plot} onPointerLeave={() => setChosen(undefined)}>
        <input
          type="range"
          className={styles.range}
          aria-label={`${title}. ${t('chart.keys')}`}
          aria-valuetext={valueAt(at ?? last)}
          min={0}
          max={Math.max(last, 0)}
          value={at ?? last}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          onFocus={() => setChosen((day) => day ?? last)}
          onBlur={() => setChosen(undefined)}
        />
        {width > 0 && height > 0 && (
          <Plot width={width} height={height} days={days} series={series} at={at} onPoint={setChosen} />
        )}
      </div>
    </figure>
  );
};

type PlotProps = {
  width: number;
  height: number;
  days: readonly string[];
  series: readonly Series[];
  at: number | undefined;
  onPoint: (day: number) => void;
};

const Plot = ({ width, height, days, series, at, onPoint }: PlotProps) => {
  const { compact, shortDay } = useDayFormats();
  const all = series.flatMap(({ values }) => values);
  const axis = axisOf(all, 4);
  const ticks = all.some((value) => value !== 0) ? axis.ticks : [0];
  const [inner, tall] = [width - room.start - room.end, height - room.top - room.foot];
  const step = inner / Math.max(days.length, 1);
  const x = (day: number): number => room.start + (day + 0.5) * step;
  const y = (value: number): number => room.top + ((axis.to - value) / (axis.to - axis.from)) * tall;
  const columnWidth = Math.max(1, Math.min(step * 0.68, 28));
  return (
    <svg className={styles.svg} width={width} height={height} aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={styles.grid}
            data-zero={tick === 0}
            x1={room.start}
            x2={width - room.end}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text className={styles.label} x={room.start - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {compact(tick)}
          </text>
        </g>
      ))}
      {at !== undefined && (
        <rect className={styles.at} x={x(at) - step / 2} y={room.top} width={step} height={tall} />
      )}
      {series.map(({ name, shape, tone, values }) =>
        shape === 'columns' ? (
          values.map((value, day) => (
            <rect
              key={`${name} ${days[day]}`}
              className={styles.column}
              data-tone={value < 0 && tone !== 'second' ? 'below' : tone}
              x={x(day) - columnWidth / 2}
              y={Math.min(y(value), y(0))}
              width={columnWidth}
              height={Math.abs(y(value) - y(0))}
            />
          ))
        ) : (
          <polyline
            key={name}
            className={styles.line}
            points={values.map((value, day) => `${x(day)},${y(value)}`).join(' ')}
          />
        ),
      )}
      {labelled(days.length, inner / labelWidth).map((day) => (
        <text
          key={days[day]}
          className={styles.label}
          // At the edge a label ends where the plot does.
          x={x(day) + labelWidth / 3 > width ? width - room.end : x(day)}
          y={height - 5}
          textAnchor={x(day) + labelWidth / 3 > width ? 'end' : 'middle'}
        >
          {shortDay(days[day] ?? '')}
        </text>
      ))}
      {days.map((day, index) => (
        <rect
          key={day}
          className={styles.target}
          x={x(index) - step / 2}
          y={0}
          width={step}
          height={height}
          onPointerEnter={() => onPoint(index)}
        />
      ))}
    </svg>
  );
};
