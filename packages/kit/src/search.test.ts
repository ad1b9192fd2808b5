import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, searchOf, stringifySearch } from './search.ts';

describe('the query string of a page', () => {
  it('is texts only', () => {
    expect(parseSearch('?code=1e5&yes=true&id=007')).toEqual({ code: '1e5', yes: 'true', id: '007' });
    expect(searchOf({ id: '7', n: 7, gone: undefined })).toEqual({ id: '7' });
  });

  it('comes back as it went out', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !Object.hasOwn(Object.prototype, text));
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (search) => {
        expect({ ...parseSearch(stringifySearch(search)) }).toEqual({ ...search });
      }),
    );
  });

  it('is empty without values', () => {
    expect(stringifySearch({})).toBe('');
    expect(stringifySearch({ id: undefined })).toBe('');
  });
});
