import { Button, type ButtonProps } from '@mantine/core';
import styles from './ui.module.css';

type Props = Pick<ButtonProps, 'variant' | 'loading' | 'children'> & {
  /** Why the form cannot be sent yet, shown below the grey button. */
  barred: string | undefined;
};

/** Sends a form, or shows what it still needs. */
export const SubmitButton = ({ barred, children, ...button }: Props) => (
  <div className={styles.submit}>
    <Button type="submit" disabled={barred !== undefined} {...button}>
      {children}
    </Button>
    {barred !== undefined && <span className={styles.barred}>{barred}</span>}
  </div>
);
