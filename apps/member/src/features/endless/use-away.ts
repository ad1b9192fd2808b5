import { type RefObject, useEffect, useState } from 'react';
import { whenIdle } from '../../shell/when-idle.ts';
import { awayIn, type Place } from './places.ts';

const without = (all: ReadonlySet<number>, gone: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...all].filter((at) => !gone.has(at)));

/**
 * Which blocks of a list that is shown again still wait: those that were out of sight come when they come near, and the
 * others one by one when there is nothing else to do, so that all of them can be searched and read out.
 */
export const useAway = (
  list: RefObject<HTMLElement | null>,
  places: readonly Place[],
): ReadonlySet<number> => {
  const [away, setAway] = useState(() => awayIn(places));
  const waits = away.size > 0;

  useEffect(() => {
    const element = list.current;
    if (!element || !waits) return undefined;
    const blocks = [...element.children];
    const observer = new IntersectionObserver(
      (entries) => {
        const near = new Set(
          entries.flatMap((one) => (one.isIntersecting ? [blocks.indexOf(one.target)] : [])),
        );
        if (near.size > 0) setAway((all) => without(all, near));
      },
      { root: element.closest('main'), rootMargin: '100% 0px' },
    );
    for (const block of blocks) observer.observe(block);
    return () => observer.disconnect();
  }, [list, waits]);

  useEffect(() => {
    const [next] = away;
    if (next === undefined) return undefined;
    return whenIdle(() => setAway((all) => without(all, new Set([next]))));
  }, [away]);

  return away;
};
