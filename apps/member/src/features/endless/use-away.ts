import { type RefObject, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';

/** The place of a block of a list when the page was left. */
export type Place = {
  /** Its height, CSS pixels. */
  blockSize: number;
  /** Whether it could be seen, or nearly. */
  isNear: boolean;
};

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' &&
  value !== null &&
  'blockSize' in value &&
  typeof value.blockSize === 'number' &&
  'isNear' in value &&
  typeof value.isNear === 'boolean';

export const arePlaces = (value: unknown): value is readonly Place[] =>
  Array.isArray(value) && value.every(isPlace);

/** Positions of the blocks of a list in its scroll container; near is what is within a screen of the visible part. */
export const placesIn = (list: HTMLElement): Place[] => {
  const { top, bottom, height } = (list.closest('main') ?? document.body).getBoundingClientRect();
  return Array.from(list.children, (block) => {
    const rect = block.getBoundingClientRect();
    return { blockSize: rect.height, isNear: rect.bottom > top - height && rect.top < bottom + height };
  });
};

/** Blocks of a list that are not there, with the heights that keep their places, CSS pixels. */
type Away = ReadonlyMap<number, number>;

/** The blocks that need not be there at once when a page is shown again: those that were out of sight. */
export const awayIn = (places: readonly Place[]): Away =>
  new Map(places.flatMap(({ blockSize, isNear }, at) => (isNear ? [] : [[at, blockSize] as const])));

/** Blocks so near to sight are there at once: within a screen. */
const nearMargin = '100% 0px';
/** Blocks farther than thirty screens are not there: beyond some thousand rows, a page is slow by its sheer size. */
const reachMargin = '3000% 0px';

const without = (all: Away, gone: ReadonlySet<number>): Away =>
  new Map([...all].filter(([at]) => !gone.has(at)));

/**
 * Which blocks of a list wait, with their heights, CSS pixels: those far out of sight, which come when they come near, or
 * one by one when there is nothing else to do. A list that is shown again begins with what was in sight.
 */
export const useAway = (
  list: RefObject<HTMLElement | null>,
  { places, count }: { places: readonly Place[]; count: number },
): Away => {
  const [away, setAway] = useState(() => awayIn(places));
  const [inReach, setInReach] = useState<ReadonlySet<number>>(new Set());
  const observers = useRef<readonly IntersectionObserver[]>([]);

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const placeOf = (block: Element): number => Array.prototype.indexOf.call(element.children, block);
    const root = element.closest('main');
    const near = new IntersectionObserver(
      (entries) => {
        const come = entries.flatMap(({ isIntersecting, target }) =>
          isIntersecting ? [placeOf(target)] : [],
        );
        if (come.length > 0)
          setAway((all) => (come.some((at) => all.has(at)) ? without(all, new Set(come)) : all));
      },
      { root, rootMargin: nearMargin },
    );
    const reach = new IntersectionObserver(
      (entries) => {
        // Where one is reading stays, however far the page is scrolled.
        const gone = entries.filter(
          ({ isIntersecting, target }) => !isIntersecting && !target.contains(document.activeElement),
        );
        const leaving = gone.map(
          ({ target, boundingClientRect }) => [placeOf(target), boundingClientRect.height] as const,
        );
        if (leaving.length > 0) setAway((all) => new Map([...leaving, ...all]));
        setInReach((all) => {
          const next = new Set(all);
          for (const { isIntersecting, target } of entries) {
            if (isIntersecting) next.add(placeOf(target));
            else next.delete(placeOf(target));
          }
          return next;
        });
      },
      { root, rootMargin: reachMargin },
    );
    observers.current = [near, reach];
    return () => {
      near.disconnect();
      reach.disconnect();
    };
  }, [list]);

  // One that is observed already is left alone.
  useEffect(() => {
    const blocks = Array.from(list.current?.children ?? []).slice(0, count);
    for (const block of blocks) for (const one of observers.current) one.observe(block);
  }, [list, count]);

  useEffect(() => {
    const next = [...away.keys()].find((at) => inReach.has(at));
    if (next === undefined) return undefined;
    return whenIdle(() => setAway((all) => without(all, new Set([next]))));
  }, [away, inReach]);

  return away;
};
