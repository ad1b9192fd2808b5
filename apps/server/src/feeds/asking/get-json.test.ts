import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApiServer, type ApiServer } from '../testing/api-server.ts';
import { JsonClient, readRetryAfter } from './get-json.ts';

const now = new Date('2026-05-01T12:00:00Z');
let server: ApiServer;
let client: JsonClient;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
  client = new JsonClient({
    baseUrl: server.url,
    headers: { 'x-key': 'k' },
    timeoutMs: 300,
    bytesMax: 2_000,
    now: () => now,
  });
});

describe('an answer', () => {
  it('is read with its key, its query and the time it was made', async () => {
    server.behave(() => ({ body: { a: 1 }, headers: { date: 'Fri, 01 May 2026 11:59:30 GMT' } }));
    const answer = await client.get('fixtures', { ids: '1-2' });
    expect(answer).toMatchObject({ ok: true, body: { a: 1 }, at: new Date('2026-05-01T11:59:30Z') });
    expect(server.calls[0]).toMatchObject({ path: 'fixtures', headers: { 'x-key': 'k' } });
    expect(server.calls[0]?.query.get('ids')).toBe('1-2');
  });

  it('from a clock that is ahead was made now', async () => {
    server.behave(() => ({ body: {}, headers: { date: 'Fri, 01 May 2026 13:00:00 GMT' } }));
    expect(await client.get('x', {})).toMatchObject({ at: now });
  });

  it('with an ETag is requested by it, and is used again when it has not changed', async () => {
    server.behave(({ headers }) =>
      headers['if-none-match'] === '"v1"' ? { status: 304 } : { body: { a: 1 }, headers: { etag: '"v1"' } },
    );
    await client.get('x', { q: '1' });
    expect(await client.get('x', { q: '1' })).toMatchObject({ ok: true, body: { a: 1 } });
    await client.get('x', { q: '2' });
    expect(server.calls.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"v1"',
      undefined,
    ]);
  });

  it.each([
    ['silence', { isSilent: true }, { why: 'timeout' }],
    ['a cut', { body: { a: 'x'.repeat(500) }, cutAt: 100 }, { why: 'unreachable' }],
    ['half a document', { text: '{"a": [1, 2' }, { why: 'not_json' }],
    ['a page', { text: '<html>busy</html>' }, { why: 'not_json' }],
    ['too much', { body: { a: 'x'.repeat(5_000) } }, { why: 'too_large' }],
    ['a fault', { status: 500 }, { why: 'status', status: 500 }],
    ['no content', { status: 204 }, { why: 'status', status: 204 }],
    [
      'a limit',
      { status: 429, headers: { 'retry-after': '7' } },
      { why: 'status', status: 429, retryAfterMs: 7_000 },
    ],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, { why: 'unreachable' }],
    ['unchanged, never asked', { status: 304 }, { why: 'status', status: 304 }],
  ])('that is none has a name: %s', async (_, behaviour, expected) => {
    server.behave(() => behaviour);
    expect(await client.get('x', {})).toMatchObject({ ok: false, ...expected });
  });

  it('of a stopped server is unreachable', async () => {
    const gone = await startApiServer();
    await gone.close();
    const lost = new JsonClient({
      baseUrl: gone.url,
      headers: {},
      timeoutMs: 300,
      bytesMax: 10,
      now: () => now,
    });
    expect(await lost.get('x', {})).toEqual({ ok: false, why: 'unreachable' });
  });
});

it.each([
  [null, undefined],
  ['5', 5_000],
  ['Fri, 01 May 2026 12:00:10 GMT', 10_000],
  ['Fri, 01 May 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
])('Retry-After %s', (text, ms) => {
  expect(readRetryAfter(text, now)).toBe(ms);
});
