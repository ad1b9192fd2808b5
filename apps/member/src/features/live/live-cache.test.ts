import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Live } from '@touchline/client/live';
import type { LiveKind, LiveMessages } from '@touchline/contract/shapes/live';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNewestEvents } from '../../lib/newest-events.ts';
import { catchUp, followLive, withItem } from './live-cache.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A stream that sends what a test makes it send. */
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

/** A shown answer, which counts how often it is asked for. */
const shown = async (client: QueryClient, queryKey: readonly unknown[], answer: unknown) => {
  const query = vi.fn<() => Promise<unknown>>(() => Promise.resolve(answer));
  const stop = new QueryObserver(client, { queryKey, queryFn: query }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return { asked: () => query.mock.calls.length, stop };
};

const progress = (id: string): LiveMessages['event'] => ({
  id,
  version: 1,
  state: 'scheduled',
  minute: '',
  score: {},
  redCards: { home: 0, away: 0 },
  live: false,
  kickOff: '2026-03-01T15:00:00.000Z',
});

it('fetches a home without matches again when matches are announced, once for many, and never one that has some', async () => {
  for (const [next, times] of [
    [[], 2],
    [[{ ...progress('known'), markets: [] }], 1],
  ] as const) {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
    const { live, say } = stream();
    const home = await shown(client, ['home', {}], { live: [], next });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what following uses of a stream
    const unfollow = followLive(live as Live, client, createNewestEvents());
    for (let n = 0; n < 300; n++) say('event', progress(`new ${n}`));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(home.asked()).toBe(times);
    unfollow();
    home.stop();
  }
});

it('catches up with what messages keep in step, and with nothing else', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const home = await shown(client, ['home', {}], { live: [], next: [] });
  const help = await shown(client, ['helpList'], { list: [] });
  await catchUp(client);
  expect([home.asked(), help.asked()]).toEqual([2, 1]);
  home.stop();
  help.stop();
});

it('keeps a goal in the history of a match, though a server that lags behind does not know it', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const { live, say } = stream();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what following uses of a stream
  const unfollow = followLive(live as Live, client, createNewestEvents());
  const at = (version: number, home: number): LiveMessages['event'] => ({
    ...progress('match'),
    version,
    state: 'live',
    live: true,
    score: { ft: { home, away: 0 } },
  });
  const goal = (home: number) => ({
    kind: 'goal',
    at: '2026-03-01T15:10:00.000Z',
    side: 'home',
    score: { home, away: 0 },
  });
  const answer = { ...at(1, 1), marketCount: 0, markets: [], history: [goal(1)] };
  const queryKey = ['eventDetail', { id: 'match' }];
  const match = await shown(client, queryKey, answer);
  say('event', at(2, 2));
  await client.refetchQueries({ queryKey });
  expect(match.asked()).toBe(2);
  expect(client.getQueryData(queryKey)).toMatchObject({
    version: 2,
    history: [goal(1), { kind: 'goal', side: 'home', score: { home: 2, away: 0 } }],
  });
  unfollow();
  match.stop();
});

const pages = (...lists: { id: string; state: string }[][]) => ({
  pages: lists.map((list) => ({ list, total: 3, limit: 2 })),
  pageParams: [1, 2],
});
const at = ({ id }: { id: string }) => id;
const [one, two, three] = [
  { id: 'a1', state: 'credited' },
  { id: 'a2', state: 'created' },
  { id: 'a3', state: 'created' },
];

it('replaces an item in place', () => {
  const moved = { id: 'a2', state: 'credited' };
  expect(withItem(pages([three, two], [one]), moved, at)).toEqual(pages([three, moved], [one]));
});

it('puts a new one on top and counts it on every page', () => {
  const fresh = { id: 'a4', state: 'created' };
  const after = withItem(pages([three, two], [one]), fresh, at);
  expect(after.pages.map(({ list }) => list)).toEqual([[fresh, three, two], [one]]);
  expect(after.pages.map(({ total }) => total)).toEqual([4, 4]);
});

it('leaves out one that is older than what is loaded', () => {
  const data = pages([three, two]);
  expect(withItem(data, one, at)).toBe(data);
});
