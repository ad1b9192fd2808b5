import { parseAmount } from '@touchline/money/amount';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalMark, keyOfKeyboard, type PadKey, pressKey, typedMinor, typedText } from './keypad.ts';

const type = (keys: string, scale = 2, from = ''): string =>
  keys.split('').reduce((text, name) => {
    const key = name === '<' ? keyOfKeyboard('Backspace') : keyOfKeyboard(name);
    return key === undefined ? text : pressKey(text, key, scale);
  }, from);

describe('the number pad', () => {
  it('writes what is typed', () => {
    expect(type('12.5')).toBe('12.5');
    expect(type('0.05')).toBe('0.05');
  });

  it('starts a fraction with a zero and drops a leading one', () => {
    expect(type('.5')).toBe('0.5');
    expect(type('07')).toBe('7');
    expect(type('00')).toBe('0');
  });

  it('takes no more decimals than the currency has', () => {
    expect(type('1.234')).toBe('1.23');
    expect(type('1.2345678', 6)).toBe('1.234567');
    expect(type('1.5', 0)).toBe('15');
  });

  it('takes one point and at most seven whole digits', () => {
    expect(type('1.2.3')).toBe('1.23');
    expect(type('123456789')).toBe('1234567');
  });

  it('rubs out from the end, a lone "0." at once', () => {
    expect(type('12.5<')).toBe('12.');
    expect(type('12.5<<')).toBe('12');
    expect(type('.<')).toBe('');
    expect(type('<')).toBe('');
  });

  it('adds quick amounts to what is there', () => {
    expect(pressKey('', { kind: 'add', units: 5 }, 2)).toBe('5');
    expect(pressKey('2.5', { kind: 'add', units: 20 }, 2)).toBe('22.50');
    expect(pressKey('3.', { kind: 'add', units: 50 }, 2)).toBe('53');
    expect(pressKey('9999999', { kind: 'add', units: 5 }, 2)).toBe('9999999');
  });

  it('writes a whole amount in place of what is there', () => {
    expect(pressKey('7', { kind: 'write', amount: '487.50' }, 2)).toBe('487.50');
    expect(pressKey('7', { kind: 'write', amount: '25.00' }, 2)).toBe('25');
    expect(pressKey('7', { kind: 'write', amount: '0.00' }, 2)).toBe('');
    expect(pressKey('7', { kind: 'write', amount: '12345678.00' }, 2)).toBe('7');
  });

  it('clears', () => {
    expect(pressKey('12.5', { kind: 'clear' }, 2)).toBe('');
  });

  it.each(['٢٥٫٤٠', '۲۵٫۴۰', '२५.४०', '２５．４０', '25,40', '২৫.৪০'])('takes the keys %s', (keys) => {
    const typed = Array.from(keys).reduce((text, name) => {
      const key = keyOfKeyboard(name);
      return key === undefined ? text : pressKey(text, key, 2);
    }, '');
    expect(typed).toBe('25.40');
  });

  it('knows the keys of a keyboard, a comma as point', () => {
    expect(keyOfKeyboard(',')).toEqual({ kind: 'point' });
    expect(keyOfKeyboard('Delete')).toEqual({ kind: 'clear' });
    expect(keyOfKeyboard('x')).toBeUndefined();
    expect(keyOfKeyboard('½')).toBeUndefined();
    expect(keyOfKeyboard('F1')).toBeUndefined();
  });

  it('can never be brought to a text that is not an amount', () => {
    const key: fc.Arbitrary<PadKey> = fc.oneof(
      fc.integer({ min: 0, max: 9 }).map((n): PadKey => ({ kind: 'digit', digit: String(n) })),
      fc.constantFrom<PadKey>({ kind: 'point' }, { kind: 'back' }, { kind: 'clear' }),
      fc.constantFrom(5, 20, 50).map((units): PadKey => ({ kind: 'add', units })),
      fc.constantFrom('0', '12', '9999999', '0.5').map((amount): PadKey => ({ kind: 'write', amount })),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), fc.constantFrom(0, 2, 3, 6), (keys, scale) => {
        const text = keys.reduce((so, next) => pressKey(so, next, scale), '');
        expect(typedMinor(text, scale)).toBe(parseAmount(text.replace(/\.$/, ''), scale));
        expect(typedMinor(text, scale) === undefined).toBe(text === '');
      }),
    );
  });
});

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
