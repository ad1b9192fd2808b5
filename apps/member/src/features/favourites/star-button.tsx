import { useT } from '../../shell/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toggleFavourite, useFavourites } from './favourites.ts';
import styles from './star-button.module.css';

/** Stars a match, in the navigation bar. */
export const StarButton = ({ id }: { id: string }) => {
  const t = useT();
  const isStarred = useFavourites().includes(id);
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={isStarred ? t('event.unfavour') : t('event.favour')}
      onClick={() => toggleFavourite(id)}
    >
      <Icon name="star" />
    </button>
  );
};
