import type { Betting } from '@touchline/contract/shapes/site';
import { asFields, asText } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';

/** Whether the house takes bets, as the stream and the answers last said. */
export const bettingStore = createStore<Betting>({
  key: 'betting',
  parse: (stored) => ({ stoppedAt: asText(asFields(stored).stoppedAt) }),
});
