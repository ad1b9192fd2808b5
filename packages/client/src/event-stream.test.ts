import { expect, it, vi } from 'vitest';
import { openEventStream } from './event-stream.ts';
import { createLive } from './live.ts';
import { startApi } from './testing/api-server.ts';

/** A response whose body is these parts; it stays open unless `ends`. */
const stream = (parts: readonly string[], ends = false): Response => {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const part of parts) controller.enqueue(bytes.encode(part));
      if (ends) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

/** The names of what a stream dispatches, and the data of its messages. */
const listen = (url: string) => {
  const heard: [name: string, data?: string][] = [];
  const source = openEventStream(url);
  for (const name of ['open', 'error', 'bet', 'message']) {
    source.addEventListener(name, (event) =>
      heard.push(event instanceof MessageEvent ? [name, event.data] : [name]),
    );
  }
  return { heard, close: source.close };
};

it('dispatches messages by their name, however the network cuts them', async () => {
  const parts = [
    ': hello\n\nevent: bet\ndata: {"a":',
    '1}\n',
    '\nevent: bet\r\ndata: 2\r\n\r\ndata: 3\ndata: 4\n\n',
  ];
  const origin = await startApi(() => stream(parts, true));
  const { heard } = listen(origin);
  await vi.waitUntil(() => heard.some(([name]) => name === 'error'));
  expect(heard).toEqual([['open'], ['bet', '{"a":1}'], ['bet', '2'], ['message', '3\n4'], ['error']]);
});

it('fails where the answer is no stream', async () => {
  const origin = await startApi(() => ({ code: 303, msg: '', data: {} }));
  const { heard } = listen(origin);
  await vi.waitUntil(() => heard.length > 0);
  expect(heard).toEqual([['error']]);
});

it('is silent once it is closed', async () => {
  const origin = await startApi(() => stream(['event: bet\ndata: 1\n\n']));
  const { heard, close } = listen(origin);
  await vi.waitUntil(() => heard.length === 2);
  close();
  await new Promise(setImmediate);
  expect(heard).toEqual([['open'], ['bet', '1']]);
});

it('carries the live stream, with a new ticket for each connection', async () => {
  const balance = (amount: string): string =>
    `event: balance\ndata: {"balance":"${amount}","held":"0.00","currency":"PLAY"}\n\n`;
  const paths: string[] = [];
  const origin = await startApi(({ path }) => {
    paths.push(path);
    return paths.length === 1 ? stream([balance('12.50')], true) : stream([balance('9.00')]);
  });
  let tickets = 0;
  const live = createLive({
    origin,
    ticket: async () => `t${(tickets += 1)}`,
    open: openEventStream,
    firstDelayMs: 1,
  });
  const balances: string[] = [];
  let missed = 0;
  live.subscribe('balance', ({ balance }) => balances.push(balance));
  live.onReconnect(() => {
    missed += 1;
  });
  live.start();
  await vi.waitUntil(() => balances.length === 2);
  live.stop();
  expect(balances).toEqual(['12.50', '9.00']);
  expect(missed).toBe(1);
  expect(paths).toEqual(['/api/live?token=t1', '/api/live?token=t2']);
});
