import styles from './form-failure.module.css';

/** What went wrong with a form as a whole. */
export const FormFailure = ({ message }: { message: string | undefined }) =>
  message === undefined ? null : (
    <p className={styles.failure} role="alert">
      {message}
    </p>
  );
