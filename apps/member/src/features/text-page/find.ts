import { foundBy, searchFold } from '@touchline/kit/fold';

/** A piece of a text, and whether it is one that was searched for. */
export type TextPiece = { text: string; hit: boolean };

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The letters of a text, each with its accents and vowel signs. */
const lettersOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

/** The words of a query, as they are compared. */
export const wordsOf = (query: string): string[] =>
  searchFold(query)
    .split(/[\s\p{P}]+/u)
    .filter((word) => word !== '');

/** Whether the texts contain every word. */
export const holdsAll = (texts: readonly string[], words: readonly string[]): boolean => {
  const spellings = foundBy(texts.join('\n'));
  return words.every((word) => spellings.some((spelling) => spelling.includes(word)));
};

/** The text in pieces, those that a word is found in marked. Joined again they are the text. */
export const piecesOf = (text: string, words: readonly string[]): TextPiece[] => {
  const letters = lettersOf(text);
  // Where in `letters` each compared character comes from: one may fold to several, or to none.
  const origins = letters.flatMap((letter, at) =>
    Array.from({ length: searchFold(letter).length }, () => at),
  );
  const plain = letters.map(searchFold).join('');
  const hits = new Set<number>();
  for (const word of words) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
      for (const origin of origins.slice(at, at + word.length)) hits.add(origin);
    }
  }
  const pieces: TextPiece[] = [];
  letters.forEach((letter, at) => {
    const hit = hits.has(at);
    const last = pieces.at(-1);
    if (last?.hit === hit) last.text += letter;
    else pieces.push({ text: letter, hit });
  });
  return pieces;
};
