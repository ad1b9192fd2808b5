import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useChannelName } from '../../features/words/channel-name.ts';
import { currencyOf, useRechargeWords } from './recharge-words.ts';

test.each([
  [undefined, {}, 'EUR'],
  ['10.00', { case: 'short' }, 'USDT'],
  [undefined, { case: 'wrong_currency', currency: 'JPY' }, 'JPY'],
  [undefined, { case: 'wrong_currency' }, '?'],
] as const)('with %s USDT asked for a payment of %j is in %s', (usdtAmount, payment, currency) => {
  expect(currencyOf({ usdtAmount }, payment, 'EUR')).toBe(currency);
});

test('the columns of recharges can stay while a page renders again: their words are the same', () => {
  const seen: unknown[][] = [];
  const Columns = () => {
    const [renders, setRenders] = useState(1);
    seen.push([useRechargeWords(), useChannelName()]);
    if (renders < 3) setRenders(renders + 1);
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Columns)));
  const [words, channelName] = seen[0] ?? [];
  expect(seen).toHaveLength(3);
  for (const [laterWords, laterName] of seen) {
    expect(laterWords).toBe(words);
    expect(laterName).toBe(channelName);
  }
});
