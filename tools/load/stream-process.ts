import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { paths, livePath } from '@touchline/contract/paths';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { StreamReport } from './streams.ts';

// Holds live streams of visitors on plain sockets, which cost this process little, and reports once a second.

const Order = Type.Object({ url: Type.String(), streams: Type.Integer(), from: Type.Integer() });
const Ticket = Type.Object({ data: Type.Object({ ticket: Type.String() }) });

/** Streams that are being opened at once. */
const openingMax = 16;
/** One of this many streams reads its messages, to measure how long a message takes to reach all of them. */
const readsOneOf = 40;
/** Messages whose first arrival is remembered. */
const framesKept = 5_000;

const agent = new Agent({ keepAlive: true, maxSockets: openingMax });

const askTicket = (url: URL): Promise<string> =>
  new Promise((resolve, reject) => {
    const [method, path] = paths.visitorTicket;
    const asking = request(
      {
        host: url.hostname,
        port: url.port,
        path,
        method,
        agent,
        headers: { 'content-type': 'application/json' },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => {
          const body: unknown = JSON.parse(text);
          if (Value.Check(Ticket, body)) resolve(body.data.ticket);
          else reject(new Error(`No ticket: ${text.slice(0, 200)}`));
        });
      },
    );
    asking.on('error', reject);
    asking.end('{}');
  });

/** The server closes a kept connection now and then, perhaps as the next request is on its way. */
const askAgain = async <T>(ask: () => Promise<T>, tries = 3): Promise<T | undefined> => {
  for (let left = tries; left > 0; left--) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      return await ask();
    } catch {
      // The next try.
    }
  }
  return undefined;
};

const report: StreamReport = { open: 0, refused: 0, lost: 0, megabytes: 0, spreadMs: [] };

const firstSeen = new Map<string, number>();

/** Notes when a message came to this stream, after it came to the first. */
const noteFrames = (chunk: Buffer): void => {
  const now = performance.now();
  for (const frame of chunk.toString('latin1').split('\n\n')) {
    // Before it may be the length of a chunk.
    const at = frame.indexOf('event: ');
    if (at < 0) continue;
    const key = frame.slice(at, at + 160);
    const first = firstSeen.get(key);
    if (first !== undefined) report.spreadMs.push(now - first);
    else {
      firstSeen.set(key, now);
      if (firstSeen.size > framesKept) firstSeen.delete(firstSeen.keys().next().value ?? '');
    }
  }
};

/** Opens a stream. Loopback addresses other than the first take their turns, as there are not enough ports for one. */
const openStream = async (url: URL, n: number): Promise<void> => {
  const ticket = await askAgain(() => askTicket(url));
  if (ticket === undefined) {
    report.refused++;
    return;
  }
  await new Promise<void>((resolve) => {
    const isHere = url.hostname === '127.0.0.1';
    const socket = connect({
      host: url.hostname,
      port: Number(url.port === '' ? 80 : url.port),
      ...(isHere ? { localAddress: `127.0.0.${2 + (n % 100)}` } : {}),
    });
    let isOpen = false;
    socket.once('connect', () =>
      socket.write(
        `GET ${livePath}?token=${encodeURIComponent(ticket)} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`,
      ),
    );
    socket.once('data', (head: Buffer) => {
      isOpen = head.toString('latin1').startsWith('HTTP/1.1 200');
      if (isOpen) report.open++;
      else {
        report.refused++;
        socket.destroy();
      }
      resolve();
    });
    socket.on('data', (chunk: Buffer) => {
      report.megabytes += chunk.length / 1e6;
      if (n % readsOneOf === 0) noteFrames(chunk);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (isOpen) {
        report.open--;
        report.lost++;
      }
      resolve();
    });
  });
};

const run = async (message: unknown): Promise<void> => {
  const { url, streams, from } = Value.Parse(Order, message);
  const to = new URL(url);
  let next = 0;
  const opener = async (): Promise<void> => {
    while (next < streams) await openStream(to, from + next++);
  };
  await Promise.all(Array.from({ length: openingMax }, opener));
};

process.once('message', (message) => void run(message));
process.once('disconnect', () => process.exit(0));
setInterval(() => {
  process.send?.(report);
  report.spreadMs = [];
}, 1_000);
