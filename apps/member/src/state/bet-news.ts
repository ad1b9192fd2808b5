import { asNumber } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';

/** How many messages about what bets have come to the member has not seen: the badge at the records. */
export const betNewsStore = createStore<number>({
  key: 'bet-news',
  parse: (stored) => asNumber(stored) ?? 0,
});
