import { Link } from '@tanstack/react-router';
import { useT } from '../../shell/i18n.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './shortcuts.module.css';

const shortcuts = [
  { to: '/pages/traderecord/traderecord', icon: 'wallet', label: 'home.go.statement' },
  { to: '/pages/activity/activity', icon: 'gift', label: 'home.go.activity' },
  { to: '/pages/rules/rules', icon: 'book', label: 'home.go.rules' },
  { to: '/pages/help/help', icon: 'question', label: 'home.go.help' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

/** Pages one looks for at home; recharge and withdraw stand with the wallet. */
export const Shortcuts = () => {
  const t = useT();
  return (
    <nav className={styles.row} aria-label={t('home.shortcuts')}>
      {shortcuts.map(({ to, icon, label }) => (
        <Link key={to} to={to} search={{}} className={styles.shortcut}>
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
          <span className={styles.label}>{t(label)}</span>
        </Link>
      ))}
    </nav>
  );
};
