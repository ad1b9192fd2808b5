import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useT } from '../state/i18n.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './choice-list.module.css';

const places = [
  { to: '/pages/information/information', icon: 'person', label: 'nav.mine' },
  { to: '/pages/recharge/recharge', icon: 'plus', label: 'nav.recharge' },
  { to: '/pages/information/withdraw', icon: 'upTo', label: 'nav.withdraw' },
  { to: '/pages/information/turnover', icon: 'reload', label: 'nav.turnover' },
  { to: '/pages/traderecord/traderecord', icon: 'wallet', label: 'nav.traderecord' },
  { to: '/pages/information/statement', icon: 'chart', label: 'nav.statement' },
  { to: '/pages/information/bank', icon: 'bank', label: 'nav.bank' },
  { to: '/pages/information/editinfo', icon: 'card', label: 'nav.editinfo' },
  { to: '/pages/information/security', icon: 'lock', label: 'nav.security' },
  { to: '/pages/information/play', icon: 'shield', label: 'nav.play' },
  { to: '/pages/information/levels', icon: 'medal', label: 'rewards.levels' },
  { to: '/pages/checkin/checkin', icon: 'calendar', label: 'rewards.checkIn' },
  { to: '/pages/information/proofs', icon: 'check', label: 'proof.title' },
  { to: '/pages/notify/notify', icon: 'bell', label: 'nav.notify' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

/** The pages of the account, next to each of them. */
export const AccountMenu = ({ pathname }: { pathname: string }) => {
  const t = useT();
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {t('tab.mine')}
      </h2>
      <ul data-arrows="account">
        {places.map(({ to, icon, label }) => (
          <li key={to}>
            <Link
              to={to}
              search={{}}
              className={styles.choice}
              aria-current={pathname === to ? 'page' : undefined}
            >
              <Icon name={icon} size="small" />
              <span className={styles.label}>{t(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
