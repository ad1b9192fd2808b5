import { describe, expect, it } from 'vitest';
import { compactOddsText, oddsText, shortened } from './odds-display.ts';

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
    expect(compactOddsText('9.60', 'return')).toBe('860');
    expect(oddsText('9.60', 'return')).toBe('860%');
    expect(oddsText('2.35', 'decimal')).toBe('2.35');
  });
});
