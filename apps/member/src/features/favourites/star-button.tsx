import { translate, useT } from '../../state/i18n.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../state/toasts.ts';
import { favouritesStore, useFavourites } from './favourites.ts';

/** As many as one can look through; the oldest makes room. */
const most = 40;

/** Stars a match, or takes its star away; that can be undone for a moment. */
const toggleFavourite = (id: string): void => {
  const ids = favouritesStore.read();
  if (!ids.includes(id)) {
    favouritesStore.write([id, ...ids].slice(0, most));
    return;
  }
  const rest = ids.filter((other) => other !== id);
  favouritesStore.write(rest);
  showToast(translate('event.unfavoured'), {
    label: translate('common.undo'),
    run: () => {
      if (favouritesStore.read() === rest) favouritesStore.write(ids);
    },
  });
};

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
