import { useEffect } from 'react';
import type { Home } from '@touchline/contract/shapes/site';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query.ts';
import { betNewsStore } from '../../lib/bet-news.ts';
import { useStore } from '../../lib/use-store.ts';
import { noticePagesKey } from '../live/inbox-patch.ts';
import { patch } from '../live/patch.ts';

const markSeen = async (): Promise<void> => {
  const { unread } = await call('noticeRead', { bets: true }, { mask: false, quiet: true });
  betNewsStore.write(0);
  patch<Home>(queryClient, ['home'], (home) => ({ ...home, unread, betNews: 0 }));
  await queryClient.invalidateQueries({ queryKey: noticePagesKey() });
};

/** Marks news of bets as read, here and in the inbox, while the page that shows the bets is open. */
export const useNewsSeen = (): void => {
  const count = useStore(betNewsStore);
  useEffect(() => {
    // When the call fails, the next visit marks it.
    if (count > 0) void markSeen().catch(() => undefined);
  }, [count]);
};
