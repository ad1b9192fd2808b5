import { Outlet } from '@tanstack/react-router';
import { useT } from '../shell/i18n.ts';
import { useIdleWatch } from './idle-watch.ts';
import { AccountMenu } from './account-menu.tsx';
import { HelpSheet } from './help-sheet.tsx';
import { Navigation } from './navigation.tsx';
import { StopStrip } from '../trading/stop-strip.tsx';
import { SiteName } from './site-name.tsx';
import { WaitStrip } from './wait-strip.tsx';
import styles from './frame.module.css';

/** The frame of every page: the name of the site, the navigation, the operator's account. */
export const Frame = () => {
  const t = useT();
  useIdleWatch();
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {t('shell.skip')}
      </a>
      <header className={styles.bar}>
        <SiteName />
        <div className={styles.end}>
          <HelpSheet />
          <AccountMenu />
        </div>
      </header>
      <Navigation />
      <StopStrip />
      <main className={styles.main} id="main" tabIndex={-1}>
        <WaitStrip />
        <Outlet />
      </main>
    </div>
  );
};

// The hash of the address is the page's: the link only moves the focus.
const skipToMain = (event: { preventDefault: () => void }): void => {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
};
