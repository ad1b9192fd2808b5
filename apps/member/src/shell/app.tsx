import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query.ts';
import type { AppRouter } from './router.tsx';
import styles from './view.module.css';

/** The app around its pages. */
export const App = ({ router }: { router: AppRouter }) => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>
);

/** Shown when not even the texts could be loaded, hence in English whatever the language. */
export const StartFailure = () => (
  <button type="button" className={styles.view} onClick={() => location.reload()}>
    <span className={styles.title}>The connection timed out, click the screen to try again.</span>
  </button>
);
