import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';

type Sent = { url: string; token: string | null; type: string | null; body: unknown };

const envelope = (code: number, data: object): Response =>
  new Response(JSON.stringify({ code, msg: '', data }), { headers: { 'content-type': 'application/json' } });
const picture = (): Response => new Response('pixels', { headers: { 'content-type': 'image/webp' } });

/** A client whose token `old` has run out; `answer` is what anyone with another token gets. */
const setUp = (answer: () => Response) => {
  let tokens = { token: 'old', refreshToken: 'refresh', expiresAt: '' };
  const sent: Sent[] = [];
  const send = (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    const token = headers.get('ba-user-token');
    sent.push({ url, token, type: headers.get('content-type'), body: init.body });
    if (url.endsWith('/refreshToken')) {
      return Promise.resolve(envelope(1, { token: 'new', refreshToken: 'refresh 2', expiresAt: '' }));
    }
    return Promise.resolve(token === 'old' ? envelope(409, { reason: 'token_expired' }) : answer());
  };
  const client = createClient({
    origin: 'https://api.touchline.test',
    language: () => 'en',
    session: {
      read: () => tokens,
      write: (next) => {
        tokens = next;
      },
      clear: () => undefined,
    },
    exclusively: (work) => work(),
    fetch: send,
  });
  return { client, send, sent };
};

describe('a file', () => {
  it('is handed in as a form, again with a new token when the old one has run out', async () => {
    const { client, send, sent } = setUp(() => envelope(1, { id: 'u1', url: '/api/file/u1' }));
    const form = new FormData();
    form.set('purpose', 'voucher');
    expect(await client.upload('/api/alioss/callback', form, send)).toEqual({
      id: 'u1',
      url: '/api/file/u1',
    });
    const uploads = sent.filter(({ url }) => url.endsWith('/callback'));
    expect(uploads.map(({ token }) => token)).toEqual(['old', 'new']);
    // The browser names the form's boundary itself.
    expect(uploads.every(({ body, type }) => body === form && type === null)).toBe(true);
  });

  it('that is refused says why', async () => {
    const { client, send } = setUp(() => envelope(0, { reason: 'upload_type' }));
    await expect(client.upload('/api/alioss/callback', new FormData(), send)).rejects.toMatchObject({
      reason: 'upload_type',
    });
  });
});

describe('a private image', () => {
  it('is fetched with the token', async () => {
    const { client, sent } = setUp(picture);
    const blob = await client.image('/api/file/u1');
    expect(await blob.text()).toBe('pixels');
    expect(sent.at(-1)).toMatchObject({ url: 'https://api.touchline.test/api/file/u1', token: 'new' });
  });

  it('of someone else is not found', async () => {
    const { client } = setUp(() => envelope(0, { reason: 'not_found' }));
    await expect(client.image('/api/file/u2')).rejects.toMatchObject({ reason: 'not_found' });
  });

  it('is never what another answer says', async () => {
    const { client } = setUp(() => envelope(1, {}));
    await expect(client.image('/api/file/u1')).rejects.toMatchObject({ reason: 'badAnswer' });
  });
});
