/** How a name is compared: without accents, case and typographic signs; a decimal comma is a point, a score's colon a dash. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}|[\u2060\u2066-\u2069]/gu, '')
    .replaceAll(/[−–:]/g, '-')
    .replaceAll(/(\d),(\d)/g, '$1.$2')
    .toLocaleLowerCase();

/**
 * Those of a list whose names hold every word that is looked for, each as part of any name; all of them when
 * nothing is.
 * @param namesOf the names an item goes by
 */
export const matching = <T>(
  items: readonly T[],
  query: string,
  namesOf: (item: T) => readonly string[],
): T[] => {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  return items.filter((item) => {
    const names = plain(namesOf(item).join('\n'));
    return words.every((word) => names.includes(word));
  });
};
