/** Where a block of a list stood when the page was left. */
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

/** Where the blocks of a list stand in what scrolls; near is what is within a screen of sight. */
export const placesIn = (list: HTMLElement): Place[] => {
  const { top, bottom, height } = (list.closest('main') ?? document.body).getBoundingClientRect();
  return Array.from(list.children, (block) => {
    const rect = block.getBoundingClientRect();
    return { blockSize: rect.height, isNear: rect.bottom > top - height && rect.top < bottom + height };
  });
};

/** Blocks of a list that are not there, with the heights that keep their places, CSS pixels. */
export type Away = ReadonlyMap<number, number>;

/** The blocks that need not be there at once when a page is shown again: those that were out of sight. */
export const awayIn = (places: readonly Place[]): Away =>
  new Map(places.flatMap(({ blockSize, isNear }, at) => (isNear ? [] : [[at, blockSize] as const])));
