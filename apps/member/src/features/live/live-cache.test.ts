import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Live } from '@touchline/client/live';
import type { LiveKind, LiveMessages } from '@touchline/contract/shapes/live';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNewestEvents } from '../../api/newest-events.ts';
import { followLive } from './live-cache.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A stream that says what a test has it say. */
const stream = () => {
  const listeners = new Map<string, ((message: never) => void)[]>();
  const live: Pick<Live, 'subscribe'> = {
    subscribe: (kind, listener) => {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
      return () => undefined;
    },
  };
  const say = <K extends LiveKind>(kind: K, message: LiveMessages[K]): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the listeners of this kind
    for (const listener of listeners.get(kind) ?? []) (listener as (one: LiveMessages[K]) => void)(message);
  };
  return { live, say };
};

it('asks again what is offered for open bets once one of their matches has moved, and for no other match', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const { live, say } = stream();
  let asked = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['cashOutOffers', {}],
    queryFn: () => {
      asked += 1;
      return Promise.resolve({ list: [{ bet: 'b', events: ['own'], offer: '12.00' }], total: 1 });
    },
  });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what following uses of a stream
  const unfollow = followLive(live as Live, client, createNewestEvents());
  expect(asked).toBe(1);
  say('price', { event: 'other', markets: [] });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toBe(1);
  for (let n = 0; n < 5; n++) say('price', { event: 'own', markets: [] });
  say('price', { event: 'other', markets: [] });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toBe(2);
  unfollow();
  stop();
});
