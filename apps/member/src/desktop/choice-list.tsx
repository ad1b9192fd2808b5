import { useId } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './choice-list.module.css';

type Option<T extends string> = {
  value: T;
  label: string;
  icon?: IconName | undefined;
  count?: number | undefined;
  disabled?: boolean | undefined;
};

type Props<T extends string> = {
  label: string;
  options: readonly Option<T>[];
  /** What is chosen; undefined while the list it is chosen for is not shown. */
  value: T | undefined;
  onChange: (value: T) => void;
};

/** One of several, below each other under their heading. */
export const ChoiceList = <T extends string>({ label, options, value, onChange }: Props<T>) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {label}
      </h2>
      <ul data-arrows={label}>
        {options.map((option) => (
          <li key={option.value}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={option.value === value}
              disabled={option.disabled === true && option.value !== value}
              onClick={() => onChange(option.value)}
            >
              {option.icon && <Icon name={option.icon} size="small" />}
              <span className={styles.label}>{option.label}</span>
              {option.count !== undefined && (
                <span className={`figures ${styles.count}`}>{option.count}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
