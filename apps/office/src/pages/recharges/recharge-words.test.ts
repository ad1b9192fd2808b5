import { expect, it } from 'vitest';
import { currencyOf } from './recharge-words.ts';

it.each([
  [undefined, undefined, 'EUR'],
  ['10.00', 'short', 'USDT'],
  [undefined, 'wrong_currency', '?'],
] as const)('with %s USDT asked for and the case %s a payment is in %s', (usdtAmount, unusual, currency) => {
  expect(currencyOf({ usdtAmount }, { case: unusual }, 'EUR')).toBe(currency);
});
