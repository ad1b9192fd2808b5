import { paths, livePath } from '@touchline/contract/paths';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { LiveHub } from '../live/hub.ts';
import { testHttp, testMember, testSecret } from './testing/test-http.ts';

test('a ticket opens the stream for the page of the api host; closing the app ends it', async () => {
  const live = new LiveHub({ secret: testSecret });
  const app = await testHttp(
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
  const live = new LiveHub({ secret: testSecret });
  const app = await testHttp({}, { live });
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
  const app = await testHttp({});
  expect((await app.inject({ url: livePath + query })).json()).toMatchObject({ code: 303 });
  await app.close();
});

test('beyond the limit of streams another is refused with a message, and its ticket stays good', async () => {
  let address = 1;
  let all = 2;
  const live = new LiveHub({
    secret: testSecret,
    addressStreamsMax: () => address,
    allStreamsMax: () => all,
  });
  const app = await testHttp({}, { live });
  const open = (ticket: string) => app.inject({ url: `${livePath}?token=${ticket}` });
  const first = open(live.ticket(testMember).ticket);
  await expect.poll(() => live.size()).toBe(1);

  const { ticket } = live.ticket(testMember);
  const ofAddress = await open(ticket);
  expect(ofAddress.statusCode).toBe(429);
  expect(ofAddress.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
  expect(ofAddress.json()).toMatchObject({
    code: 0,
    msg: expect.stringMatching(/./),
    data: { reason: 'too_many', until: expect.stringMatching(/^2.+Z$/) },
  });

  [address, all] = [2, 1];
  const ofAll = await open(ticket);
  expect(ofAll.statusCode).toBe(503);
  expect(ofAll.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
  expect(ofAll.json()).toMatchObject({ code: 0, data: { reason: 'unavailable' } });
  expect(live.size()).toBe(1);

  all = 2;
  const again = open(ticket);
  await expect.poll(() => live.size()).toBe(2);
  live.close();
  expect((await again).statusCode).toBe(200);
  expect((await first).statusCode).toBe(200);
  await app.close();
});

test('one stream too many of a member ends the oldest, and the newest continues', async () => {
  const live = new LiveHub({ secret: testSecret, memberStreamsMax: () => 1 });
  const app = await testHttp({}, { live });
  const open = () => app.inject({ url: `${livePath}?token=${live.ticket(testMember).ticket}` });
  const oldest = open();
  await expect.poll(() => live.size()).toBe(1);
  const newest = open();
  expect((await oldest).statusCode).toBe(200);
  expect(live.size()).toBe(1);
  live.publish('balance', { balance: '1.00', held: '0.00', currency: 'PLAY' }, { memberId: testMember.id });
  live.close();
  expect((await oldest).payload).not.toContain('event: balance');
  expect((await newest).payload).toContain('event: balance');
  await app.close();
});
