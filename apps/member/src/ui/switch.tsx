import styles from './switch.module.css';

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** On or off, with its words next to it. */
export const Switch = ({ label, checked, onChange }: Props) => (
  <label className={styles.row}>
    <span>{label}</span>
    <input
      type="checkbox"
      role="switch"
      className={styles.input}
      checked={checked}
      aria-checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className={styles.track} aria-hidden="true" />
  </label>
);
