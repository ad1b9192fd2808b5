import styles from './cashier.module.css';

export type PaymentStep = {
  text: string;
  state: 'done' | 'now' | 'waits' | 'next';
  note?: string | undefined;
};

/** What happens next, from top to bottom. */
export const Steps = ({ label, steps }: { label: string; steps: readonly PaymentStep[] }) => (
  <ol className={styles.steps} aria-label={label}>
    {steps.map(({ text, state, note }) => (
      <li
        key={text}
        className={styles.step}
        data-state={state}
        aria-current={state === 'now' || state === 'waits' ? 'step' : undefined}
      >
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.stepsText}>{text}</span>
        {note !== undefined && <span className={styles.stepsNote}>{note}</span>}
      </li>
    ))}
  </ol>
);
