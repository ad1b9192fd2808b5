import { type ReactNode, useLayoutEffect, useMemo, useRef, type RefObject, useEffect, useState } from 'react';
import { usePageNote } from '../../lib/page-memory.ts';
import styles from './endless.module.css';
import { whenIdle } from '../../lib/when-seen.ts';

type Props<T> = {
  /** Names the list within its page. */
  name: string;
  /** Whether the page is a tab. */
  isTab?: boolean;
  /** The items page by page; a page that has not changed is the same list as before. */
  blocks: readonly (readonly T[])[];
  /** An item with its key; the same function as long as it shows the same. */
  row: (item: T) => ReactNode;
  /** Rows of lists, cards with room between them, or sections with a little more. */
  kind: 'rows' | 'cards' | 'sections';
};

const kindClasses = { rows: styles.rows, cards: styles.cards, sections: styles.sections } as const;

/**
 * A list of thousands in blocks. Only blocks that changed render, only those in sight are laid out and drawn; those some
 * screens around stay in the page, so that they can be searched and read out, and beyond them only their heights. Coming
 * back, those that were in sight are there at once.
 */
export const LongList = <T,>({ name, isTab = false, blocks, row, kind }: Props<T>) => {
  const list = useRef<HTMLDivElement>(null);
  const [places = [], leave] = usePageNote(`places ${name}`, { isTab, accepts: arePlaces });
  const away = useAway(list, { places, count: blocks.length });
  useLayoutEffect(() => {
    const element = list.current;
    return () => {
      if (element) leave(placesIn(element));
    };
  }, [leave]);
  return (
    <div ref={list} className={kindClasses[kind]}>
      {blocks.map((items, at) => (
        <Block
          // Pages have no name but their number.
          key={blockKey(at)}
          waits={away.get(at)}
          place={places[at]}
          items={items}
          row={row}
          kind={kind}
        />
      ))}
    </div>
  );
};

const blockKey = (at: number): string => `block ${at}`;

type BlockProps<T> = Pick<Props<T>, 'row' | 'kind'> & {
  items: readonly T[];
  /** The height that keeps its place while it is not there. */
  waits: number | undefined;
  place: Place | undefined;
};

const Block = <T,>({ items, row, kind, waits, place }: BlockProps<T>) => {
  const isAway = waits !== undefined;
  const rows = useMemo(() => (isAway ? [] : items.map(row)), [isAway, items, row]);
  const Tag = kind === 'rows' ? 'ul' : 'div';
  return (
    <Tag className={styles.block} style={sizeOf(waits, place)}>
      {rows}
    </Tag>
  );
};

/** What waits is as high as it was; what is there only until it has been seen again. */
const sizeOf = (waits: number | undefined, place: Place | undefined) => {
  if (waits !== undefined) return { blockSize: `${waits}px` };
  return place && { containIntrinsicBlockSize: `auto ${place.blockSize}px` };
};

/** The place of a block of a list when the page was left. */
type Place = {
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
const placesIn = (list: HTMLElement): Place[] => {
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
const useAway = (
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
