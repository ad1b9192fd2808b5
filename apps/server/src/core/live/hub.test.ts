import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { LiveHub, type LiveHubOptions } from './hub.ts';
import { visitor, type LiveReader } from './ticket.ts';
import { commandLists } from '../../testing/commands.ts';

const secret = new Uint8Array(32).fill(3);
const anna = { id: 'anna', sessionId: 'a1' };
const ben = { id: 'ben', sessionId: 'b1' };
const balance = { balance: '10.00', held: '0.00', currency: 'PLAY' };
const price = { event: 'e1', markets: [] };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A hub behind a server that takes the member from the ticket, as the real route does. */
const serve = async (
  options: Partial<LiveHubOptions> = {},
): Promise<{ hub: LiveHub; open: (ticket: string, address?: string) => Promise<Stream> }> => {
  const hub = new LiveHub({ secret, ...options });
  const server: Server = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://x').searchParams;
    const ticket = asked.get('ticket') ?? '';
    const admit = async (): Promise<void> => {
      const member = await hub.redeem(ticket);
      if (member === undefined) response.writeHead(403).end();
      else hub.attach(member, response, asked.get('address') ?? '');
    };
    void admit();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  closers.push(() => {
    hub.close();
    server.closeAllConnections();
    server.close();
  });
  return {
    hub,
    open: (ticket, address = '') => connect(`http://127.0.0.1:${port}/?ticket=${ticket}&address=${address}`),
  };
};

type Stream = { status: number; text: () => string; ended: () => boolean; response: IncomingMessage };

const connect = (url: string): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const request = get(url, (response) => {
      let text = '';
      let ended = false;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('close', () => (ended = true));
      response.on('error', () => (ended = true));
      resolve({ status: response.statusCode ?? 0, text: () => text, ended: () => ended, response });
    });
    request.on('error', reject);
  });

test('everyone receives public messages, a member their own', async () => {
  const { hub, open } = await serve();
  const annas = await open(hub.ticket(anna).ticket);
  const bens = await open(hub.ticket(ben).ticket);
  hub.publish('price', price);
  hub.publish('balance', balance, { memberId: 'anna' });
  await expect.poll(annas.text).toContain(`event: balance\ndata: ${JSON.stringify(balance)}\n\n`);
  expect(annas.text()).toContain(`event: price\ndata: ${JSON.stringify(price)}\n\n`);
  await expect.poll(bens.text).toContain('event: price');
  expect(bens.text()).not.toContain('balance');
});

test('a stream begins with whether bets are taken, a visitor’s too, and hears when that changes', async () => {
  let betting: { stoppedAt?: string } = {};
  const { hub, open } = await serve({ betting: () => betting });
  const annas = await open(hub.ticket(anna).ticket);
  betting = { stoppedAt: '2026-06-18T12:00:00.000Z' };
  const visitors = await open(hub.ticket(visitor).ticket);
  hub.publish('betting', {});
  const frames = (stream: Stream) => stream.text().match(/^data: .*$/gm);
  await expect.poll(() => frames(annas)).toEqual(['data: {}', 'data: {}']);
  await expect.poll(() => frames(visitors)).toEqual([`data: ${JSON.stringify(betting)}`, 'data: {}']);
});

test('a ticket opens one stream, for thirty seconds, and only if we signed it', async () => {
  let nowMs = 0;
  const { hub, open } = await serve({ nowMs: () => nowMs });
  const once = hub.ticket(anna).ticket;
  expect((await open(once)).status).toBe(200);
  expect((await open(once)).status).toBe(403);
  const late = hub.ticket(anna).ticket;
  nowMs = 30_000;
  expect((await open(late)).status).toBe(403);
  expect((await open('')).status).toBe(403);
  const other = new LiveHub({ secret: new Uint8Array(32).fill(4) });
  expect((await open(other.ticket(anna).ticket)).status).toBe(403);
  other.close();
});

test('a ticket of an ended session opens nothing', async () => {
  const ended = new Set<string>();
  const { hub, open } = await serve({ isEnded: (id) => ended.has(id) });
  const { ticket } = hub.ticket(anna);
  ended.add('a1');
  expect((await open(ticket)).status).toBe(403);
});

test('the end of a session ends its streams and no others', async () => {
  const { hub, open } = await serve();
  const annas = await open(hub.ticket(anna).ticket);
  const elsewhere = await open(hub.ticket({ id: 'anna', sessionId: 'a2' }).ticket);
  hub.endSession('a1');
  await expect.poll(annas.ended).toBe(true);
  hub.publish('balance', balance, { memberId: 'anna' });
  await expect.poll(elsewhere.text).toContain('event: balance');
  expect(hub.size()).toBe(1);
});

test('one stream too many of a member ends the oldest', async () => {
  const { hub, open } = await serve({ memberStreamsMax: () => 2 });
  const streams: Stream[] = [];
  for (let i = 0; i < 3; i++) streams.push(await open(hub.ticket(anna).ticket));
  await expect.poll(() => streams.map((stream) => stream.ended())).toEqual([true, false, false]);
  expect(hub.size()).toBe(2);
  // It knows why, so that it does not return at once.
  expect(streams.map((stream) => stream.text().includes('event: replaced'))).toEqual([true, false, false]);
  hub.publish('balance', balance, { memberId: 'anna' });
  await expect.poll(() => streams[2]?.text()).toContain('event: balance');
});

test('a client that does not read is dropped, the others continue', { timeout: 60_000 }, async () => {
  const { hub, open } = await serve();
  const slow = await open(hub.ticket(anna).ticket);
  slow.response.pause();
  const quick = await open(hub.ticket(ben).ticket);
  const long = { event: 'e'.repeat(400_000), markets: [] };
  await expect
    .poll(
      () => {
        hub.publish('price', long);
        return hub.size();
      },
      { timeout: 50_000, interval: 5 },
    )
    .toBe(1);
  hub.publish('balance', balance, { memberId: 'ben' });
  await expect.poll(quick.text, { timeout: 20_000 }).toContain('event: balance');
});

test('the streams of an address, and of all, are limited', async () => {
  const { hub, open } = await serve({ addressStreamsMax: () => 2, allStreamsMax: () => 3 });
  const first = await open(hub.ticket(anna).ticket, 'here');
  await open(hub.ticket(ben).ticket, 'here');
  expect([hub.isFull('here'), hub.isFull('there')]).toEqual(['address', undefined]);
  await open(hub.ticket(ben).ticket, 'there');
  expect([hub.isFull('here'), hub.isFull('elsewhere')]).toEqual(['all', 'all']);
  first.response.destroy();
  await expect.poll(() => hub.isFull('here')).toBeUndefined();
});

test('drops a client that reads nothing between two heartbeats, however few bytes wait', async () => {
  const { hub, open } = await serve({ heartbeatMs: 50, waitingBytesMax: 1024 ** 3 });
  const slow = await open(hub.ticket(anna).ticket);
  slow.response.pause();
  await open(hub.ticket(ben).ticket);
  const long = { event: 'e'.repeat(20_000_000), markets: [] };
  hub.publish('price', long, { memberId: 'anna' });
  await expect.poll(() => hub.listeners().map(({ id }) => id), { timeout: 20_000 }).toEqual(['ben']);
});

test('a client that goes away is forgotten', async () => {
  const { hub, open } = await serve();
  const stream = await open(hub.ticket(anna).ticket);
  expect(hub.size()).toBe(1);
  stream.response.destroy();
  await expect.poll(() => hub.size()).toBe(0);
});

test('a quiet stream sends a comment at intervals', async () => {
  const { hub, open } = await serve({ heartbeatMs: 10 });
  const stream = await open(hub.ticket(anna).ticket);
  await expect.poll(stream.text).toContain('\n:\n\n');
});

test('closing ends every stream and refuses new ones', async () => {
  const { hub, open } = await serve();
  const stream = await open(hub.ticket(anna).ticket);
  const { ticket } = hub.ticket(ben);
  hub.close();
  await expect.poll(stream.ended).toBe(true);
  const late = await open(ticket);
  await expect.poll(late.ended).toBe(true);
  expect(hub.size()).toBe(0);
});

test('a visitor receives matches and prices, and no message of a member', async () => {
  const { hub, open } = await serve();
  const seen = await open(hub.ticket(visitor).ticket);
  const annas = await open(hub.ticket(anna).ticket);
  hub.publish(
    'notice',
    { box: 'letter', id: 'n1', title: 'To all who read English', unread: 1 },
    { lan: 'en' },
  );
  hub.publish('notice', { box: 'system', id: 'n2', title: 'To all', unread: 1 });
  hub.publish('balance', balance, { memberId: 'anna' });
  hub.tell('notice', ({ id }) => ({ box: 'system', id: 'n3', title: id, unread: 1 }));
  hub.publish('price', price);
  await expect.poll(annas.text).toContain('event: price');
  await expect.poll(seen.text).toContain('event: price');
  expect(annas.text()).toContain('"id":"n3"');
  expect(seen.text()).not.toMatch(/balance|notice/);
  expect(hub.listeners()).toEqual([expect.objectContaining({ id: 'anna' })]);
  expect(hub.size()).toBe(2);
});

test('while visitors may not read, none opens a stream and the open ones end; members keep theirs', async () => {
  let isOpen = true;
  const { hub, open } = await serve({ isOpenToVisitors: () => isOpen, heartbeatMs: 20 });
  const [late, seen, own] = [
    hub.ticket(visitor),
    await open(hub.ticket(visitor).ticket),
    await open(hub.ticket(anna).ticket),
  ];
  expect(hub.size()).toBe(2);
  isOpen = false;
  await expect.poll(() => [seen.ended(), hub.size()]).toEqual([true, 1]);
  expect(own.ended()).toBe(false);
  expect((await open(late.ticket)).status).toBe(403);
});

test('visitors hold at most half of all streams', async () => {
  const { hub, open } = await serve({ allStreamsMax: () => 2 });
  await open(hub.ticket(visitor).ticket, 'here');
  await expect.poll(() => hub.size()).toBe(1);
  expect([hub.isFull('there', visitor), hub.isFull('there', anna)]).toEqual(['all', undefined]);
});

const readers: LiveReader[] = [anna, { ...anna, sessionId: 'a2', lan: 'de' }, ben, visitor];
const happening = fc.oneof(
  fc.constant('pause' as const),
  fc.record({ price: fc.nat() }),
  fc.record({ notice: fc.nat(), lan: fc.constantFrom('en' as const, 'de' as const, undefined) }),
  fc.record({ balance: fc.nat(), memberId: fc.constantFrom('anna', 'ben') }),
  fc.record({ told: fc.nat() }),
  fc.record({ joins: fc.nat(readers.length - 1) }),
);

test('each stream receives the same in the same order, whether written at once or in turns', async () => {
  const path = commandLists(happening, { minLength: 5, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(path, async (happenings) => {
      const readAll = async (atOnceMax: number): Promise<string[]> => {
        const { hub, open } = await serve({ atOnceMax });
        const streams: Stream[] = [];
        for (const reader of readers) streams.push(await open(hub.ticket(reader).ticket));
        const letter = (id: number) => ({ box: 'letter', id: String(id), title: '', unread: 1 }) as const;
        for (const one of happenings) {
          if (one === 'pause') await new Promise(setImmediate);
          else if ('price' in one) hub.publish('price', { event: String(one.price), markets: [] });
          else if ('notice' in one)
            hub.publish('notice', letter(one.notice), one.lan ? { lan: one.lan } : {});
          else if ('balance' in one)
            hub.publish('balance', { ...balance, balance: String(one.balance) }, one);
          else if ('told' in one)
            hub.tell('notice', ({ id }) => (id === 'ben' ? letter(one.told) : undefined));
          else streams.push(await open(hub.ticket(readers[one.joins] ?? visitor).ticket));
        }
        // Nothing that was published is lost by closing.
        hub.close();
        await expect.poll(() => streams.every((stream) => stream.ended())).toBe(true);
        return streams.map((stream) => stream.text());
      };
      expect(await readAll(0)).toEqual(await readAll(Infinity));
    }),
    { numRuns: 15 },
  );
});
