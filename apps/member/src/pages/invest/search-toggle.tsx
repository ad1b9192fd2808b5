import { useT } from '../../state/i18n.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** Opens and closes the search, in the navigation bar. */
export const SearchToggle = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => {
  const t = useT();
  return (
    <IconButton
      label={t('common.search')}
      icon={{ name: isOpen ? 'cross' : 'search' }}
      aria-expanded={isOpen}
      onClick={onToggle}
    />
  );
};
