import type { ServerResponse } from 'node:http';
import type { LiveKind, LiveMessages } from '@touchline/contract/shapes/live';
import { fallbackLan, type Lan } from '@touchline/locales/locales';
import type { Audience, LiveRelay } from './relay.ts';
import { createTickets, visitor, type LiveMember, type LiveReader } from './ticket.ts';

/** Modules publish messages here, and the streams of members receive them. */
export type LiveHub = {
  /**
   * Publishes to everyone, to one member, or to readers of one language. Of what is for everyone a visitor receives matches,
   * prices and whether bets are taken, and nothing else. Never waits and never throws.
   */
  publish: <K extends LiveKind>(
    kind: K,
    data: LiveMessages[K],
    to?: { memberId?: string; lan?: Lan },
  ) => void;
  /** Members with streams open in this process, one entry for each stream. */
  listeners(): LiveMember[];
  /** Sends each stream of this process its own data, or nothing. Other processes do the same for theirs. */
  tell: <K extends LiveKind>(kind: K, dataOf: (member: LiveMember) => LiveMessages[K] | undefined) => void;
  /** Whether a message to this member may find a stream: a message without listeners need not be built. */
  hears(memberId: string): boolean;
  /** A ticket that opens one stream. */
  ticket: (reader: LiveReader) => { ticket: string; expiresAt: string };
  redeem: (ticket: string) => Promise<LiveReader | undefined>;
  /**
   * Whether the limit is reached: `address` for one more stream of this address, `all` for one more in all. Visitors may hold half
   * of all streams, so that they never keep a member out.
   */
  isFull: (address: string, reader?: LiveReader) => 'address' | 'all' | undefined;
  /** Makes `stream` a live stream of the member, or of a visitor. */
  attach: (reader: LiveReader, stream: ServerResponse, address?: string) => void;
  /** Ends the streams of a session that was ended. */
  endSession: (sessionId: string) => void;
  /** The number of streams open in this process. */
  size: () => number;
  /** Messages published here by kind, and streams ended because their client did not read. */
  record: () => { published: ReadonlyMap<LiveKind, number>; dropped: number };
  /** Ends all streams; clients reconnect to any process that answers. */
  close: () => void;
};

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

/** Opens the hub of this process. */
export const createLiveHub = (options: LiveHubOptions): LiveHub => {
  const { secret, relay, isEnded = () => false, nowMs = Date.now } = options;
  const { betting = () => ({}), isOpenToVisitors = () => true } = options;
  const { heartbeatMs = 15_000, waitingBytesMax = 1024 * 1024, atOnceMax = turnOf } = options;
  const {
    memberStreamsMax = () => 6,
    addressStreamsMax = () => Infinity,
    allStreamsMax = () => Infinity,
  } = options;
  const tickets = createTickets(
    relay === undefined ? { secret, nowMs } : { secret, nowMs, claim: relay.claim },
  );
  const streams = new Set<Stream>();
  const byMember = new Map<string, Set<Stream>>();
  const ofAddress = new Map<string, number>();
  let visitors = 0;
  let closed = false;
  const backlog = createBacklog();
  /** Whether messages for all are being written, or will be. */
  let isWriting = false;
  let restUntilMs = 0;
  const published = new Map<LiveKind, number>();
  let dropped = 0;

  const forget = (stream: Stream): void => {
    if (streams.delete(stream)) {
      const left = (ofAddress.get(stream.address) ?? 1) - 1;
      if (left === 0) ofAddress.delete(stream.address);
      else ofAddress.set(stream.address, left);
      if (stream.reader === visitor) visitors -= 1;
    }
    if (stream.reader === visitor) return;
    const own = byMember.get(stream.reader.id);
    own?.delete(stream);
    if (own?.size === 0) byMember.delete(stream.reader.id);
  };

  const end = (stream: Stream): void => {
    catchUp(stream);
    forget(stream);
    stream.response.end();
  };

  /** A client that does not read is dropped, since its messages would fill the memory. */
  const drop = (stream: Stream): void => {
    dropped += 1;
    forget(stream);
    stream.response.destroy();
  };

  const writeBytes = (stream: Stream, bytes: string | Uint8Array): void => {
    if (stream.response.writableLength > waitingBytesMax) drop(stream);
    else stream.response.write(bytes);
  };

  /** Writes the messages for all that a stream does not have yet. */
  const catchUp = (stream: Stream): void => {
    const bytes = backlog.since(stream.place, stream.reader);
    stream.place = backlog.end();
    if (bytes !== undefined) writeBytes(stream, bytes);
  };

  /** Writes what is for one stream, behind what was published before. */
  const write = (stream: Stream, frame: string | Uint8Array): void => {
    catchUp(stream);
    if (streams.has(stream)) writeBytes(stream, frame);
  };

  /** Does something for each stream, a few hundred in a turn. @param done called with the time it took, milliseconds */
  const forAll = (work: (stream: Stream) => void, done: (spentMs: number) => void): void => {
    const all = [...streams];
    let spentMs = 0;
    const turn = (from: number): void => {
      const startedMs = performance.now();
      for (const stream of all.slice(from, from + turnOf)) if (streams.has(stream)) work(stream);
      spentMs += performance.now() - startedMs;
      if (from + turnOf < all.length) setImmediate(() => turn(from + turnOf));
      else done(spentMs);
    };
    turn(0);
  };

  const flush = (): void => {
    isWriting = true;
    const to = backlog.end();
    forAll(catchUp, (spentMs) => {
      backlog.forgetBefore(to);
      restUntilMs = performance.now() + Math.min(spentMs * restFactor, restMaxMs);
      isWriting = false;
      if (backlog.end() > to) flushSoon();
    });
  };

  /** Writes messages for all: at once to few streams, else those of a while together. */
  const flushSoon = (): void => {
    if (isWriting) return;
    if (streams.size <= atOnceMax) return flush();
    isWriting = true;
    setTimeout(flush, Math.max(0, restUntilMs - performance.now())).unref();
  };

  /** Bytes that waited at the last heartbeat and still wait are not being read. */
  const beat = (): void =>
    forAll(
      (stream) => {
        if (stream.reader === visitor && !isOpenToVisitors()) return end(stream);
        const isBehind = stream.response.writableLength > 0;
        if (isBehind && stream.isBehind) return drop(stream);
        stream.isBehind = isBehind;
        write(stream, ':\n\n');
      },
      () => undefined,
    );

  const deliver = (frame: string, { memberId, lan }: Audience = {}): void => {
    // Encoded once for all streams.
    const bytes = Buffer.from(frame);
    if (memberId !== undefined) {
      for (const stream of byMember.get(memberId) ?? []) {
        if (hears({ isOpen: false, lan }, stream.reader)) write(stream, bytes);
      }
      return;
    }
    const isOpen = openFrames.some((beginning) => frame.startsWith(beginning));
    backlog.add({ bytes, isOpen, lan });
    flushSoon();
  };

  /** Adds a stream of a member; one too many ends the oldest. */
  const addOwn = (memberId: string, stream: Stream): void => {
    const own = byMember.get(memberId) ?? new Set();
    byMember.set(memberId, own);
    for (const oldest of own) {
      if (own.size < memberStreamsMax()) break;
      // A client that knows does not return at once and end another one.
      write(oldest, replacedFrame);
      end(oldest);
    }
    // Ending the last one took the set out of the map.
    byMember.set(memberId, own.add(stream));
  };

  // A comment at intervals keeps proxies from closing a quiet stream, and finds clients that are gone.
  const heartbeat = setInterval(beat, heartbeatMs);
  heartbeat.unref();
  relay?.onMessage(deliver);

  return {
    publish: (kind, data, to = {}) => {
      if (closed) return;
      published.set(kind, (published.get(kind) ?? 0) + 1);
      const frame = frameOf(kind, data);
      deliver(frame, to);
      relay?.send(frame, to);
    },
    listeners: () => [...streams].flatMap(({ reader }) => (reader === visitor ? [] : reader)),
    tell: (kind, dataOf) => {
      if (closed) return;
      for (const stream of streams) {
        if (stream.reader === visitor) continue;
        const data = dataOf(stream.reader);
        if (data !== undefined) write(stream, frameOf(kind, data));
      }
    },
    hears: (memberId) => relay !== undefined || byMember.has(memberId),
    ticket: tickets.issue,
    redeem: async (ticket) => {
      const reader = await tickets.redeem(ticket);
      if (reader === visitor) return isOpenToVisitors() ? reader : undefined;
      if (reader === undefined) return undefined;
      return isEnded(reader.sessionId) ? undefined : reader;
    },
    isFull: (address, reader) => {
      if (streams.size >= allStreamsMax()) return 'all';
      if (reader === visitor && visitors >= allStreamsMax() / 2) return 'all';
      return (ofAddress.get(address) ?? 0) >= addressStreamsMax() ? 'address' : undefined;
    },
    attach: (reader, response, address = '') => {
      const stream: Stream = {
        reader,
        response,
        address,
        isBehind: false,
        place: backlog.end(),
      };
      response.on('close', () => forget(stream));
      // A broken pipe is the end of a stream, not a fault.
      response.on('error', () => forget(stream));
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-accel-buffering': 'no',
      });
      if (closed) {
        response.end();
        return;
      }
      response.write(`retry: 3000\n\n${frameOf('betting', betting())}`);
      if (reader === visitor) visitors += 1;
      else addOwn(reader.id, stream);
      streams.add(stream);
      ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1);
    },
    endSession: (sessionId) => {
      for (const stream of streams) {
        if (stream.reader !== visitor && stream.reader.sessionId === sessionId) end(stream);
      }
    },
    size: () => streams.size,
    record: () => ({ published, dropped }),
    close: () => {
      closed = true;
      clearInterval(heartbeat);
      for (const stream of streams) end(stream);
    },
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

/** Messages for many streams, each kept once until all streams have it. A place counts messages since the start. */
export type Backlog = {
  add: (frame: Frame) => void;
  /** The place of the next message. */
  end: () => number;
  /** What a reader receives of the messages from a place on, as one piece; undefined for nothing. */
  since: (place: number, reader: LiveReader) => Buffer | undefined;
  /** Forgets the messages before a place. */
  forgetBefore: (place: number) => void;
};

/** Whether a reader receives a message. */
const hears = ({ isOpen, lan }: Pick<Frame, 'isOpen' | 'lan'>, reader: LiveReader): boolean => {
  if (reader === visitor) return isOpen && lan === undefined;
  return lan === undefined || lan === (reader.lan ?? fallbackLan);
};

export const createBacklog = (): Backlog => {
  let first = 0;
  let frames: Frame[] = [];
  // Thousands of streams are at the same place, and readers differ by their language alone.
  const pieces = new Map<string, Buffer | undefined>();
  return {
    add: (frame) => {
      frames.push(frame);
      pieces.clear();
    },
    end: () => first + frames.length,
    since: (place, reader) => {
      if (place >= first + frames.length) return undefined;
      const name = `${reader === visitor ? '' : (reader.lan ?? fallbackLan)} ${place}`;
      if (!pieces.has(name)) {
        const heard = frames.slice(place - first).filter((frame) => hears(frame, reader));
        pieces.set(name, heard.length === 0 ? undefined : Buffer.concat(heard.map(({ bytes }) => bytes)));
      }
      return pieces.get(name);
    },
    forgetBefore: (place) => {
      frames = frames.slice(place - first);
      first = place;
      pieces.clear();
    },
  };
};
