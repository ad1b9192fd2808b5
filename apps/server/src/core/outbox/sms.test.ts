import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSms, smsBody, type SmsOptions } from './carriers.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Heard = { headers: IncomingHttpHeaders; body: string };

/** A provider that answers with these statuses, one after the other; 0 is silence. */
const provider = async (...statuses: number[]): Promise<{ url: string; heard: Heard[] }> => {
  const heard: Heard[] = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      heard.push({ headers: request.headers, body });
      const status = statuses.shift() ?? 200;
      if (status === 0) return;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}');
    });
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a TCP server it is one
  const { port } = listening.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/messages`, heard };
};

const options: Omit<SmsOptions, 'url'> = {
  token: 'secret',
  from: 'Touchline',
  authorization: 'Bearer {token}',
  timeoutMs: 60_000,
  body: '{"from":"{from}","messages":[{"to":"{to}","text":"{text}"}]}',
};
const message = {
  id: 'm-1',
  to: '+447400123456',
  lan: 'en',
  subject: '',
  text: 'Say "hi" {to} & go',
} as const;

test('posts a message as JSON, with its text unchanged', async () => {
  const { url, heard } = await provider();
  expect(await createSms({ ...options, url })(message)).toEqual({ ok: true });
  expect(heard[0]?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'content-type': 'application/json',
    'idempotency-key': 'm-1',
  });
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
    from: 'Touchline',
    messages: [{ to: message.to, text: message.text }],
  });
});

test('posts it as a form', async () => {
  const { url, heard } = await provider(201);
  const form = { body: 'From={from}&To={to}&Body={text}', authorization: '' };
  expect(await createSms({ ...options, ...form, url })(message)).toEqual({ ok: true });
  expect(heard[0]?.headers.authorization).toBeUndefined();
  expect(Object.fromEntries(new URLSearchParams(heard[0]?.body))).toEqual({
    From: 'Touchline',
    To: message.to,
    Body: message.text,
  });
});

test.each([
  [400, false],
  [403, false],
  [429, true],
  [500, true],
  [503, true],
])('%i: to be tried again is %s', async (status, again) => {
  const { url } = await provider(status);
  expect(await createSms({ ...options, url })(message)).toEqual({
    ok: false,
    why: `status ${status}`,
    again,
  });
});

test('follows no redirect, which would carry the token elsewhere', async () => {
  const { url, heard } = await provider(302);
  expect(await createSms({ ...options, url })(message)).toMatchObject({ ok: false, again: true });
  expect(heard).toHaveLength(1);
});

test('gives up on silence, and tries again when the provider is unreachable', async () => {
  const { url } = await provider(0);
  expect(await createSms({ ...options, timeoutMs: 50, url })(message)).toEqual({
    ok: false,
    why: 'timeout',
    again: true,
  });
  const nobody = createSms({ ...options, url: 'http://127.0.0.1:1/' });
  expect(await nobody(message)).toEqual({ ok: false, why: 'unreachable', again: true });
});

test('keeps the form of a body for any values', () => {
  const values = { from: 'a', to: '"}', text: '","to":"+1', token: 't', id: 'i' };
  expect(JSON.parse(smsBody('{"to":"{to}","text":"{text}"}', values).body)).toEqual({
    to: '"}',
    text: '","to":"+1',
  });
  expect([
    ...new URLSearchParams(smsBody('To={to}&Body={text}', { ...values, text: '1&To=2' }).body),
  ]).toEqual([
    ['To', '"}'],
    ['Body', '1&To=2'],
  ]);
});
