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

/**
 * The items of all loaded pages, each once: when the list grows at its top while one reads, the next page begins
 * with what the last one ended with.
 */
export const allOf = <T extends { id: string }>(pages: readonly { list: readonly T[] }[]): T[] => {
  const items = new Map<string, T>();
  for (const { list } of pages) {
    for (const item of list) if (!items.has(item.id)) items.set(item.id, item);
  }
  return [...items.values()];
};

/**
 * The items of each loaded page, all once: when the list grows at its top while one reads, the next page begins with what
 * the last one ended with. A page that repeats nothing is its own list, so that it does not render again.
 */
export const onceEach = <T extends { id: string }>(
  pages: readonly { list: readonly T[] }[],
): (readonly T[])[] => {
  const seen = new Set<string>();
  return pages.map(({ list }) => {
    const fresh = list.filter(({ id }) => !seen.has(id) && seen.add(id));
    return fresh.length === list.length ? list : fresh;
  });
};

/** Rows of a block: a few screens. */
const blockLength = 50;

/** A list in blocks of an even length, for lists whose pages are not theirs. */
export const inBlocks = <T,>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / blockLength) }, (_, at) =>
    items.slice(at * blockLength, (at + 1) * blockLength),
  );
