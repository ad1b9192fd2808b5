import { Link } from '@tanstack/react-router';
import { useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/button.tsx';
import styles from './frame.module.css';

type Props = {
  /** The number of unread notices and letters. */
  unread: number;
};

/** A link to the notices, with the number of unread ones. */
export const Bell = ({ unread }: Props) => {
  const t = useT();
  const name = unread > 0 ? `${t('nav.notify')}, ${t('home.unread', { count: unread })}` : t('nav.notify');
  return (
    <Link to="/pages/notify/notify" search={{}} className={`${iconButtonClass} ${styles.bell}`}>
      <Icon name="bell" />
      <span className="visually-hidden">{name}</span>
      {unread > 0 && (
        <bdi className={`figures ${styles.count}`} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </bdi>
      )}
    </Link>
  );
};
