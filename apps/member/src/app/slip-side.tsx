import { useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { SlipPanel } from '../features/slip/slip-panel.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMayReadPages } from '../lib/public-pages.ts';
import { useUser } from '../lib/user.ts';
import styles from './app.module.css';

const OpenBets = lazyPart(async () => (await import('./open-bets.tsx')).OpenBets, { late: true });

/** Pages that are a list of open bets themselves. */
const listsOpenBets: ReadonlySet<string> = new Set([
  '/pages/gamerecord/gamerecord',
  '/pages/investment/investment',
]);

/** The column next to every page of a desktop: the slip, and the open bets below it; empty for who may read no prices. */
export const SlipSide = () => {
  const isMember = useUser() !== undefined;
  const mayRead = useMayReadPages();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  if (!mayRead) return null;
  return (
    <div className={styles.slipSide}>
      <SlipPanel />
      {isMember && !listsOpenBets.has(pathname) && (
        <Suspense>
          <OpenBets />
        </Suspense>
      )}
    </div>
  );
};
