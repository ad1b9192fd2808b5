import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';

type Props = {
  hasMore: boolean;
  isFetching: boolean;
  onMore: () => unknown;
  /** The shape of what is coming. */
  children: ReactNode;
};

/**
 * The end of a list that continues: coming within a screen of sight fetches the next page; the button does it by hand.
 */
export const Endless = ({ hasMore, isFetching, onMore, children }: Props) => {
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  const isWaiting = hasMore && !isFetching;
  useEffect(() => {
    const element = end.current;
    if (!element || !isWaiting) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      { root: element.closest('main'), rootMargin: '0px 0px 100% 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWaiting]);

  if (isFetching) return <>{children}</>;
  if (!hasMore) return null;
  return (
    <div ref={end}>
      <Button tone="plain" onClick={() => void onMore()}>
        {t('common.more')}
      </Button>
    </div>
  );
};
