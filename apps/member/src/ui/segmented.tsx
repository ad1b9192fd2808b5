import { useId } from 'react';
import styles from './ui.module.css';

type Props<T extends string> = {
  /** What is chosen here; read out before the choices. */
  label: string;
  options: readonly { value: T; label: string; count?: number | undefined }[];
  value: T;
  onChange: (value: T) => void;
};

/** One of a few, all in sight. */
export const Segmented = <T extends string>({ label, options, value, onChange }: Props<T>) => {
  const name = useId();
  return (
    <fieldset className={styles.segmentedGroup}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segmentedOption}>
          <input
            type="radio"
            className={styles.segmentedRadio}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.segmentedText}>
            {option.label}
            {option.count !== undefined && (
              <span className={`figures ${styles.segmentedCount}`}>{option.count}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
};
