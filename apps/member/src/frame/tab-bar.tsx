import { Link } from '@tanstack/react-router';
import { Icon } from '../ui/icon.tsx';
import { useT } from '../state/i18n.tsx';
import styles from './tab-bar.module.css';
import { type Tab, tabs } from './tabs.ts';

/** The pages one tap away. */
export const TabBar = ({ current }: { current: Tab }) => {
  const t = useT();
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
        </Link>
      ))}
    </nav>
  );
};
