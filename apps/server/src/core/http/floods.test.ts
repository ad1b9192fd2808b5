import { connect, type AddressInfo, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { testHttp } from './testing/test-http.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const opened = async (env: Record<string, string> = {}): Promise<FastifyInstance> => {
  const app = await testHttp({}, {}, env);
  apps.push(app);
  return app;
};

const portOf = async (app: FastifyInstance): Promise<number> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address: AddressInfo | string | null = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Sends requests on one connection without waiting for answers. @returns statuses of the answers until it was closed */
const pipelined = (port: number, path: string, count: number): Promise<number[]> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: here\r\naccept-encoding: gzip\r\n\r\n`.repeat(count)),
    );
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () =>
      resolve([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))),
    );
  });

describe('many requests on one connection', () => {
  test.each(['/api/openapi.json', '/healthz', '/nowhere', '/api/docs/json'])(
    'of 6,000 for %s few are answered, and the connection is closed',
    async (path) => {
      const port = await portOf(await opened());
      const statuses = await pipelined(port, path, 6_000);
      expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(60);
      // Node reads requests in pieces; those of the present piece are refused, and the rest is never read.
      expect(statuses.length).toBeLessThan(3_000);
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    },
  );

  test('one after the other they are answered', async () => {
    const port = await portOf(await opened());
    for (let n = 0; n < 50; n++) {
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    }
  });
});

test('a client beyond the limit of connections is turned away, and one comes in when another has left', async () => {
  const app = await testHttp({}, { connectionsMax: 2 });
  apps.push(app);
  const port = await portOf(app);
  const closed: number[] = [];
  const open = (n: number): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
      socket.on('error', () => undefined);
      socket.on('close', () => closed.push(n));
    });
  const sockets = [await open(1), await open(2), await open(3)];
  await expect.poll(() => closed).toEqual([3]);
  sockets[0]?.destroy();
  const ask = async (): Promise<number | undefined> =>
    (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.status;
  await expect.poll(ask, { timeout: 10_000 }).toBe(200);
  for (const socket of sockets) socket.destroy();
});

describe('an address', () => {
  test('limits requests for the documents separately', async () => {
    const app = await opened();
    const statuses: number[] = [];
    for (let n = 0; n < 70; n++) statuses.push((await app.inject({ url: '/api/openapi.json' })).statusCode);
    expect(statuses.indexOf(429)).toBe(60);
    const refused = await app.inject({ url: '/api/docs/' });
    expect(refused.json()).toMatchObject({ code: 0, data: { reason: 'too_many' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const elsewhere = { url: '/api/docs/', remoteAddress: '192.0.2.7' };
    expect((await app.inject(elsewhere)).statusCode).toBe(200);
  });

  test.each(['/healthz', '/readyz', '/nowhere', '/assets/nothing.js'])(
    'asks for %s within a limit',
    async (url) => {
      const app = await opened({ FILE_LIMIT_PER_MINUTE: '100' });
      const statuses: number[] = [];
      for (let n = 0; n < 110; n++) statuses.push((await app.inject({ url })).statusCode);
      expect(statuses.indexOf(429)).toBe(100);
    },
  );
});

describe('the document of the API', () => {
  test('is kept compressed and answered by its tag', async () => {
    const app = await opened();
    const url = '/api/openapi.json';
    const plain = await app.inject({ url });
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    const smallest = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br;q=0.9' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(smallest.headers['content-encoding']).toBe('br');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(packed.headers).toMatchObject({ vary: 'accept-encoding', etag: plain.headers.etag });
    const refused = await app.inject({ url, headers: { 'accept-encoding': 'gzip;q=0, br;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();

    for (const tag of [plain.headers.etag, `"other", W/${plain.headers.etag}`]) {
      const known = await app.inject({ url, headers: { 'if-none-match': tag } });
      expect([known.statusCode, known.payload]).toEqual([304, '']);
    }
    expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
    expect((await app.inject({ url: '/api/docs/json' })).headers.etag).toBe(plain.headers.etag);
    expect((await app.inject({ url: '/api/docs/yaml' })).statusCode).toBe(404);
  });
});
