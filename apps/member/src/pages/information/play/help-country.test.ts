import { describe, expect, it } from 'vitest';
import { helpCountry } from './help-country.ts';

const countries = [
  { iso: 'DE', code: '49' },
  { iso: 'GB', code: '44' },
];

describe('the country of the help lines', () => {
  it('is that of the phone number, with a plus or without', () => {
    expect(helpCountry(countries, '44', '49')).toBe('GB');
    expect(helpCountry(countries, '+44', '49')).toBe('GB');
  });

  it('is that of the site for members without a number, or with one of nowhere', () => {
    expect(helpCountry(countries, undefined, '+49')).toBe('DE');
    expect(helpCountry(countries, '999', '49')).toBe('DE');
  });

  it('is open where neither is known', () => {
    expect(helpCountry(countries, undefined, '')).toBeUndefined();
  });
});
