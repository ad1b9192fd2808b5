import { Suspense } from 'react';
import { SlipPanel } from '../features/slip/slip-panel.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useUser } from '../state/use-user.ts';
import styles from './slip-side.module.css';

const OpenBets = lazyPart(async () => (await import('./open-bets.tsx')).OpenBets, { late: true });

/** Beside every page of a desktop: the slip, and beneath it what is still open. */
export const SlipSide = () => (
  <div className={styles.side}>
    <SlipPanel />
    {useUser() !== undefined && (
      <Suspense>
        <OpenBets />
      </Suspense>
    )}
  </div>
);
