import { type ReactNode, useId } from 'react';
import styles from './ui.module.css';

type Option<T extends string> = { value: T; label: string; aside: ReactNode };

type Props<T extends string> = {
  /** What is chosen, read out before the options. */
  label: string;
  options: readonly Option<T>[];
  /** Nothing is chosen while it is undefined. */
  value: T | undefined;
  onChange: (value: T) => void;
};

/** One of several, a row each, with what belongs to it at the end. */
export const ChoiceRows = <T extends string>({ label, options, value, onChange }: Props<T>) => {
  const name = useId();
  return (
    <fieldset className={styles.choiceRows}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choiceRowsRow}>
          <input
            type="radio"
            className={styles.choiceRowsRadio}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.choiceRowsMark} aria-hidden="true" />
          <span className={styles.choiceRowsName}>{option.label}</span>
          <span className={styles.choiceRowsAside}>{option.aside}</span>
        </label>
      ))}
    </fieldset>
  );
};
