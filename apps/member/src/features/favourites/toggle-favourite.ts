import { translate } from '../../shell/i18n.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { favouritesStore } from './favourites.ts';

/** As many as one can look through; the oldest makes room. */
const most = 40;

/** Stars a match, or takes its star away; that can be undone for a moment. */
export const toggleFavourite = (id: string): void => {
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
