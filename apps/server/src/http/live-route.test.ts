import { paths, livePath } from '@touchline/contract/paths';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createLiveHub } from '../platform/live/hub.ts';
import { testApp, testMember, testSecret } from './testing/test-app.ts';

test('a ticket opens the stream for the page of the api host; closing the app ends it', async () => {
  const live = createLiveHub({ secret: testSecret });
  const app = await testApp(
    { liveTicket: (_input, { member }) => Promise.resolve(live.ticket(member)) },
    { live },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address: AddressInfo | string | null = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;

  const answer = await fetch(origin + paths.liveTicket[1], {
    method: 'POST',
    headers: { 'ba-user-token': 'good' },
  });
  const envelope: unknown = await answer.json();
  const ticket = /"ticket":"([^"]+)"/.exec(JSON.stringify(envelope))?.[1] ?? '';
  const stream = await fetch(`${origin}${livePath}?token=${ticket}`);
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');

  live.publish('balance', { balance: '1.00', held: '0.00', currency: 'PLAY' }, { memberId: testMember.id });
  const text = stream.text();
  await app.close();
  expect(await text).toContain('event: balance\ndata: {"balance":"1.00"');
});

test('the stream may be read by the page of the api host', async () => {
  const live = createLiveHub({ secret: testSecret });
  const app = await testApp({}, { live });
  const answer = app.inject({
    url: `${livePath}?token=${live.ticket(testMember).ticket}`,
    headers: { origin: 'https://bets.example', host: 'api.bets.example' },
  });
  await expect.poll(() => live.size()).toBe(1);
  live.close();
  expect((await answer).headers['access-control-allow-origin']).toBe('https://bets.example');
  await app.close();
});

test.each(['', '?token=x', '?ticket=a&token=b'])('"%s" opens nothing', async (query) => {
  const app = await testApp({});
  expect((await app.inject({ url: livePath + query })).json()).toMatchObject({ code: 303 });
  await app.close();
});
