import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string;
  /** What is wrong with the value; read out and shown in place of the hint. */
  error?: string | undefined;
  hint?: string | undefined;
  /** Stand inside the box before and after the text, e.g. a calling code or a button. */
  start?: ReactNode;
  end?: ReactNode;
};

/** A labelled line of input with its hint or error beneath. */
export const Field = ({ label, error, hint, start, end, ...input }: Props) => {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error !== undefined}>
        {start}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {end}
      </div>
      {note !== undefined && (
        <p className={styles.note} id={`${id}-note`} data-error={error !== undefined}>
          {note}
        </p>
      )}
    </div>
  );
};
