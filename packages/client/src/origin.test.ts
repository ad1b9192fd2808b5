import { describe, expect, it } from 'vitest';
import { apiOrigin } from './origin.ts';

const originOf = (address: string): string => apiOrigin(new URL(address));

describe('the API of a page', () => {
  it.each([
    ['https://touchline.example/', 'https://api.touchline.example'],
    ['http://www.touchline.example:8080/x', 'http://api.www.touchline.example:8080'],
  ])('%s answers under api.', (page, api) => {
    expect(originOf(page)).toBe(api);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'https://10.0.0.7', 'http://[::1]:3000'])(
    '%s answers itself',
    (page) => {
      expect(originOf(page)).toBe(page);
    },
  );
});
