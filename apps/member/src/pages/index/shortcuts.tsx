import { Link } from '@tanstack/react-router';
import { softened } from '../../features/labels/softened.ts';
import { useNow } from '../../features/labels/use-now.ts';
import { useT } from '../../lib/i18n.tsx';
import { inForce } from '../../lib/restriction.ts';
import { useUser } from '../../lib/use-user.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './index.module.css';

const shortcuts = [
  { to: '/pages/traderecord/traderecord', icon: 'wallet', label: 'home.go.statement' },
  { to: '/pages/invitationcode/invitationcode', icon: 'team', label: 'home.go.invite' },
  { to: '/pages/information/levels', icon: 'medal', label: 'home.go.levels' },
  { to: '/pages/activity/activity', icon: 'gift', label: 'home.go.activity' },
  { to: '/pages/help/help', icon: 'question', label: 'home.go.help' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

/**
 * Links to the most used pages; recharge and withdraw are with the wallet. A member who may not bet is not invited to
 * invite others.
 */
export const Shortcuts = () => {
  const t = useT();
  const now = useNow();
  const isRestricted = inForce(useUser()?.restriction, now) !== undefined;
  return (
    <nav className={styles.row} aria-label={t('home.shortcuts')}>
      {shortcuts
        .filter(({ label }) => !isRestricted || label !== 'home.go.invite')
        .map(({ to, icon, label }) => (
          <Link key={to} to={to} search={{}} className={styles.shortcut}>
            <span className={styles.icon}>
              <Icon name={icon} />
            </span>
            <span className={styles.label}>{softened(t(label))}</span>
          </Link>
        ))}
    </nav>
  );
};
