import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Lan } from '@touchline/locales/locales';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { manualClock } from '../clock.ts';
import { createLog } from '../logging/log.ts';
import { createEmail } from './carriers.ts';
import { Outbox } from './service.ts';
import { testSmtp, type TestSmtp } from './testing/smtp.ts';

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const clock = manualClock(new Date('2026-06-11T12:00:00Z'));
const stops: (() => unknown)[] = [];
beforeEach(() => database.pool.query('delete from outbox_message'));
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const smtp = async (options: Parameters<typeof testSmtp>[0] = {}): Promise<TestSmtp> => {
  const server = await testSmtp(options);
  stops.push(() => server.close());
  return server;
};

/** Long enough for any server that answers, however busy the machine is. */
const patient = { connectMs: 60_000, silenceMs: 60_000, totalMs: 60_000 };
/** Short, for servers that never answer. */
const impatient = { connectMs: 300, silenceMs: 300, totalMs: 900 };

/** The outbox of a server process that sends to `url`. */
const outboxTo = async (url: string, fromName = 'Touchline', timeouts = patient): Promise<Outbox> =>
  new Outbox({
    pool: database.pool,
    clock,
    log: createLog('silent'),
    site: () => 'Touchline',
    secret: Buffer.alloc(32, 7),
    carriers: {
      email: await createEmail({
        url,
        from: 'house@touchline.example',
        fromName: () => fromName,
        timeouts,
      }),
    },
  });

const code = { template: 'code', fields: { purpose: 'login', code: '314159' } } as const;
const put = (
  outbox: Outbox,
  more: { to?: string; lan?: Lan; about?: string; uselessAt?: Date } = {},
): Promise<void> =>
  outbox.put(database.pool, { channel: 'email', to: 'ann@example.org', lan: 'en', ...code, ...more });

const states = async () =>
  (
    await database.pool.query<{ state: string; tries: number; error: string | null }>(
      'select state, tries, error from outbox_message order by id',
    )
  ).rows;
const waitLong = (): void => clock.advance(60 * 60_000);

describe('a mail', () => {
  test('arrives once, as plain text, with a unique id', async () => {
    const server = await smtp();
    const outbox = await outboxTo(server.url);
    await put(outbox);
    await outbox.sendDue();
    waitLong();
    await outbox.sendDue();
    expect(server.mails).toHaveLength(1);
    const { mail, to } = server.mails[0] ?? {};
    expect(to).toEqual(['ann@example.org']);
    expect(mail?.from).toEqual({ name: 'Touchline', address: 'house@touchline.example' });
    expect(mail?.subject).toBe('Your code for Touchline');
    expect(mail?.text).toContain('\n314159\n');
    expect(mail?.html).toBeUndefined();
    expect(mail?.text).not.toMatch(/https?:|www\./);
    expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@touchline\.example>$/);
    expect(await states()).toEqual([{ state: 'sent', tries: 1, error: null }]);
    // Only its reader has the code now.
    const { rows } = await database.pool.query(`select fields ? 'code' as is_left from outbox_message`);
    expect(rows).toEqual([{ is_left: false }]);
  });

  test('is in the language of its reader, right to left in Arabic', async () => {
    const server = await smtp();
    const outbox = await outboxTo(server.url);
    await put(outbox, { lan: 'ar' });
    await outbox.sendDue();
    const mail = server.mails[0]?.mail;
    expect(mail?.subject).toBe('\u200fرمزك على Touchline');
    expect(mail?.text?.trim().split(/\n+/)).toEqual([
      expect.stringMatching(/^\u200fرمز/),
      '\u200f314159',
      expect.stringMatching(/^\u200fيصلح/),
    ]);
  });

  test('has only the headers we set', async () => {
    const server = await smtp();
    const outbox = await outboxTo(server.url, 'Touch\r\nBcc: all@example.org\r\nX: line');
    await put(outbox, { to: 'bob@example.org\r\nBcc: eve@example.org' });
    await put(outbox, { to: 'bob@example.org, eve@example.org' });
    await put(outbox);
    await outbox.sendDue();
    expect(server.mails.map(({ to }) => to)).toContainEqual(['ann@example.org']);
    for (const { mail, to } of server.mails) {
      expect(to).toHaveLength(1);
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(mail.headers.map(({ key }) => key)).not.toContain('x');
    }
    expect(server.mails.flatMap(({ to }) => to)).not.toContain('eve@example.org');
  });

  test('is not sent when its subject has ended', async () => {
    const server = await smtp();
    const outbox = await outboxTo(server.url);
    const about = '0197a000-0000-7000-8000-000000000009';
    await put(outbox, { about });
    await outbox.withdraw(database.pool, about);
    await put(outbox, { uselessAt: clock.now() });
    await outbox.sendDue();
    expect(server.mails).toHaveLength(0);
    expect((await states()).map(({ state, error }) => [state, error])).toEqual([
      ['failed', 'withdrawn'],
      ['failed', 'too late'],
    ]);
  });
});

test('a carrier that throws counts as a try, and does not hold up the others', async () => {
  const carried: string[] = [];
  const outbox = new Outbox({
    pool: database.pool,
    clock,
    log: createLog('silent'),
    site: () => 'Touchline',
    secret: Buffer.alloc(32, 7),
    carriers: {
      email: ({ to }) => {
        if (to === 'ann@example.org') throw new Error('a fault of ours');
        carried.push(to);
        return Promise.resolve({ ok: true });
      },
    },
  });
  await put(outbox);
  await put(outbox, { to: 'bob@example.org' });
  for (let n = 0; n < 10; n++) {
    await outbox.sendDue();
    waitLong();
  }
  expect(carried).toEqual(['bob@example.org']);
  expect(await states()).toEqual([
    { state: 'failed', tries: 8, error: 'fault' },
    { state: 'sent', tries: 1, error: null },
  ]);
});

test('two processes send twenty mails once each', async () => {
  const server = await smtp();
  const [a, b] = [await outboxTo(server.url), await outboxTo(server.url)];
  for (let n = 0; n < 20; n++) await put(a, { to: `reader${n}@example.org` });
  await Promise.all([a.sendDue(), b.sendDue(), a.sendDue()]);
  const readers = server.mails.flatMap(({ to }) => to);
  expect(readers).toHaveLength(20);
  expect(new Set(readers).size).toBe(20);
});

describe('a server', () => {
  const refusing = (responseCode: number) =>
    smtp({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('not here'), { responseCode })),
    });

  test('that refuses an address for good is not asked again', async () => {
    const outbox = await outboxTo((await refusing(550)).url);
    await put(outbox);
    await outbox.sendDue();
    waitLong();
    await outbox.sendDue();
    expect(await states()).toEqual([{ state: 'failed', tries: 1, error: 'EENVELOPE 550' }]);
  });

  test('that refuses the sender is distinguished from one that refuses the address', async () => {
    const server = await smtp({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('not you'), { responseCode: 553 })),
    });
    const outbox = await outboxTo(server.url);
    await put(outbox);
    await outbox.sendDue();
    expect(await states()).toEqual([{ state: 'failed', tries: 1, error: 'EENVELOPE 553 MAIL FROM' }]);
  });

  test('that refuses for now is asked again, later each time, and not forever', async () => {
    const outbox = await outboxTo((await refusing(451)).url);
    await put(outbox);
    await outbox.sendDue();
    await outbox.sendDue();
    expect(await states()).toEqual([{ state: 'waiting', tries: 1, error: 'EENVELOPE 451' }]);
    for (let n = 0; n < 10; n++) {
      waitLong();
      await outbox.sendDue();
    }
    expect(await states()).toEqual([{ state: 'failed', tries: 8, error: 'EENVELOPE 451' }]);
  });

  test('that is silent is given up after a time', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    stops.push(() => silent.close());
    const outbox = await outboxTo(`smtp://127.0.0.1:${portOf(silent)}`, 'Touchline', impatient);
    await put(outbox);
    await outbox.sendDue();
    expect(await states()).toMatchObject([{ state: 'waiting', tries: 1, error: 'ETIMEDOUT' }]);
  });

  test('that answers drop by drop is given up too', async () => {
    const slow = createServer((socket) => {
      socket.on('error', () => undefined);
      const timer = setInterval(() => socket.write('220-wait\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    stops.push(() => slow.close());
    const outbox = await outboxTo(`smtp://127.0.0.1:${portOf(slow)}`, 'Touchline', impatient);
    await put(outbox);
    await outbox.sendDue();
    expect(await states()).toMatchObject([{ state: 'waiting', tries: 1 }]);
  });

  test('that drops the connection in the middle gets the same mail again', async () => {
    const sockets: Socket[] = [];
    let drops = 1;
    const server = await smtp({
      onConnect: (_session, done) => done(),
      onMailFrom: (_address, _session, done) => {
        if (drops-- > 0) for (const socket of sockets) socket.destroy();
        else done();
      },
    });
    const relay = createServer((client) => {
      const { port } = new URL(server.url);
      const upstream = connect(Number(port), '127.0.0.1');
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      sockets.push(client);
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    stops.push(() => relay.close());
    const outbox = await outboxTo(`smtp://127.0.0.1:${portOf(relay)}`);
    await put(outbox);
    await outbox.sendDue();
    expect(await states()).toMatchObject([{ state: 'waiting', tries: 1 }]);
    waitLong();
    await outbox.sendDue();
    expect(server.mails).toHaveLength(1);
    expect(await states()).toMatchObject([{ state: 'sent', tries: 2 }]);
  });

  test('that is away is asked again', async () => {
    const server = await smtp();
    await server.close();
    const outbox = await outboxTo(server.url);
    await put(outbox);
    await outbox.sendDue();
    expect(await states()).toMatchObject([{ state: 'waiting', tries: 1, error: 'ESOCKET' }]);
  });
});

test('a message that one process did not finish is taken up by another', async () => {
  const server = await smtp();
  const outbox = await outboxTo(server.url);
  const dying = new Outbox({
    pool: database.pool,
    clock,
    log: createLog('silent'),
    site: () => 'Touchline',
    secret: Buffer.alloc(32, 7),
    carriers: { email: () => new Promise<never>(() => undefined) },
  });
  await put(outbox);
  void dying.sendDue();
  await expect.poll(states).toMatchObject([{ tries: 1 }]);
  await outbox.sendDue();
  expect(server.mails).toHaveLength(0);
  clock.advance(121_000);
  await outbox.sendDue();
  expect(server.mails).toHaveLength(1);
});
