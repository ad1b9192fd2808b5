import { Link } from '@tanstack/react-router';
import { useT } from '../../state/i18n.tsx';
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './home-actions.module.css';

type Props = {
  /** Notices and letters that were not read. */
  unread: number;
  isSearching: boolean;
  onSearch: () => void;
};

/** Search and notices, in the head of home. */
export const HomeActions = ({ unread, isSearching, onSearch }: Props) => {
  const t = useT();
  const name = unread > 0 ? `${t('nav.notify')}, ${t('home.unread', { count: unread })}` : t('nav.notify');
  return (
    <>
      <IconButton
        label={t('common.search')}
        icon={{ name: isSearching ? 'cross' : 'search' }}
        aria-expanded={isSearching}
        onClick={onSearch}
      />
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
