import type { Betting } from '@touchline/contract/shapes/site';
import { asFields, asText } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';

/** Whether the house takes bets, as the stream and the answers last said. */
export const bettingStore = createStore<Betting>({
  key: 'betting',
  parse: (stored) => ({ stoppedAt: asText(asFields(stored).stoppedAt) }),
});

/** Keeps what an answer says; one of a server of the previous release says nothing. */
export const keepBetting = (answer: Betting | undefined): void => bettingStore.write(answer ?? {});
