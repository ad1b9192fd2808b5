import styles from './words.module.css';

/** A piece of two texts: in both, only in the one before, or only in the one after. */
export type TextPart = { kind: 'same' | 'gone' | 'new'; text: string };

/** The most words of each that are compared one by one; longer texts count as replaced as a whole. */
const wordsMax = 2_000;

const words = (text: string): string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].map(({ segment }) => segment);

/** Neighbours of one kind as one piece. */
const joined = (pieces: readonly TextPart[]): TextPart[] => {
  const all: TextPart[] = [];
  for (const { kind, text } of pieces) {
    const last = all.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') all.push({ kind, text });
  }
  return all;
};

/** How long the longest common part of the words from `a` and from `b` on is. */
const commonLengths = (before: readonly string[], after: readonly string[]): Uint16Array[] => {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let a = before.length - 1; a >= 0; a--) {
    for (let b = after.length - 1; b >= 0; b--) {
      const row = rows[a];
      if (row === undefined) continue;
      const longer = Math.max(rows[a + 1]?.[b] ?? 0, row[b + 1] ?? 0);
      row[b] = before[a] === after[b] ? (rows[a + 1]?.[b + 1] ?? 0) + 1 : longer;
    }
  }
  return rows;
};

/** What changed from one text to another, word by word. */
export const difference = (before: string, after: string): TextPart[] => {
  const [old, next] = [words(before), words(after)];
  if (old.length > wordsMax || next.length > wordsMax) {
    if (before === after) return joined([{ kind: 'same', text: before }]);
    return joined([
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ]);
  }
  const lengths = commonLengths(old, next);
  const pieces: TextPart[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < next.length) {
    const isSame = a < old.length && b < next.length && old[a] === next[b];
    if (isSame) pieces.push({ kind: 'same', text: old[a++] ?? '' });
    else if (
      b >= next.length ||
      (a < old.length && (lengths[a + 1]?.[b] ?? 0) >= (lengths[a]?.[b + 1] ?? 0))
    ) {
      pieces.push({ kind: 'gone', text: old[a++] ?? '' });
    } else pieces.push({ kind: 'new', text: next[b++] ?? '' });
    if (isSame) b++;
  }
  return joined(pieces);
};

/** A text with what is gone struck through and what is new underlined. */
export const DifferenceText = ({ before, after, lan }: { before: string; after: string; lan?: string }) => (
  <p className={styles.difference} lang={lan} dir="auto">
    {difference(before, after).map(({ kind, text }, at) => {
      const key = `${at} ${kind}`;
      if (kind === 'gone') return <del key={key}>{text}</del>;
      return kind === 'new' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>;
    })}
  </p>
);
