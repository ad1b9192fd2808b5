export type Page<T> = { list: T[]; total: number };
export type Pages<T> = { pages: Page<T>[]; pageParams: unknown[] };

/**
 * Loaded pages of a list, newest first, after one item changed: replaced in place, or put on top when it is new.
 * An item further down than is loaded comes with its page.
 */
export function withItem<T extends { id: string }, P extends Pages<T>>(
  data: P,
  item: T,
  begunAt: (item: T) => string,
): P {
  const isKnown = data.pages.some(({ list }) => list.some(({ id }) => id === item.id));
  const isOlder =
    data.pages.some(({ list }) => list.some((known) => begunAt(known) > begunAt(item))) && !isKnown;
  if (isOlder) return data;
  return {
    ...data,
    pages: data.pages.map((page, at) => {
      if (isKnown) return { ...page, list: page.list.map((known) => (known.id === item.id ? item : known)) };
      return at === 0
        ? { ...page, total: page.total + 1, list: [item, ...page.list] }
        : { ...page, total: page.total + 1 };
    }),
  };
}
