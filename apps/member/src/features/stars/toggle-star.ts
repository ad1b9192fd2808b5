import { translate } from '../../lib/i18n.tsx';
import { showToast } from '../../lib/toasts.ts';
import { starsStore } from './stars.ts';

/** As many as the server keeps; the oldest makes room. */
const most = 200;

/**
 * Stars something, or removes its star; a message offers to undo that.
 * @param more offers what else can be starred, once it has a star
 */
export const toggleStar = (star: string, more?: { label: string; run: () => void }): void => {
  const stars = starsStore.read();
  if (!stars.includes(star)) {
    starsStore.write([star, ...stars].slice(0, most));
    if (more) showToast(translate('event.favoured'), more);
    return;
  }
  const rest = stars.filter((other) => other !== star);
  starsStore.write(rest);
  showToast(translate('event.unfavoured'), {
    label: translate('common.undo'),
    run: () => {
      if (starsStore.read() === rest) starsStore.write(stars);
    },
  });
};
