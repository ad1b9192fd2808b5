import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Icon } from '../ui/icon.tsx';
import { betNewsStore } from '../state/bet-news.ts';
import { useT } from '../state/i18n.tsx';
import { useStore } from '../state/use-store.ts';
import styles from './tab-bar.module.css';
import { useUser } from '../state/use-user.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { type Tab, tabs } from './tabs.ts';

const VisitorBar = lazyPart(async () => (await import('./visitor-bar.tsx')).VisitorBar);

/** The pages one tap away: of a member, or of a visitor. */
export const TabBar = ({ current }: { current: Tab }) => {
  const t = useT();
  const news = useStore(betNewsStore);
  if (useUser() === undefined) {
    return (
      <Suspense>
        <VisitorBar />
      </Suspense>
    );
  }
  return (
    <nav className={styles.bar} aria-label={t('shell.mainPages')}>
      {tabs.map(({ tab, to, icon, label }) => (
        <Link
          key={tab}
          to={to}
          search={{}}
          className={styles.tab}
          aria-current={tab === current ? 'page' : undefined}
        >
          <Icon name={icon} />
          <span className={styles.label}>{t(label)}</span>
          {tab === 'records' && news > 0 && <bdi className={`figures ${styles.news}`}>{news}</bdi>}
        </Link>
      ))}
    </nav>
  );
};
