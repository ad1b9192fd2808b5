/** A text as it is searched: without case, accents, width and vowel signs; "Straße" is "strasse", "أَلْف" is "الف". */
const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** Whether a text holds every word that is looked for. */
export const holds = (text: string, q: string): boolean => {
  const folded = fold(text);
  return fold(q)
    .split(/\s+/u)
    .every((word) => folded.includes(word));
};
