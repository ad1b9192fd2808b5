import { asNumber } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';

/** The number of unseen messages about bets, for the badge at the records. */
export const betNewsStore = createStore<number>({
  key: 'bet-news',
  parse: (stored) => asNumber(stored) ?? 0,
});
