import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsAll, piecesOf, wordsOf } from './find.ts';

const marked = (text: string, query: string) =>
  piecesOf(text, wordsOf(query))
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('');

describe('a search in help', () => {
  it('marks every place of every word in any case', () => {
    expect(marked('How do I withdraw? Withdrawals take a day.', 'WITHDRAW day')).toBe(
      'How do I [withdraw]? [Withdraw]als take a [day].',
    );
  });

  it('knows letters without their accents and vowel signs', () => {
    expect(marked('Die Auszahlung prüfen', 'prufen')).toBe('Die Auszahlung [prüfen]');
    expect(marked('كيف أُودِعُ المال', 'أودع')).toBe('كيف [أُودِعُ] المال');
  });

  it('marks whole letters where one folds to several', () => {
    expect(marked('oﬃce', 'fi')).toBe('o[ﬃ]ce');
    expect(marked('提现需要多久', '提现')).toBe('[提现]需要多久');
  });

  it('joins what overlaps', () => {
    expect(marked('abcd', 'abc bcd')).toBe('[abcd]');
    expect(marked('plain', '')).toBe('plain');
  });

  it('wants all words, in any of the texts', () => {
    expect(holdsAll(['Title', 'the body'], wordsOf('body, title'))).toBe(true);
    expect(holdsAll(['Title', 'the body'], wordsOf('body none'))).toBe(false);
    expect(wordsOf('  ')).toEqual([]);
  });

  it('loses no part of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
        const pieces = piecesOf(text, wordsOf(query));
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      }),
    );
  });
});
