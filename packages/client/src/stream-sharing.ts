import type { Source } from './event-stream.ts';
import { liveKinds, replacedKind } from './live.ts';
import { newKey } from './new-key.ts';

/** The part of a `BroadcastChannel` that the shared stream uses. */
export type Channel = {
  postMessage: (message: unknown) => void;
  addEventListener: (kind: 'message', listener: (event: MessageEvent) => void) => void;
  close: () => void;
};

/** The part of `navigator.locks` that the shared stream uses. */
export type Locks = {
  request: (
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    work: () => Promise<void>,
  ) => Promise<unknown>;
};

export type SharedStreamOptions = {
  /** Pages with the same name share a connection: all that decides what the server sends is part of it. */
  name: string;
  locks: Locks;
  openChannel: (name: string) => Channel;
  /** Opens the connection of this page, should it lead. */
  openOwn: () => Source;
  /** Random number from 0 to 1, spreads what several pages would do at once. */
  random?: () => number;
  /** A new name for a connection. */
  newId?: () => string;
};

/** How often the page that leads shows that it runs, milliseconds. */
export const beatMs = 5_000;
/** A leader that was not heard for one to two times as long, milliseconds, has stopped; another page takes its place. */
export const silenceMs = 15_000;

/** What pages say to each other; `id` is the connection of the leader. */
type Word =
  | { word: 'hello' }
  | { word: 'beat' | 'open' | 'error'; id: string }
  | { word: 'message'; id: string; kind: string; data: string };

const isWord = (value: unknown): value is Word =>
  typeof value === 'object' && value !== null && 'word' in value && typeof value.word === 'string';

/**
 * One connection for all pages of a browser. The page that holds the lock leads: it has the connection and passes on each
 * message. The others follow; when the leader is gone the next of them takes the lock and connects.
 * Dispatches `open` for each new connection, also without an `error` before: messages between the two were missed.
 */
export const openSharedStream = (options: SharedStreamOptions): Source => {
  const { name, locks, openOwn, random = Math.random, newId = newKey } = options;
  const target = new EventTarget();
  const channel = options.openChannel(name);
  const leaving = new AbortController();
  /** The connection of the page that leads, open or not. */
  let leader: string | undefined;
  /** The open connection whose messages come here. */
  let followed: string | undefined;
  /** The connection of this page, while it leads. */
  let led: string | undefined;
  let own: Source | undefined;
  let heart: ReturnType<typeof setInterval> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let release: () => void = () => undefined;

  const say = (word: Word): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin, not a window
    if (!leaving.signal.aborted) channel.postMessage(word);
  };

  const close = (): void => {
    leaving.abort();
    clearInterval(heart);
    clearTimeout(watchdog);
    own?.close();
    channel.close();
    release();
  };

  const fail = (): void => {
    if (leaving.signal.aborted) return;
    target.dispatchEvent(new Event('error'));
    close();
  };

  /** The state of a leader's connection, repeated: a page that missed it once hears it later. */
  const beat = (id: string): Word => ({ word: id === followed ? 'open' : 'beat', id });

  const follow = (id: string): void => {
    if (id === followed) return;
    followed = id;
    target.dispatchEvent(new Event('open'));
  };

  /** Connects, and holds the lock until this page leaves. @param tell says a word to the others, if there are any */
  const lead = (tell: typeof say): Promise<void> => {
    const id = newId();
    led = id;
    clearTimeout(watchdog);
    tell(beat(id));
    heart = setInterval(() => tell(beat(id)), beatMs);
    own = openOwn();
    own.addEventListener('open', () => {
      follow(id);
      tell(beat(id));
    });
    own.addEventListener('error', () => {
      tell({ word: 'error', id });
      fail();
    });
    for (const kind of [...liveKinds, replacedKind]) {
      own.addEventListener(kind, (event) => {
        if (!(event instanceof MessageEvent)) return;
        const data = String(event.data);
        tell({ word: 'message', id, kind, data });
        target.dispatchEvent(new MessageEvent(kind, { data }));
      });
    }
    return new Promise((resolve) => {
      release = resolve;
    });
  };

  const ask = (how: { signal: AbortSignal } | { steal: true }): void => {
    // A lock that comes too late is given back.
    locks
      .request(name, how, async () => (leaving.signal.aborted || led !== undefined ? undefined : lead(say)))
      .catch((error: unknown) => {
        const isAbort = error instanceof Error && error.name === 'AbortError';
        // Taken away, by a page that heard nothing from this one.
        if (isAbort) return led === undefined ? undefined : fail();
        // No locks here, as with storage refused: this page has its own connection.
        if (led !== undefined || leaving.signal.aborted) return undefined;
        channel.close();
        void lead(() => undefined);
        return undefined;
      });
  };

  const watch = (): void => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => ask({ steal: true }), silenceMs * (1 + random()));
  };

  channel.addEventListener('message', ({ data: word }) => {
    if (leaving.signal.aborted || !isWord(word)) return;
    if (word.word === 'hello') {
      if (led !== undefined) say(beat(led));
      return;
    }
    if (led !== undefined) return;
    watch();
    if (word.word === 'error' && word.id === leader) fail();
    if (word.word === 'beat' || word.word === 'open') leader = word.id;
    if (word.word === 'open') follow(word.id);
    if (word.word === 'message' && followed === word.id) {
      target.dispatchEvent(new MessageEvent(word.kind, { data: word.data }));
    }
  });
  watch();
  say({ word: 'hello' });
  ask({ signal: leaving.signal });
  return {
    addEventListener: (kind, listener) => target.addEventListener(kind, listener),
    close,
  };
};
