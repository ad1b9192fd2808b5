import { Link } from '@tanstack/react-router';
import { useT } from '../../state/i18n.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './home-actions.module.css';

type Props = {
  /** Notices and letters that were not read. */
  unread: number;
};

/** Search and notices, in the head of home. */
export const HomeActions = ({ unread }: Props) => {
  const t = useT();
  const name = unread > 0 ? `${t('nav.notify')}, ${t('home.unread', { count: unread })}` : t('nav.notify');
  return (
    <>
      <Link to="/pages/search/search" search={{}} className={iconButtonClass} aria-label={t('common.search')}>
        <Icon name="search" />
      </Link>
      <Link to="/pages/notify/notify" search={{}} className={`${iconButtonClass} ${styles.bell}`}>
        <Icon name="bell" />
        <span className="visually-hidden">{name}</span>
        {unread > 0 && (
          <bdi className={`figures ${styles.count}`} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </bdi>
        )}
      </Link>
    </>
  );
};
