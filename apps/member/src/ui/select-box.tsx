import { Icon } from './icon.tsx';
import styles from './ui.module.css';

type Props<T extends string> = {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  /** The label is read out but not shown. */
  labelHidden?: boolean;
  disabled?: boolean;
};

/** One of several with its label before it, by the system's own list. */
export const SelectBox = <T extends string>(props: Props<T>) => {
  const { label, options, value, onChange, labelHidden = false, disabled = false } = props;
  return (
    <label className={styles.selectBoxChoice}>
      <span className={labelHidden ? 'visually-hidden' : undefined}>{label}</span>
      <span className={styles.selectBoxValue}>
        <select
          className={styles.selectBoxSelect}
          value={value}
          disabled={disabled}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" size="small" />
      </span>
    </label>
  );
};
