import { connect } from 'node:net';
import { paths } from '@touchline/contract/paths';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testHttp } from './testing/test-http.ts';

const good = { 'ba-user-token': 'good' };

let app: FastifyInstance;
beforeAll(async () => {
  app = await testHttp({ logout: () => Promise.resolve({}) });
});
afterAll(() => app.close());

describe('the page on its own host', () => {
  const ask = (origin: string, host: string, method: 'OPTIONS' | 'POST' = 'POST') =>
    app.inject({ method, url: paths.logout[1], headers: { ...good, origin, host } });

  test('may read answers of its api host', async () => {
    const answer = await ask('https://bets.example', 'api.bets.example');
    expect(answer.headers['access-control-allow-origin']).toBe('https://bets.example');
  });
  test('gets the allowed headers beforehand', async () => {
    const answer = await ask('http://bets.example:8080', 'api.bets.example:8080', 'OPTIONS');
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toBe(
      'ba-user-token, ba-office-token, accept-language, content-type',
    );
    expect(answer.headers['access-control-allow-origin']).toBe('http://bets.example:8080');
  });
  test('other pages may not', async () => {
    const others = ['https://evil.example', 'https://bets.example.evil', 'null', 'https://api.bets.example'];
    for (const origin of others) {
      const answer = await ask(origin, 'api.bets.example');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
  test('refusals can be read as well', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: paths.logout[1],
      headers: { origin: 'https://bets.example', host: 'api.bets.example' },
    });
    expect(answer.json()).toMatchObject({ code: 303 });
    expect(answer.headers['access-control-allow-origin']).toBe('https://bets.example');
  });
});

describe('limits', () => {
  test('calls of a member are limited, with the time to come back', async () => {
    const limited = await testHttp(
      { logout: () => Promise.resolve({}) },
      {},
      { RATE_LIMIT_PER_MINUTE: '10' },
    );
    const ask = () => limited.inject({ method: 'POST', url: paths.logout[1], headers: good });
    for (let i = 0; i < 10; i++) expect((await ask()).json()).toMatchObject({ code: 1 });
    const answer = await ask();
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ code: 0, data: { reason: 'too_many' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await limited.close();
  });

  test('guessing tokens is limited by address', async () => {
    const limited = await testHttp({}, {}, { RATE_LIMIT_PER_MINUTE: '10' });
    const ask = () =>
      limited.inject({ method: 'GET', url: paths.userInfo[1], headers: { 'ba-user-token': 'x' } });
    for (let i = 0; i < 10; i++) expect((await ask()).json()).toMatchObject({ code: 303 });
    expect((await ask()).statusCode).toBe(429);
    await limited.close();
  });

  test('a forwarded address counts only where a proxy is trusted', async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '10' };
    const reached = async (more: Record<string, string>): Promise<number> => {
      const limited = await testHttp({}, {}, { ...env, ...more });
      const answers = [];
      for (let i = 0; i < 12; i++) {
        const headers = { 'x-forwarded-for': `203.0.113.${i}` };
        answers.push(await limited.inject({ method: 'GET', url: paths.userInfo[1], headers }));
      }
      await limited.close();
      return answers.filter((answer) => answer.statusCode === 200).length;
    };
    expect(await reached({})).toBe(10);
    expect(await reached({ TRUST_PROXY: '127.0.0.1' })).toBe(12);
    expect(await reached({ TRUST_PROXY: '10.0.0.0/8' })).toBe(10);
  });

  test('sign-ins are limited more than other calls', async () => {
    const limited = await testHttp({}, {}, { SIGNIN_LIMIT_PER_MINUTE: '2' });
    const ask = () =>
      limited.inject({ method: 'POST', url: paths.login[1], payload: { account: 'a', password: 'b' } });
    for (let i = 0; i < 2; i++) expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(429);
    await limited.close();
  });
});

describe('malformed HTTP', () => {
  const talk = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const address = app.server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let heard = '';
      socket.on('data', (chunk) => (heard += chunk.toString()));
      socket.on('close', () => resolve(heard));
      socket.on('error', reject);
    });

  test('gets an envelope and a closed connection', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const nonsense = await talk('nonsense\r\n\r\n');
    expect(nonsense).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(nonsense).toContain('"reason":"bad_request"');
    const long = await talk(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1.1 431 /);
    expect(long).toContain('"reason":"too_large"');
  });
});

describe('a request with two hosts', () => {
  const answerTo = async (hosts: readonly string[]): Promise<string> => {
    await app.ready();
    if (app.server.address() === null) await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    return new Promise((resolve, reject) => {
      const socket = connect(address.port, '127.0.0.1');
      let answer = '';
      socket.on('data', (bytes) => (answer += bytes.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
      const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
      socket.write(`POST ${paths.logout[1]} HTTP/1.1\r\n${lines}ba-user-token: good\r\n`);
      socket.write('content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}');
    });
  };

  test.each([
    ['one', ['bets.example'], /^HTTP\/1\.1 200 /],
    ['two', ['bets.example', 'evil.example'], /^HTTP\/1\.1 400 /],
    ['the same twice', ['bets.example', 'bets.example'], /^HTTP\/1\.1 400 /],
  ])('%s', async (_what, hosts, status) => {
    expect(await answerTo(hosts)).toMatch(status);
  });
});
