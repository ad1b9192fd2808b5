import { describe, expect, it } from 'vitest';
import { decimalMark, typedText } from './typed-text.ts';

describe('the amount as shown', () => {
  it('is what was typed, half-written too', () => {
    expect(['', '0.', '12.5', '1234', '1234567.89'].map((typed) => typedText(typed, 'en'))).toEqual([
      '0',
      '0.',
      '12.5',
      '1,234',
      '1,234,567.89',
    ]);
  });

  it('is written as the language writes numbers', () => {
    expect(typedText('1234.5', 'de')).toBe('1.234,5');
    expect([decimalMark('en'), decimalMark('de'), decimalMark('ar')]).toEqual(['.', ',', '.']);
  });
});
