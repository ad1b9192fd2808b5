import { RouterProvider } from '@tanstack/react-router';
import type { AppRouter } from './router.tsx';
import styles from './view.module.css';

/** The app around its pages. */
export const App = ({ router }: { router: AppRouter }) => <RouterProvider router={router} />;

/** Shown when not even the texts could be loaded, hence always in English. */
export const StartFailure = () => (
  <button type="button" className={styles.view} onClick={() => location.reload()}>
    <span className={styles.title}>The connection timed out, click the screen to try again.</span>
  </button>
);
