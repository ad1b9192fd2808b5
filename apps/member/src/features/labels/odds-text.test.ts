import { describe, expect, it } from 'vitest';
import { compactOddsText, oddsText, shortened } from './odds-text.ts';

describe('a price in a narrow cell', () => {
  it('drops only what says nothing', () => {
    expect(['12.10', '101.00', '10.05', '100.00', '20'].map(shortened)).toEqual([
      '12.1',
      '101',
      '10.05',
      '100',
      '20',
    ]);
  });

  it('keeps both decimals below ten, so that a grid lines up', () => {
    expect(['9.60', '9.00', '1.005'].map(shortened)).toEqual(['9.60', '9.00', '1.005']);
  });

  it('is a rate of return without its percent sign when so chosen', () => {
    expect(compactOddsText('9.60', 'rate')).toBe('860');
    expect(oddsText('9.60', 'rate')).toBe('860%');
  });

  it('keeps what another way of writing needs', () => {
    expect(compactOddsText('101.00', 'hong_kong')).toBe('100');
    expect(compactOddsText('13.10', 'indonesian')).toBe('12.1');
    expect(compactOddsText('1.80', 'indonesian')).toBe('−1.25');
    expect(compactOddsText('101.00', 'malay')).toBe('−0.01');
  });
});

describe('a price in full', () => {
  it.each([
    ['decimal', '2.35'],
    ['rate', '135%'],
    ['fractional', '27/20'],
    ['american', '+135'],
    ['hong_kong', '1.35'],
    ['malay', '−0.741'],
    ['indonesian', '1.35'],
  ] as const)('is written %s as %s', (format, text) => {
    expect(oddsText('2.35', format)).toBe(text);
  });

  it('stays decimal where many legs make it longer than any price', () => {
    expect(oddsText('12345678.90', 'rate')).toBe('12,345,678.90');
  });

  it('has no thousands separator as American odds, above evens and below', () => {
    expect(['501.00', '1.01'].map((odds) => oddsText(odds, 'american'))).toEqual(['+50000', '−10000']);
    expect(['501.00', '1.01'].map((odds) => compactOddsText(odds, 'american'))).toEqual(['+50000', '−10000']);
  });

  it('bears a true minus, and odds that are none stay as they are', () => {
    expect(oddsText('1.80', 'american')).toBe('−125');
    expect(oddsText('x', 'malay')).toBe('x');
  });
});
