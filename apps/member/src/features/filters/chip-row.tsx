import { dayIn, formatDate, nearDayName } from '@touchline/locales/format-time';
import { useEffect, useRef } from 'react';
import { useCall } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { useNow } from '../labels/time.tsx';
import { daysFrom, type MatchListState } from './match-filters.ts';
import styles from './filters.module.css';

type Props<T extends string> = {
  /** What is chosen here; read out before the chips. */
  label: string;
  options: readonly {
    value: T;
    label: string;
    count?: string | undefined;
    /** There is nothing behind it now. */
    disabled?: boolean | undefined;
  }[];
  value: T;
  onChange: (value: T) => void;
};

/** Scrolls the row alone: `scrollIntoView` would also scroll the page back up to it. */
const bringIntoRow = (row: HTMLElement, chip: HTMLElement): void => {
  const [outer, inner] = [row.getBoundingClientRect(), chip.getBoundingClientRect()];
  const edge = Number.parseFloat(getComputedStyle(row).paddingInlineStart);
  const before = inner.left - (outer.left + edge);
  const after = inner.right - (outer.right - edge);
  if (before < 0) row.scrollLeft += before;
  else if (after > 0) row.scrollLeft += after;
};

/** One of several, in a row that scrolls sideways; the chosen chip is brought into sight. */
export const ChipRow = <T extends string>({ label, options, value, onChange }: Props<T>) => {
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const outer = row.current;
    if (!outer) return undefined;
    const chips = [...outer.querySelectorAll<HTMLElement>('[data-value]')];
    const chosen = chips.find((chip) => chip.dataset.value === value);
    if (!chosen) return undefined;
    // At first, and again when the window turns or its text grows.
    const observer = new ResizeObserver(() => bringIntoRow(outer, chosen));
    observer.observe(outer);
    return () => observer.disconnect();
  }, [value]);
  return (
    <fieldset className={styles.row} ref={row} data-arrows={label}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.chip}
          data-value={option.value}
          aria-pressed={option.value === value}
          disabled={option.disabled === true && option.value !== value}
          onClick={() => onChange(option.value)}
        >
          <span className={styles.face}>
            {option.label}
            {option.count !== undefined && <span className="figures"> {option.count}</span>}
          </span>
        </button>
      ))}
    </fieldset>
  );
};

type DayOption = { value: string; label: string; disabled?: boolean };

/**
 * All days and those of the week; days are the site's, as the server cuts them. Those without a match of this state cannot be
 * chosen, once the server has said which they are.
 */
export const useDayOptions = (state: MatchListState): DayOption[] => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  const today = dayIn(new Date(now), timeZone);
  const todayNoon = Date.parse(`${today}T12:00:00Z`);
  const days = daysFrom(today, state);
  const sorted = days.toSorted();
  const known = useCall('eventDays', {
    from: sorted[0] ?? today,
    to: sorted.at(-1) ?? today,
    state: state === 'favourites' ? undefined : state,
  }).data?.list;
  const label = (day: string): string => {
    const noon = `${day}T12:00:00Z`;
    return (
      nearDayName(noon, { lan, timeZone: 'UTC', now: todayNoon }) ??
      formatDate(noon, { lan, timeZone: 'UTC' })
    );
  };
  return [
    { value: '', label: t('invest.anyDay') },
    ...days.map((day) => ({
      value: day,
      label: label(day),
      disabled: known !== undefined && !known.some((one) => one.day === day),
    })),
  ];
};

type DayChipsProps = { state: MatchListState; value: string; onChange: (day: string) => void };

/** All days, or one of the week. */
export const DayChips = ({ state, value, onChange }: DayChipsProps) => {
  const t = useT();
  return (
    <ChipRow label={t('invest.days')} options={useDayOptions(state)} value={value} onChange={onChange} />
  );
};
