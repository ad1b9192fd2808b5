import { expect, it } from 'vitest';
import { currencyOf } from './recharge-words.ts';

it.each([
  [undefined, {}, 'EUR'],
  ['10.00', { case: 'short' }, 'USDT'],
  [undefined, { case: 'wrong_currency', currency: 'JPY' }, 'JPY'],
  [undefined, { case: 'wrong_currency' }, '?'],
] as const)('with %s USDT asked for a payment of %j is in %s', (usdtAmount, payment, currency) => {
  expect(currencyOf({ usdtAmount }, payment, 'EUR')).toBe(currency);
});
