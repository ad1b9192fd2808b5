import { describe, expect, it } from 'vitest';
import { createMemberClient } from './member-client.ts';
import { memorySession } from './session.ts';
import { ok, type Received, refused, startApi } from './testing/api-server.ts';

const uploadPath = '/api/alioss/callback';
const picture = (): Response => new Response('pixels', { headers: { 'content-type': 'image/webp' } });

/** A client whose token `old` has expired; `answer` is what any other token gets. */
const setUp = async (answer: () => unknown) => {
  const received: Received[] = [];
  const origin = await startApi((request) => {
    received.push(request);
    if (request.path.endsWith('/refreshToken')) {
      return ok({ token: 'new', refreshToken: 'refresh 2', expiresAt: '' });
    }
    return request.headers['ba-user-token'] === 'old' ? refused(409, 'token_expired') : answer();
  });
  const session = memorySession({ token: 'old', refreshToken: 'refresh', expiresAt: '' });
  return { client: createMemberClient({ origin, session }), received };
};

describe('an upload', () => {
  const form = (): FormData => {
    const form = new FormData();
    form.set('purpose', 'voucher');
    form.set('file', new Blob(['pixels'], { type: 'image/png' }), 'voucher.png');
    return form;
  };

  it('sends the form, again with a new token when the old one has expired', async () => {
    const { client, received } = await setUp(() => ok({ id: 'u1', url: '/api/alioss/file?id=u1' }));
    expect(await client.upload(form())).toEqual({ id: 'u1', url: '/api/alioss/file?id=u1' });
    const uploads = received.filter(({ path }) => path === uploadPath);
    expect(uploads.map(({ headers }) => headers['ba-user-token'])).toEqual(['old', 'new']);
    for (const { headers, body } of uploads) {
      // The platform names the form's boundary itself.
      expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
      expect(body).toContain('voucher.png');
    }
  });

  it('goes out by the sender it is given', async () => {
    const { client } = await setUp(() => ok({ id: 'u1', url: '/u1' }));
    const urls: string[] = [];
    await client.upload(form(), (url, init) => {
      urls.push(new URL(url).pathname);
      return fetch(url, init);
    });
    expect(urls).toEqual([uploadPath, uploadPath]);
  });

  it('rejects with the reason of a refusal', async () => {
    const { client } = await setUp(() => refused(0, 'upload_type'));
    await expect(client.upload(form())).rejects.toMatchObject({ reason: 'upload_type' });
  });

  it('rejects an answer without an image', async () => {
    const { client } = await setUp(() => ok({}));
    await expect(client.upload(form())).rejects.toMatchObject({ reason: 'badAnswer' });
  });
});

describe('a private image', () => {
  it('is fetched with the token', async () => {
    const { client, received } = await setUp(picture);
    const blob = await client.image('/api/alioss/file?id=u1');
    expect(await blob.text()).toBe('pixels');
    expect(received.at(-1)).toMatchObject({
      path: '/api/alioss/file?id=u1',
      headers: { 'ba-user-token': 'new' },
    });
  });

  it('of another member is not found', async () => {
    const { client } = await setUp(() => refused(0, 'not_found'));
    await expect(client.image('/api/alioss/file?id=u2')).rejects.toMatchObject({ reason: 'not_found' });
  });

  it('is never another answer', async () => {
    const { client } = await setUp(() => ok({}));
    await expect(client.image('/api/alioss/file?id=u1')).rejects.toMatchObject({ reason: 'badAnswer' });
  });
});
