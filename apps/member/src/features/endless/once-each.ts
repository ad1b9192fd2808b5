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
