import { Link, useRouterState } from '@tanstack/react-router';
import { useT } from '../../lib/i18n.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './frame.module.css';

const places = [
  { to: '/pages/invest/invest', icon: 'ball', label: 'tab.bet' },
  { to: '/pages/help/help', icon: 'info', label: 'nav.help' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

/** The pages that are open without an account, and the way to one, which leads back to the page it is on. */
export const VisitorBar = () => {
  const t = useT();
  const { href, pathname } = useRouterState({ select: ({ location }) => location });
  return (
    <nav className={styles.tabBar} aria-label={t('shell.mainPages')}>
      {places.map(({ to, icon, label }) => (
        <Link
          key={to}
          to={to}
          search={{}}
          className={styles.tab}
          aria-current={pathname === to ? 'page' : undefined}
        >
          <Icon name={icon} />
          <span className={styles.label}>{t(label)}</span>
        </Link>
      ))}
      <Link to="/pages/login/login" search={{ to: href }} className={styles.tab}>
        <Icon name="person" />
        <span className={styles.label}>{t('login.submit')}</span>
      </Link>
    </nav>
  );
};
