import { useT } from '../../shell/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './search-toggle.module.css';

/** Opens and closes the search, in the navigation bar. */
export const SearchToggle = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => {
  const t = useT();
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-label={t('common.search')}
      onClick={onToggle}
    >
      <Icon name={isOpen ? 'cross' : 'search'} />
    </button>
  );
};
