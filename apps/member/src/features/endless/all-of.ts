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
