import { livePath } from '@touchline/contract/paths';
import type { LiveKind, LiveMessages } from '@touchline/contract/shapes/live';

type Listener<K extends LiveKind> = (message: LiveMessages[K]) => void;

/** The part of an `EventSource` that is used. */
type Source = Pick<EventSource, 'close'> & {
  addEventListener: (kind: string, listener: (event: Event) => void) => void;
};

/** What the stream needs of the world. */
export type LiveOptions = {
  origin: string;
  /** A new ticket; rejects when there is none to be had now. */
  ticket: () => Promise<string>;
  open: (url: string) => Source;
  /** Random number from 0 to 1, spreads reconnections. */
  random?: () => number;
  firstDelayMs?: number;
  maxDelayMs?: number;
};

export type Live = {
  start: () => void;
  stop: () => void;
  /** Connects at once if it is waiting to: the page has come to the front, or the network is back. */
  nudge: () => void;
  /** Calls back for each message of a kind; returns the way to stop. */
  subscribe: <K extends LiveKind>(kind: K, listener: Listener<K>) => () => void;
  /** Calls back after every reconnection, and while none can be had at each further attempt: messages were missed, so fetch again. */
  onReconnect: (listener: () => void) => () => void;
};

const kinds = [
  'event',
  'price',
  'bet',
  'recharge',
  'withdrawal',
  'notice',
  'balance',
] as const satisfies readonly LiveKind[];

const add = <T>(set: Set<T>, item: T) => {
  set.add(item);
  return () => {
    set.delete(item);
  };
};

/** The live stream: one connection, opened with a short ticket, opened again with a new one whenever it breaks. */
export const createLive = (options: LiveOptions): Live => {
  const { random = Math.random, firstDelayMs = 1_000, maxDelayMs = 30_000 } = options;
  const listeners: { [K in LiveKind]: Set<Listener<K>> } = {
    event: new Set(),
    price: new Set(),
    bet: new Set(),
    recharge: new Set(),
    withdrawal: new Set(),
    notice: new Set(),
    balance: new Set(),
  };
  const reconnected = new Set<() => void>();
  let source: Source | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let run = 0;
  let failures = 0;
  let everOpen = false;

  // Messages come from the server that serves this app, shaped by the same contract.
  const hand = (kind: LiveKind, event: Event): void => {
    if (!(event instanceof MessageEvent)) return;
    const message = JSON.parse(event.data);
    for (const listener of listeners[kind]) listener(message);
  };

  const close = (): void => {
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = undefined;
  };

  const later = (mine: number): void => {
    close();
    const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** failures) * (0.5 + random() / 2);
    failures += 1;
    // Refused, or away for longer: the page goes on with what it fetches, as seldom as it tries.
    if (everOpen && failures > 2) for (const listener of reconnected) listener();
    timer = setTimeout(() => void connect(mine), delayMs);
  };

  const connect = async (mine: number): Promise<void> => {
    timer = undefined;
    try {
      const ticket = await options.ticket();
      if (mine !== run) return;
      source = options.open(`${options.origin}${livePath}?token=${encodeURIComponent(ticket)}`);
    } catch {
      if (mine === run) later(mine);
      return;
    }
    source.addEventListener('open', () => {
      failures = 0;
      if (everOpen) for (const listener of reconnected) listener();
      everOpen = true;
    });
    // A ticket opens one connection, so the browser's own retry would be refused.
    source.addEventListener('error', () => {
      if (mine === run) later(mine);
    });
    for (const kind of kinds) source.addEventListener(kind, (event) => hand(kind, event));
  };

  const begin = (): void => {
    run += 1;
    close();
    void connect(run);
  };

  return {
    start: () => {
      failures = 0;
      everOpen = false;
      begin();
    },
    stop: () => {
      run += 1;
      close();
    },
    nudge: () => {
      if (timer !== undefined) begin();
    },
    subscribe: (kind, listener) => add(listeners[kind], listener),
    onReconnect: (listener) => add(reconnected, listener),
  };
};
