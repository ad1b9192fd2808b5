import { expect, test } from 'vitest';
import { currencies, currencyOf } from './currency.ts';

test('a currency is found by its exact code', () => {
  expect(currencyOf('PLAY')).toEqual({ code: 'PLAY', name: 'Play money', symbol: 'P', scale: 2 });
  expect(currencyOf('USDT')?.scale).toBe(6);
  expect(currencyOf('JPY')?.scale).toBe(0);
});

test.each(['', 'play', 'XXX', 'toString', '__proto__', 'constructor'])('%j is no currency', (code) => {
  expect(currencyOf(code)).toBeUndefined();
});

test('each entry is listed under its own code with a whole scale', () => {
  for (const [code, currency] of Object.entries(currencies)) {
    expect(currency.code).toBe(code);
    expect(currency.scale).toBeGreaterThanOrEqual(0);
    expect(Number.isInteger(currency.scale)).toBe(true);
  }
});
