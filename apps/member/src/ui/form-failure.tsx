import styles from './form-failure.module.css';

/** What went wrong with a form or an action as a whole, in its place until it is tried again. */
export const FormFailure = ({ message }: { message: string | undefined }) =>
  message === undefined ? null : (
    <p className={styles.failure} role="alert">
      {message}
    </p>
  );
