import { useEffect, useRef } from 'react';
import styles from './chip-row.module.css';

type Props<T extends string> = {
  /** What is chosen here; read out before the chips. */
  label: string;
  options: readonly { value: T; label: string; count?: string | undefined }[];
  value: T;
  onChange: (value: T) => void;
};

/** One of several, in a row that scrolls sideways; the chosen chip is brought into sight. */
export const ChipRow = <T extends string>({ label, options, value, onChange }: Props<T>) => {
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const chips = [...(row.current?.querySelectorAll<HTMLElement>('[data-value]') ?? [])];
    chips
      .find((chip) => chip.dataset.value === value)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  return (
    <fieldset className={styles.row} ref={row}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.chip}
          data-value={option.value}
          aria-pressed={option.value === value}
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
