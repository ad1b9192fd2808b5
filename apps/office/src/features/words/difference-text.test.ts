import fc from 'fast-check';
import { expect, test } from 'vitest';
import { difference, type TextPart } from './difference-text.tsx';

const textOf = (pieces: readonly TextPart[], but: TextPart['kind']): string =>
  pieces.flatMap(({ kind, text }) => (kind === but ? [] : [text])).join('');

const texts = fc.array(fc.constantFrom('a', 'b', ' ', 'goal ', '进球', '\n'), { maxLength: 30 });

test('what stayed and what is gone make the text before, what stayed and what is new the one after', () => {
  fc.assert(
    fc.property(texts, texts, (first, second) => {
      const [before, after] = [first.join(''), second.join('')];
      const pieces = difference(before, after);
      expect(textOf(pieces, 'new')).toBe(before);
      expect(textOf(pieces, 'gone')).toBe(after);
    }),
  );
});

test('a word that changed is the only difference', () => {
  expect(difference('Minimum stake 1.00', 'Minimum stake 2.00')).toEqual([
    { kind: 'same', text: 'Minimum stake ' },
    { kind: 'gone', text: '1.00' },
    { kind: 'new', text: '2.00' },
  ]);
});

test('the same text is one piece, no text none', () => {
  expect(difference('one two', 'one two')).toEqual([{ kind: 'same', text: 'one two' }]);
  expect(difference('', '')).toEqual([]);
});

test('texts as long as they may be are compared at once', () => {
  const long = 'word '.repeat(1_600);
  expect(difference(long, `${long}more`)).toHaveLength(2);
  expect(difference('字'.repeat(8_000), long)).not.toHaveLength(0);
});
