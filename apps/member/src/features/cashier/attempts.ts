import { newKey } from '@touchline/client/new-key';
import { asFields, asText } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';

/** What was last asked for and not yet answered, by call: the key, and what it asks. */
type Attempts = Readonly<Record<string, { key: string; asks: string }>>;

const parseAttempts = (stored: unknown): Attempts =>
  Object.fromEntries(
    Object.entries(asFields(stored)).flatMap(([name, attempt]) => {
      const { key, asks } = asFields(attempt);
      const [keyText, asksText] = [asText(key), asText(asks)];
      return keyText === undefined || asksText === undefined
        ? []
        : [[name, { key: keyText, asks: asksText }]];
    }),
  );

const store = createStore<Attempts>({ key: 'cashier-attempts', parse: parseAttempts });

/**
 * The key to send a request of the cashier under: that of the last attempt when it asked for the same and was never
 * answered, also after a reload, else a new one. So the same request is carried out once however often it is sent.
 */
export const keyFor = (name: 'recharge' | 'withdrawal', wish: object): string => {
  const asks = JSON.stringify(wish);
  const known = store.read()[name];
  if (known?.asks === asks) return known.key;
  const key = newKey();
  store.write({ ...store.read(), [name]: { key, asks } });
  return key;
};

/** An attempt was answered, one way or the other: the next is another one. */
export const answered = (name: 'recharge' | 'withdrawal'): void => {
  const { [name]: _, ...rest } = store.read();
  store.write(rest);
};
