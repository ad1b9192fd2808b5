import type { Event } from '@touchline/contract/shapes/football';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useT } from '../../lib/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { starOf, type StarKind, useStars } from './stars.ts';
import { toggleStar } from './toggle-star.ts';

const StarSheet = lazyPart(async () => (await import('./star-sheet.tsx')).StarSheet);

type Props = {
  /** What is starred: a match unless said. */
  kind?: StarKind;
  id: string;
  /** The match: its teams and its competition are offered too. */
  event?: Event;
};

/** Stars a match, a team or a competition, in the navigation bar. */
export const StarButton = ({ kind = 'match', id, event }: Props) => {
  const t = useT();
  const star = starOf(kind, id);
  const isStarred = useStars().includes(star);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const openMore = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton
        label={isStarred ? t('event.unfavour') : t('event.favour')}
        icon={{ name: 'star' }}
        aria-pressed={isStarred}
        onClick={() => toggleStar(star, event && { label: t('event.favourMore'), run: openMore })}
      />
      {wasOpened && event !== undefined && (
        <Suspense>
          <StarSheet event={event} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
