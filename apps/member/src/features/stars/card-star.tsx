import { useT } from '../../lib/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useStars } from './stars.ts';
import { toggleStar } from './toggle-star.ts';

/** The star of a match, on its card; its label says whether a tap adds or removes it. */
export const CardStar = ({ id, name }: { id: string; name: string }) => {
  const t = useT();
  const isStarred = useStars().includes(id);
  return (
    <IconButton
      label={`${isStarred ? t('event.unfavour') : t('event.favour')}, ${name}`}
      icon={{ name: 'star', size: 'small' }}
      data-on={isStarred}
      onClick={() => toggleStar(id)}
    />
  );
};
