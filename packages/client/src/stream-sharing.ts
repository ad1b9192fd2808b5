import type { StreamSource } from './event-stream.ts';
import { liveKinds, replacedKind } from './live.ts';
import { newKey } from './new-key.ts';

/** The part of a `BroadcastChannel` that the shared stream uses. */
export type TabChannel = {
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
  openChannel: (name: string) => TabChannel;
  /** Opens the connection of this page, should it lead. */
  openOwn: () => StreamSource;
  /** Random number from 0 to 1, spreads what several pages would do at once. */
  random?: () => number;
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
export const openSharedStream = (options: SharedStreamOptions): StreamSource => {
  const stream = new SharedStream(options);
  stream.open();
  return stream;
};

class SharedStream implements StreamSource {
  readonly #options: SharedStreamOptions;
  readonly #target = new EventTarget();
  readonly #channel: TabChannel;
  readonly #leaving = new AbortController();
  /** The connection of the page that leads, open or not. */
  #leader: string | undefined;
  /** The open connection whose messages come here. */
  #followed: string | undefined;
  /** The connection of this page, while it leads. */
  #led: string | undefined;
  #own: StreamSource | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #release: () => void = () => undefined;

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    this.#channel = options.openChannel(options.name);
  }

  /** Asks who leads, and waits for the lock. */
  open(): void {
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data));
    this.#watch();
    this.#say({ word: 'hello' });
    this.#ask({ signal: this.#leaving.signal });
  }

  addEventListener(kind: string, listener: (event: Event) => void): void {
    this.#target.addEventListener(kind, listener);
  }

  close(): void {
    this.#leaving.abort();
    clearInterval(this.#heart);
    clearTimeout(this.#watchdog);
    this.#own?.close();
    this.#channel.close();
    this.#release();
  }

  get #hasLeft(): boolean {
    return this.#leaving.signal.aborted;
  }

  #say(word: Word): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin, not a window
    if (!this.#hasLeft) this.#channel.postMessage(word);
  }

  #fail(): void {
    if (this.#hasLeft) return;
    this.#target.dispatchEvent(new Event('error'));
    this.close();
  }

  /** The state of a leader's connection, repeated: a page that missed it once hears it later. */
  #beat(id: string): Word {
    return { word: id === this.#followed ? 'open' : 'beat', id };
  }

  #follow(id: string): void {
    if (id === this.#followed) return;
    this.#followed = id;
    this.#target.dispatchEvent(new Event('open'));
  }

  /** Takes the lock, in its turn or from a page that is silent, and leads while it has it. */
  #ask(how: { signal: AbortSignal } | { steal: true }): void {
    const { locks, name } = this.#options;
    // A lock that comes too late is given back.
    const work = async () => (this.#hasLeft || this.#led !== undefined ? undefined : this.#lead());
    locks.request(name, how, work).catch((error: unknown) => this.#lose(error));
  }

  /** The lock was refused, or is no longer this page's. */
  #lose(error: unknown): void {
    const isAbort = error instanceof Error && error.name === 'AbortError';
    if (isAbort) {
      // Taken away, by a page that heard nothing from this one.
      if (this.#led !== undefined) this.#fail();
      return;
    }
    if (this.#led !== undefined || this.#hasLeft) return;
    // No locks here, as with storage refused: this page has its own connection.
    this.#channel.close();
    this.#connect(newKey(), () => undefined);
  }

  /** Connects, and holds the lock until this page leaves. */
  #lead(): Promise<void> {
    const id = newKey();
    const tell = (word: Word): void => this.#say(word);
    tell(this.#beat(id));
    this.#heart = setInterval(() => tell(this.#beat(id)), beatMs);
    this.#connect(id, tell);
    return new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** @param tell says a word to the others, if there are any */
  #connect(id: string, tell: (word: Word) => void): void {
    this.#led = id;
    clearTimeout(this.#watchdog);
    const own = this.#options.openOwn();
    this.#own = own;
    own.addEventListener('open', () => {
      this.#follow(id);
      tell(this.#beat(id));
    });
    own.addEventListener('error', () => {
      tell({ word: 'error', id });
      this.#fail();
    });
    for (const kind of [...liveKinds, replacedKind]) {
      own.addEventListener(kind, (event) => {
        if (!(event instanceof MessageEvent)) return;
        const data = String(event.data);
        tell({ word: 'message', id, kind, data });
        this.#target.dispatchEvent(new MessageEvent(kind, { data }));
      });
    }
  }

  /** Takes the lock from a leader that says nothing for long. */
  #watch(): void {
    clearTimeout(this.#watchdog);
    const { random = Math.random } = this.#options;
    this.#watchdog = setTimeout(() => this.#ask({ steal: true }), silenceMs * (1 + random()));
  }

  /** A word of another page. */
  #hear(word: unknown): void {
    if (this.#hasLeft || !isWord(word)) return;
    if (word.word === 'hello') {
      if (this.#led !== undefined) this.#say(this.#beat(this.#led));
      return;
    }
    if (this.#led !== undefined) return;
    this.#watch();
    if (word.word === 'error' && word.id === this.#leader) this.#fail();
    if (word.word === 'beat' || word.word === 'open') this.#leader = word.id;
    if (word.word === 'open') this.#follow(word.id);
    if (word.word === 'message' && this.#followed === word.id) {
      this.#target.dispatchEvent(new MessageEvent(word.kind, { data: word.data }));
    }
  }
}
