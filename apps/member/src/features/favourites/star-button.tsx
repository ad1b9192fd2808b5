import { useT } from '../../shell/i18n.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFavourites } from './favourites.ts';
import { toggleFavourite } from './toggle-favourite.ts';

/** Stars a match, in the navigation bar. */
export const StarButton = ({ id }: { id: string }) => {
  const t = useT();
  const isStarred = useFavourites().includes(id);
  return (
    <IconButton
      label={isStarred ? t('event.unfavour') : t('event.favour')}
      icon={{ name: 'star' }}
      aria-pressed={isStarred}
      onClick={() => toggleFavourite(id)}
    />
  );
};
