import { useId } from 'react';
import styles from './play.module.css';

type Props<T extends string> = {
  label: string;
  options: readonly { value: T; label: string; aside: string }[];
  value: T | undefined;
  onChange: (value: T) => void;
};

/** How long a pause shall be, each with the day it ends. Nothing is chosen beforehand. */
export const LengthChoice = <T extends string>({ label, options, value, onChange }: Props<T>) => {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.mark} aria-hidden="true" />
          <span className={styles.name}>{option.label}</span>
          <span className={styles.aside}>{option.aside}</span>
        </label>
      ))}
    </fieldset>
  );
};
