import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useChannelName } from '../../words/channel-name.ts';
import { useRechargeWords } from './recharge-words.ts';

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
