import styles from './ui.module.css';

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** On or off, with its words next to it. */
export const Switch = ({ label, checked, onChange }: Props) => (
  <label className={styles.switchRow}>
    <span>{label}</span>
    <input
      type="checkbox"
      role="switch"
      className={styles.switchInput}
      checked={checked}
      aria-checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className={styles.switchTrack} aria-hidden="true" />
  </label>
);
