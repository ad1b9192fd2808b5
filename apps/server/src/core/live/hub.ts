import type { ServerResponse } from 'node:http';
import { Counter, Gauge, Registry } from '@prometheus-io/client';
import type { LiveKind, LiveMessages } from '@touchline/contract/shapes/live';
import { fallbackLan } from '@touchline/locales/locales';
import type { Audience, LiveRelay } from './relay.ts';
import { createTickets, visitor, type LiveMember, type LiveReader, type Tickets } from './ticket.ts';

export type LiveHubOptions = {
  /** Signs tickets; all processes share it. */
  secret: Uint8Array;
  /** Carries messages between processes; without it there is only this one. */
  relay?: LiveRelay | undefined;
  /** Whether a session has ended; checked when a stream opens. */
  isEnded?: (sessionId: string) => boolean;
  /** Whether visitors may read; their streams end soon after they no longer may. */
  isOpenToVisitors?: () => boolean;
  /** Whether bets are taken, with which each stream begins. */
  betting?: () => LiveMessages['betting'];
  /** Where its metrics are registered. */
  metrics?: Registry;
  nowMs?: () => number;
  heartbeatMs?: number;
  /** Streams of one member, read from the settings each time; one more ends the oldest. */
  memberStreamsMax?: () => number;
  /** Streams of one address, and in all; one more is refused. */
  addressStreamsMax?: () => number;
  allStreamsMax?: () => number;
  /**
   * Bytes that may wait for a slow client before it is dropped; it fetches again when it returns. A client
   * that reads nothing from one heartbeat to the next is dropped as well.
   */
  waitingBytesMax?: number;
  /** Up to this many streams receive a message for all at once; more streams receive it in turns. */
  atOnceMax?: number;
};

type Stream = {
  reader: LiveReader;
  response: ServerResponse;
  address: string;
  isBehind: boolean;
  /** The place in the backlog of the next message for all that it receives. */
  place: number;
};

/** Streams that are written to before other work has its turn: some milliseconds. */
const turnOf = 500;
/** After messages were written to all streams, the next are gathered for this many times as long: bets need the processor too. */
const restFactor = 3;
/** The longest that messages are gathered, milliseconds. */
const restMaxMs = 1_000;

/** What a visitor may receive, by the beginning of its frame. */
const openFrames = ['event: event\n', 'event: price\n', 'event: betting\n'];

/** The last message of a stream that a newer one of its member ends. */
const replacedFrame = 'event: replaced\ndata: {}\n\n';

const frameOf = <K extends LiveKind>(kind: K, data: LiveMessages[K]): string =>
  `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

/** What a hub uses where nothing else is given. */
const defaults: Required<Omit<LiveHubOptions, 'secret' | 'relay' | 'metrics'>> = {
  isEnded: () => false,
  isOpenToVisitors: () => true,
  betting: () => ({}),
  nowMs: Date.now,
  heartbeatMs: 15_000,
  memberStreamsMax: () => 6,
  addressStreamsMax: () => Infinity,
  allStreamsMax: () => Infinity,
  waitingBytesMax: 1024 * 1024,
  atOnceMax: turnOf,
};

/** The hub of this process: modules publish messages here, and the streams of members receive them. */
export class LiveHub {
  readonly #options: LiveHubOptions & typeof defaults;
  readonly #tickets: Tickets;
  readonly #streams = new Set<Stream>();
  readonly #byMember = new Map<string, Set<Stream>>();
  readonly #ofAddress = new Map<string, number>();
  #visitors = 0;
  readonly #backlog = new Backlog();
  /** Whether messages for all are being written, or will be. */
  #isWriting = false;
  #restUntilMs = 0;
  readonly #heartbeat: NodeJS.Timeout;
  #isClosed = false;
  readonly #published: Counter<'kind'>;
  readonly #dropped: Counter;

  constructor(options: LiveHubOptions) {
    this.#options = { ...defaults, ...options };
    const { secret, relay, nowMs, heartbeatMs, allStreamsMax, metrics = new Registry() } = this.#options;
    const claim = relay && ((nonce: string) => relay.claim(nonce));
    this.#tickets = createTickets({ secret, nowMs, ...(claim && { claim }) });
    // A comment at intervals keeps proxies from closing a quiet stream, and finds clients that are gone.
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#heartbeat.unref();
    relay?.onMessage((frame, to) => this.#deliver(frame, to));
    const { published, dropped } = registerStreams(metrics, { size: () => this.size(), max: allStreamsMax });
    this.#published = published;
    this.#dropped = dropped;
  }

  /**
   * Publishes to everyone, to one member, or to readers of one language. Of what is for everyone a visitor receives matches,
   * prices and whether bets are taken, and nothing else. Never waits and never throws.
   */
  publish<K extends LiveKind>(kind: K, data: LiveMessages[K], to: Audience = {}): void {
    if (this.#isClosed) return;
    this.#published.inc({ kind });
    const frame = frameOf(kind, data);
    this.#deliver(frame, to);
    this.#options.relay?.send(frame, to);
  }

  /** Sends each stream of this process its own data, or nothing. Other processes do the same for theirs. */
  tell<K extends LiveKind>(kind: K, dataOf: (member: LiveMember) => LiveMessages[K] | undefined): void {
    if (this.#isClosed) return;
    for (const stream of this.#streams) {
      if (stream.reader === visitor) continue;
      const data = dataOf(stream.reader);
      if (data !== undefined) this.#write(stream, frameOf(kind, data));
    }
  }

  /** Members with streams open in this process, one entry for each stream. */
  listeners(): LiveMember[] {
    return [...this.#streams].flatMap(({ reader }) => (reader === visitor ? [] : reader));
  }

  /** Whether a message to this member may find a stream: a message without listeners need not be built. */
  hears(memberId: string): boolean {
    return this.#options.relay !== undefined || this.#byMember.has(memberId);
  }

  /** A ticket that opens one stream. */
  ticket(reader: LiveReader): { ticket: string; expiresAt: string } {
    return this.#tickets.issue(reader);
  }

  /** The reader of a ticket, once; undefined where it opens no stream. */
  async redeem(ticket: string): Promise<LiveReader | undefined> {
    const reader = await this.#tickets.redeem(ticket);
    if (reader === visitor) return this.#options.isOpenToVisitors() ? reader : undefined;
    if (reader === undefined) return undefined;
    return this.#options.isEnded(reader.sessionId) ? undefined : reader;
  }

  /**
   * Whether the limit is reached: `address` for one more stream of this address, `all` for one more in all. Visitors may hold half
   * of all streams, so that they never keep a member out.
   */
  isFull(address: string, reader?: LiveReader): 'address' | 'all' | undefined {
    const { allStreamsMax, addressStreamsMax } = this.#options;
    if (this.#streams.size >= allStreamsMax()) return 'all';
    if (reader === visitor && this.#visitors >= allStreamsMax() / 2) return 'all';
    return (this.#ofAddress.get(address) ?? 0) >= addressStreamsMax() ? 'address' : undefined;
  }

  /** Makes `response` a live stream of the member, or of a visitor. */
  attach(reader: LiveReader, response: ServerResponse, address = ''): void {
    const stream: Stream = { reader, response, address, isBehind: false, place: this.#backlog.end() };
    response.on('close', () => this.#forget(stream));
    // A broken pipe is the end of a stream, not a fault.
    response.on('error', () => this.#forget(stream));
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    });
    if (this.#isClosed) {
      response.end();
      return;
    }
    response.write(`retry: 3000\n\n${frameOf('betting', this.#options.betting())}`);
    if (reader === visitor) this.#visitors += 1;
    else this.#addOwn(reader.id, stream);
    this.#streams.add(stream);
    this.#ofAddress.set(address, (this.#ofAddress.get(address) ?? 0) + 1);
  }

  /** Ends the streams of a session that was ended. */
  endSession(sessionId: string): void {
    for (const stream of this.#streams) {
      if (stream.reader !== visitor && stream.reader.sessionId === sessionId) this.#end(stream);
    }
  }

  /** The number of streams open in this process. */
  size(): number {
    return this.#streams.size;
  }

  /** Ends all streams; clients reconnect to any process that answers. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    for (const stream of this.#streams) this.#end(stream);
  }

  /** Adds a stream of a member; one too many ends the oldest. */
  #addOwn(memberId: string, stream: Stream): void {
    const own = this.#byMember.get(memberId) ?? new Set();
    this.#byMember.set(memberId, own);
    for (const oldest of own) {
      if (own.size < this.#options.memberStreamsMax()) break;
      // A client that knows does not return at once and end another one.
      this.#write(oldest, replacedFrame);
      this.#end(oldest);
    }
    // Ending the last one took the set out of the map.
    this.#byMember.set(memberId, own.add(stream));
  }

  #forget(stream: Stream): void {
    if (this.#streams.delete(stream)) {
      const left = (this.#ofAddress.get(stream.address) ?? 1) - 1;
      if (left === 0) this.#ofAddress.delete(stream.address);
      else this.#ofAddress.set(stream.address, left);
      if (stream.reader === visitor) this.#visitors -= 1;
    }
    if (stream.reader === visitor) return;
    const own = this.#byMember.get(stream.reader.id);
    own?.delete(stream);
    if (own?.size === 0) this.#byMember.delete(stream.reader.id);
  }

  #end(stream: Stream): void {
    this.#catchUp(stream);
    this.#forget(stream);
    stream.response.end();
  }

  /** A client that does not read is dropped, since its messages would fill the memory. */
  #drop(stream: Stream): void {
    this.#dropped.inc();
    this.#forget(stream);
    stream.response.destroy();
  }

  #deliver(frame: string, { memberId, lan }: Audience): void {
    // Encoded once for all streams.
    const bytes = Buffer.from(frame);
    if (memberId !== undefined) {
      for (const stream of this.#byMember.get(memberId) ?? []) {
        if (hears({ isOpen: false, lan }, stream.reader)) this.#write(stream, bytes);
      }
      return;
    }
    const isOpen = openFrames.some((beginning) => frame.startsWith(beginning));
    this.#backlog.add({ bytes, isOpen, lan });
    this.#flushSoon();
  }

  /** Writes what is for one stream, behind what was published before. */
  #write(stream: Stream, frame: string | Uint8Array): void {
    this.#catchUp(stream);
    if (this.#streams.has(stream)) this.#writeBytes(stream, frame);
  }

  /** Writes the messages for all that a stream does not have yet. */
  #catchUp(stream: Stream): void {
    const bytes = this.#backlog.since(stream.place, stream.reader);
    stream.place = this.#backlog.end();
    if (bytes !== undefined) this.#writeBytes(stream, bytes);
  }

  #writeBytes(stream: Stream, bytes: string | Uint8Array): void {
    if (stream.response.writableLength > this.#options.waitingBytesMax) this.#drop(stream);
    else stream.response.write(bytes);
  }

  /** Writes messages for all: at once to few streams, else those of a while together. */
  #flushSoon(): void {
    if (this.#isWriting) return;
    if (this.#streams.size <= this.#options.atOnceMax) return this.#flush();
    this.#isWriting = true;
    setTimeout(() => this.#flush(), Math.max(0, this.#restUntilMs - performance.now())).unref();
  }

  #flush(): void {
    this.#isWriting = true;
    const to = this.#backlog.end();
    this.#forAll(
      (stream) => this.#catchUp(stream),
      (spentMs) => {
        this.#backlog.forgetBefore(to);
        this.#restUntilMs = performance.now() + Math.min(spentMs * restFactor, restMaxMs);
        this.#isWriting = false;
        if (this.#backlog.end() > to) this.#flushSoon();
      },
    );
  }

  /** Bytes that waited at the last heartbeat and still wait are not being read. */
  #beat(): void {
    this.#forAll(
      (stream) => {
        if (stream.reader === visitor && !this.#options.isOpenToVisitors()) return this.#end(stream);
        const isBehind = stream.response.writableLength > 0;
        if (isBehind && stream.isBehind) return this.#drop(stream);
        stream.isBehind = isBehind;
        this.#write(stream, ':\n\n');
      },
      () => undefined,
    );
  }

  /** Does something for each stream, a few hundred in a turn. @param done called with the time it took, milliseconds */
  #forAll(work: (stream: Stream) => void, done: (spentMs: number) => void): void {
    const all = [...this.#streams];
    let spentMs = 0;
    const turn = (from: number): void => {
      const startedMs = performance.now();
      for (const stream of all.slice(from, from + turnOf)) if (this.#streams.has(stream)) work(stream);
      spentMs += performance.now() - startedMs;
      if (from + turnOf < all.length) setImmediate(() => turn(from + turnOf));
      else done(spentMs);
    };
    turn(0);
  }
}

/** Registers the metrics of the live streams. @returns what counts messages, and streams whose client did not read */
const registerStreams = (
  metrics: Registry,
  { size, max }: { size: () => number; max: () => number },
): { published: Counter<'kind'>; dropped: Counter } => {
  new Gauge({
    name: 'touchline_live_streams',
    help: 'Live streams open',
    registers: [metrics],
    collect() {
      this.set(size());
    },
  });
  new Gauge({
    name: 'touchline_live_streams_max',
    help: 'Live streams that this process may have open',
    registers: [metrics],
    collect() {
      this.set(max());
    },
  });
  return {
    published: new Counter({
      name: 'touchline_live_messages_total',
      help: 'Messages to live streams, one for each that is published and not for each reader',
      labelNames: ['kind'],
      registers: [metrics],
    }),
    dropped: new Counter({
      name: 'touchline_live_dropped_total',
      help: 'Live streams that were ended because their client did not read',
      registers: [metrics],
    }),
  };
};

/** A message for many streams. */
type Frame = {
  bytes: Buffer;
  /** Whether visitors receive it. */
  isOpen: boolean;
  /** Whose language it has; undefined for readers of all languages. */
  lan: string | undefined;
};

/** Whether a reader receives a message. */
const hears = ({ isOpen, lan }: Pick<Frame, 'isOpen' | 'lan'>, reader: LiveReader): boolean => {
  if (reader === visitor) return isOpen && lan === undefined;
  return lan === undefined || lan === (reader.lan ?? fallbackLan);
};

/** Messages for many streams, each kept once until all streams have it. A place counts messages since the start. */
export class Backlog {
  #first = 0;
  #frames: Frame[] = [];
  // Thousands of streams are at the same place, and readers differ by their language alone.
  readonly #pieces = new Map<string, Buffer | undefined>();

  add(frame: Frame): void {
    this.#frames.push(frame);
    this.#pieces.clear();
  }

  /** The place of the next message. */
  end(): number {
    return this.#first + this.#frames.length;
  }

  /** What a reader receives of the messages from a place on, as one piece; undefined for nothing. */
  since(place: number, reader: LiveReader): Buffer | undefined {
    if (place >= this.end()) return undefined;
    const name = `${reader === visitor ? '' : (reader.lan ?? fallbackLan)} ${place}`;
    if (!this.#pieces.has(name)) {
      const heard = this.#frames.slice(place - this.#first).filter((frame) => hears(frame, reader));
      this.#pieces.set(name, heard.length === 0 ? undefined : Buffer.concat(heard.map(({ bytes }) => bytes)));
    }
    return this.#pieces.get(name);
  }

  /** Forgets the messages before a place. */
  forgetBefore(place: number): void {
    this.#frames = this.#frames.slice(place - this.#first);
    this.#first = place;
    this.#pieces.clear();
  }
}
