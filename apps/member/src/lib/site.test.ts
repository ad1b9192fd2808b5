import { describe, expect, it } from 'vitest';
import { countries } from '@touchline/locales/gen/countries.gen';
import { matchCountry } from './site.ts';

const listed = countries.map((country) => ({ ...country, allowed: true }));
const isoOf = (code: string) => matchCountry(listed, code)?.iso;

describe('the country of a calling code', () => {
  it.each([
    ['49', 'DE'],
    ['+44', 'GB'],
    ['1', 'US'],
    ['7', 'RU'],
    ['39', 'IT'],
    ['47', 'NO'],
    ['61', 'AU'],
    ['212', 'MA'],
    ['358', 'FI'],
  ])('%s is %s', (code, iso) => {
    expect(isoOf(code)).toBe(iso);
  });

  it('is unknown for a code that no country has', () => {
    expect(isoOf('999')).toBeUndefined();
    expect(isoOf('')).toBeUndefined();
  });
});
