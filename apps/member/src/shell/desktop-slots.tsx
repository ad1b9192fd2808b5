import { useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useIsDesktop } from '../state/screen.ts';
import styles from './desktop-slots.module.css';

// What surrounds the page on a desktop; a phone fetches none of it.
const Head = lazyPart(async () => (await import('../desktop/desktop-head.tsx')).DesktopHead);
const MatchesSide = lazyPart(async () => (await import('../desktop/matches-side.tsx')).MatchesSide);
const SlipSide = lazyPart(async () => (await import('../desktop/slip-side.tsx')).SlipSide);

/** The pages on which one signs in or registers have the window to themselves. */
const useHasSides = (): boolean =>
  useRouterState({ select: ({ location }) => !location.pathname.startsWith('/pages/login/') });

/** Before the page: the head over everything, and what one chooses matches by. */
export const DesktopBefore = () => {
  const hasSides = useHasSides();
  if (!useIsDesktop()) return null;
  return (
    <>
      <header className={styles.head}>
        <Suspense>
          <Head />
        </Suspense>
      </header>
      {hasSides && (
        <div className={styles.before}>
          <Suspense>
            <MatchesSide />
          </Suspense>
        </div>
      )}
    </>
  );
};

/** Behind the page: the slip and the open bets. */
export const DesktopBehind = () => {
  const hasSides = useHasSides();
  if (!useIsDesktop() || !hasSides) return null;
  return (
    <div className={styles.behind}>
      <Suspense>
        <SlipSide />
      </Suspense>
    </div>
  );
};
