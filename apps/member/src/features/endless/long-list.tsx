import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { usePageNote } from '../../lib/page-memory.ts';
import styles from './endless.module.css';
import { arePlaces, type Place, placesIn, useAway } from './use-away.ts';

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
