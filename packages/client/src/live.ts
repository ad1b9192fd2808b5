import { livePath } from '@touchline/contract/paths';
import type { LiveKind, LiveMessages } from '@touchline/contract/shapes/live';
import type { StreamSource } from './event-stream.ts';

type Listener<K extends LiveKind> = (message: LiveMessages[K]) => void;

export type LiveOptions = {
  /** Origin of the API without a slash at the end. */
  origin: string;
  /** Fetches a new ticket by the call `liveTicket`. */
  ticket: () => Promise<string>;
  /** Opens a stream: an `EventSource` of the browser, or `openEventStream`. */
  open: (url: string) => StreamSource;
  /** Random number from 0 to 1, spreads reconnections. */
  random?: () => number;
  /** Delay before the first reconnection, doubled by each failure up to `maxDelayMs`. */
  firstDelayMs?: number;
  maxDelayMs?: number;
  /** Delay before a stream returns that the server ended for a newer one of its member: sooner, the two would take turns. */
  replacedDelayMs?: number;
  /** Wraps the connection that `openOwn` opens, for pages that share one. */
  share?: (openOwn: () => StreamSource) => StreamSource;
};

export type Live = {
  start: () => void;
  stop: () => void;
  /** Connects at once if a reconnection is due later: the page has come to the front, or the network is back. */
  nudge: () => void;
  /** Calls back for each message of a kind; returns a function that ends it. */
  subscribe: <K extends LiveKind>(kind: K, listener: Listener<K>) => () => void;
  /** Calls back at the first connection after `start`: messages may have been missed since the first answers. */
  onFirstOpen: (listener: () => void) => () => void;
  /** Calls back after every reconnection, and at each further attempt from the third: messages were missed, so fetch again. */
  onReconnect: (listener: () => void) => () => void;
};

/** All kinds of messages. */
export const liveKinds = [
  'event',
  'price',
  'betting',
  'bet',
  'recharge',
  'withdrawal',
  'notice',
  'betNews',
  'balance',
] as const satisfies readonly LiveKind[];

/** What a stream hears last when the server ends it for a newer one of its member. */
export const replacedKind = 'replaced';

const add = <T>(set: Set<T>, item: T) => {
  set.add(item);
  return () => {
    set.delete(item);
  };
};

/** The live stream: one connection, opened with a short-lived ticket, and again with a new one whenever it breaks. */
export const createLive = (options: LiveOptions): Live => {
  const { random = Math.random, firstDelayMs = 1_000, maxDelayMs = 30_000 } = options;
  const { replacedDelayMs = 120_000, share = (openOwn) => openOwn() } = options;
  const listeners: { [K in LiveKind]: Set<Listener<K>> } = {
    event: new Set(),
    price: new Set(),
    betting: new Set(),
    bet: new Set(),
    recharge: new Set(),
    withdrawal: new Set(),
    notice: new Set(),
    betNews: new Set(),
    balance: new Set(),
  };
  const firstOpened = new Set<() => void>();
  const reconnected = new Set<() => void>();
  let source: StreamSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let everOpen = false;
  let isReplaced = false;

  // The server shapes messages by the same contract.
  const dispatch = (kind: LiveKind, event: Event): void => {
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

  const later = (): void => {
    close();
    const backOffMs = Math.min(maxDelayMs, firstDelayMs * 2 ** failures);
    const delayMs = (isReplaced ? replacedDelayMs : backOffMs) * (0.5 + random() / 2);
    isReplaced = false;
    failures += 1;
    // The stream is refused or away for longer, so the page relies on what it fetches at each attempt.
    if (everOpen && failures > 2) for (const listener of reconnected) listener();
    timer = setTimeout(connect, delayMs);
  };

  /** A connection that gets its ticket first; without one it fails. */
  const openOwn = (): StreamSource => {
    const heard: [kind: string, listener: (event: Event) => void][] = [];
    let own: StreamSource | undefined;
    let isClosed = false;
    const open = async (): Promise<void> => {
      const ticket = await options.ticket();
      if (isClosed) return;
      own = options.open(`${options.origin}${livePath}?token=${encodeURIComponent(ticket)}`);
      for (const [kind, listener] of heard) own.addEventListener(kind, listener);
    };
    open().catch(() => {
      for (const [kind, listener] of heard) if (kind === 'error' && !isClosed) listener(new Event(kind));
    });
    return {
      addEventListener: (kind, listener) => void heard.push([kind, listener]),
      close: () => {
        isClosed = true;
        own?.close();
      },
    };
  };

  const connect = (): void => {
    timer = undefined;
    const mine = share(openOwn);
    source = mine;
    mine.addEventListener('open', () => {
      failures = 0;
      const waiting = everOpen ? reconnected : firstOpened;
      everOpen = true;
      for (const listener of waiting) listener();
    });
    mine.addEventListener(replacedKind, () => {
      isReplaced = true;
    });
    // A ticket opens one connection, so the browser's own retry would be refused.
    mine.addEventListener('error', () => {
      if (mine === source) later();
    });
    for (const kind of liveKinds) mine.addEventListener(kind, (event) => dispatch(kind, event));
  };

  const begin = (): void => {
    close();
    connect();
  };

  return {
    start: () => {
      failures = 0;
      everOpen = false;
      begin();
    },
    stop: close,
    nudge: () => {
      if (timer !== undefined) begin();
    },
    subscribe: (kind, listener) => add(listeners[kind], listener),
    onFirstOpen: (listener) => add(firstOpened, listener),
    onReconnect: (listener) => add(reconnected, listener),
  };
};
