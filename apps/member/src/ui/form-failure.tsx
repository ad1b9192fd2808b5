import styles from './ui.module.css';

/** What went wrong with a form or an action as a whole, in its place until it is tried again. */
export const FormFailure = ({ message }: { message: string | undefined }) =>
  message === undefined ? null : (
    <p className={styles.formFailure} role="alert">
      {message}
    </p>
  );
