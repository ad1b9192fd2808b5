import { describe, expect, it } from 'vitest';
import { maskedNumber } from './masked-number.ts';

describe('a number as its owner recognises it', () => {
  it('shows the last four digits', () => {
    expect(maskedNumber('49', '15112345678')).toBe('+49 •••••••5678');
  });
  it('shows a short one whole', () => {
    expect(maskedNumber('1', '123')).toBe('+1 123');
  });
});
