import { Suspense } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useIsDesktop } from '../lib/screen.ts';
import styles from './app.module.css';

// What surrounds the page on a desktop; a phone fetches none of it.
const Head = lazyPart(async () => (await import('./desktop-head.tsx')).DesktopHead);
const MatchesSide = lazyPart(async () => (await import('./matches-side.tsx')).MatchesSide);
const SlipSide = lazyPart(async () => (await import('./slip-side.tsx')).SlipSide);

/** Before the page: the head, and the filters of matches. */
export const DesktopBefore = () => {
  if (!useIsDesktop()) return null;
  return (
    <>
      <div className={styles.top}>
        <Suspense>
          <Head />
        </Suspense>
      </div>
      <div className={styles.before}>
        <Suspense>
          <MatchesSide />
        </Suspense>
      </div>
    </>
  );
};

/** Behind the page: the slip and the open bets. */
export const DesktopBehind = () => {
  if (!useIsDesktop()) return null;
  return (
    <div className={styles.behind}>
      <Suspense>
        <SlipSide />
      </Suspense>
    </div>
  );
};
