import { describe, expect, it, vi } from 'vitest';
import type { Tokens } from '@touchline/contract/shapes/user';
import { CallError, networkCodes } from './errors.ts';
import { createMemberClient } from './member-client.ts';
import { memorySession } from './session.ts';
import { ok, type Received, refused, silence, startApi } from './testing/api-server.ts';

type Sent = { path: string; token: string };

const tokens = (name: string): Tokens => ({
  token: name,
  refreshToken: `refresh of ${name}`,
  expiresAt: '2026-06-11T19:00:00.000Z',
});

const tokenOf = ({ headers }: Received): unknown => headers['ba-user-token'];

/** A device with a session, and a server that answers by a function of the request. */
const setUp = async ({
  signedIn = true,
  timeoutMs = 5_000,
  answer,
}: {
  signedIn?: boolean;
  timeoutMs?: number;
  answer: (received: Received) => unknown;
}) => {
  const session = memorySession(signedIn ? tokens('old') : undefined);
  // What goes out, in order: requests on several connections may arrive in another.
  const sent: Sent[] = [];
  const received: Received[] = [];
  const origin = await startApi((request) => {
    received.push(request);
    return answer(request);
  });
  const client = createMemberClient({
    origin,
    language: () => 'de',
    session,
    timeoutMs,
    fetch: (url, init) => {
      sent.push({ path: url.slice(origin.length), token: init.headers['ba-user-token'] ?? '' });
      return fetch(url, init);
    },
  });
  return { client, session, sent, received, read: session.read, write: session.write };
};

const refreshPath = '/api/common/refreshToken';
const pathsOf = (sent: Sent[]) => sent.map(({ path, token }) => `${path} ${token}`);

const failureOf = async (work: Promise<unknown>): Promise<CallError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
  throw new Error('the call succeeded');
};

describe('a call', () => {
  it('carries the language, the token and, for GET, its input in the query', async () => {
    const { client, received } = await setUp({ answer: async () => ok({ list: [] }) });
    await client.call('orderList', { tab: 'win', page: 2 });
    expect(received[0]).toMatchObject({
      method: 'GET',
      path: '/api/game.soccer/orderList?tab=win&page=2',
      headers: { 'accept-language': 'de', 'ba-user-token': 'old' },
    });
  });

  it('carries an empty token before sign-in and, for POST, its input as JSON', async () => {
    const { client, received } = await setUp({ signedIn: false, answer: async () => ok({}) });
    await client.call('login', { account: 'anna', password: 'secret1' });
    expect(received[0]).toMatchObject({
      method: 'POST',
      path: '/api/user/login',
      headers: { 'content-type': 'application/json', 'ba-user-token': '' },
    });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ account: 'anna', password: 'secret1' });
  });

  it('gives data, or an empty object where the answer has none', async () => {
    const { client } = await setUp({
      answer: async ({ path }) => (path.endsWith('logout') ? { code: 1, msg: '' } : ok({ id: 'u1' })),
    });
    expect(await client.call('userInfo', {})).toEqual({ id: 'u1' });
    expect(await client.call('logout', {})).toEqual({});
  });

  it('rejects a refusal with its reason, text and details', async () => {
    const { client } = await setUp({
      answer: async () =>
        refused(0, 'validation', { fields: { account: 'too short', odd: 3 }, rules: { account: 'length' } }),
    });
    const error = await failureOf(client.call('userInfo', {}));
    expect(error).toMatchObject({ code: 0, reason: 'validation', message: 'said validation' });
    expect(error.details).toEqual({ fields: { account: 'too short' }, rules: { account: 'length' } });
  });

  it('rejects insufficient balance with its own code', async () => {
    const { client } = await setUp({ answer: async () => ({ code: 1003, msg: 'Please recharge' }) });
    expect(await failureOf(client.call('userInfo', {}))).toMatchObject({
      code: 1003,
      reason: 'insufficient',
    });
  });
});

describe('a connection that fails', () => {
  it('by taking too long', async () => {
    const { client } = await setUp({ timeoutMs: 10, answer: silence });
    const error = await failureOf(client.call('userInfo', {}));
    expect(error).toMatchObject({ code: networkCodes.timeout, reason: 'timeout' });
  });

  it('by being given up', async () => {
    const { client } = await setUp({ answer: silence });
    const abort = new AbortController();
    const work = failureOf(client.call('userInfo', {}, abort.signal));
    abort.abort();
    expect(await work).toMatchObject({ code: networkCodes.aborted, reason: 'aborted' });
  });

  it('by breaking', async () => {
    const { client } = await setUp({ answer: () => Promise.reject(new TypeError('Failed to fetch')) });
    const error = await failureOf(client.call('userInfo', {}));
    expect(error).toMatchObject({ code: networkCodes.connection, reason: 'connection' });
  });

  it.each(['<html>502</html>', '[]', '{"msg":"no code"}', 'null'])('by answering %s', async (text) => {
    const { client, read } = await setUp({ answer: async () => text });
    expect(await failureOf(client.call('userInfo', {}))).toMatchObject({ reason: 'badAnswer' });
    expect(read()).toEqual(tokens('old'));
  });
});

describe('an HTTP status outside 200 to 299', () => {
  it.each([300, 404, 500, 502])('makes no success of the envelope: %s', async (status) => {
    const { client, read } = await setUp({
      answer: async () => Response.json({ code: 1, msg: '', data: { id: 'u1' } }, { status }),
    });
    const error = await failureOf(client.call('userInfo', {}));
    expect(error).toMatchObject({ code: networkCodes.badStatus, reason: 'badStatus' });
    expect(read()).toEqual(tokens('old'));
  });

  it('of a page without an envelope is a distinct failure', async () => {
    const { client } = await setUp({ answer: async () => new Response('<html>', { status: 502 }) });
    expect(await failureOf(client.call('userInfo', {}))).toMatchObject({ reason: 'badStatus' });
  });

  it('leaves a refusal its reason and its words', async () => {
    const { client } = await setUp({
      answer: async () => Response.json(refused(0, 'unavailable'), { status: 503 }),
    });
    const error = await failureOf(client.call('userInfo', {}));
    expect(error).toMatchObject({ reason: 'unavailable', message: 'said unavailable' });
  });

  it('makes no image of what came with it', async () => {
    const { client } = await setUp({
      answer: async () => new Response('x', { status: 404, headers: { 'content-type': 'image/png' } }),
    });
    await expect(client.image('/api/alioss/file?id=1')).rejects.toMatchObject({ reason: 'badStatus' });
  });

  it.each([200, 201, 299])('inside it is a success: %s', async (status) => {
    const { client } = await setUp({ answer: async () => Response.json(ok({ id: 'u1' }), { status }) });
    expect(await client.call('userInfo', {})).toEqual({ id: 'u1' });
  });
});

describe('code 303', () => {
  it('clears the session', async () => {
    const { client, read } = await setUp({ answer: async () => refused(303, 'sign_in') });
    expect(await failureOf(client.call('userInfo', {}))).toMatchObject({ code: 303, reason: 'sign_in' });
    expect(read()).toBeUndefined();
  });

  it('leaves a session that was begun while the call was on its way', async () => {
    const device = await setUp({
      answer: async () => {
        device.write(tokens('newer'));
        return refused(303, 'sign_in');
      },
    });
    await failureOf(device.client.call('userInfo', {}));
    expect(device.read()).toEqual(tokens('newer'));
  });
});

/** A server that knows one token and refreshes others; `onRefresh` may delay or change the answer. */
const expiring =
  (valid: string, onRefresh: () => Promise<unknown> = async () => ok(tokens(valid))) =>
  async (request: Received): Promise<unknown> => {
    if (request.path === refreshPath) return onRefresh();
    return tokenOf(request) === valid ? ok({ path: request.path }) : refused(409, 'token_expired');
  };

describe('code 409', () => {
  it('refreshes with the stored refresh token, keeps the new one and sends the call again', async () => {
    const { client, sent, received, read } = await setUp({ answer: expiring('new') });
    expect(await client.call('userInfo', {})).toEqual({ path: '/api/user/userInfo' });
    expect(pathsOf(sent)).toEqual(['/api/user/userInfo old', `${refreshPath} `, '/api/user/userInfo new']);
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({ refreshToken: 'refresh of old' });
    expect(read()).toEqual(tokens('new'));
  });

  it('makes one refresh for any number of calls', async () => {
    const calls = ['/api/user/userInfo', '/api/index/home', '/api/game.soccer/orderList'];
    const { client, sent, received } = await setUp({
      answer: expiring('new', async () => {
        await vi.waitUntil(() => received.length === calls.length + 1);
        return ok(tokens('new'));
      }),
    });
    await Promise.all([client.call('userInfo', {}), client.call('home', {}), client.call('orderList', {})]);
    expect(sent.filter(({ path }) => path === refreshPath)).toHaveLength(1);
    expect(pathsOf(sent.slice(-calls.length)).toSorted()).toEqual(
      calls.map((path) => `${path} new`).toSorted(),
    );
  });

  it('that arrives after the refresh is sent again with the new token and no further refresh', async () => {
    const answer = expiring('new');
    const device = await setUp({
      answer: async (request) => {
        const late = request.path === '/api/index/home' && tokenOf(request) === 'old';
        if (late) await vi.waitUntil(() => device.read()?.token === 'new');
        return answer(request);
      },
    });
    await Promise.all([device.client.call('home', {}), device.client.call('userInfo', {})]);
    expect(device.sent.filter(({ path }) => path === refreshPath)).toHaveLength(1);
  });

  it('uses the token another tab has already fetched', async () => {
    const device = await setUp({
      answer: async (request) => {
        const reply = await expiring('new')(request);
        if (tokenOf(request) === 'old') device.write(tokens('new'));
        return reply;
      },
    });
    await device.client.call('userInfo', {});
    expect(pathsOf(device.sent)).toEqual(['/api/user/userInfo old', '/api/user/userInfo new']);
  });

  it('repeats a refresh whose reply was lost', async () => {
    let lost = 0;
    const onRefresh = async () => {
      lost += 1;
      if (lost === 1) throw new TypeError('network error');
      return ok(tokens('new'));
    };
    const { client, read } = await setUp({ answer: expiring('new', onRefresh) });
    await client.call('userInfo', {});
    expect(read()).toEqual(tokens('new'));
  });

  it('clears the session and rejects every waiting call when the refresh is refused', async () => {
    const { client, sent, read } = await setUp({
      answer: expiring('new', async () => refused(303, 'sign_in')),
    });
    const errors = await Promise.all([
      failureOf(client.call('userInfo', {})),
      failureOf(client.call('home', {})),
    ]);
    expect(errors.map(({ reason }) => reason)).toEqual(['sign_in', 'sign_in']);
    expect(read()).toBeUndefined();
    expect(pathsOf(sent).filter((path) => path.endsWith(' new'))).toEqual([]);
  });

  const undecided: [string, () => Promise<unknown>, string][] = [
    ['without a network', () => Promise.reject(new TypeError('Failed to fetch')), 'connection'],
    ['behind a page that asks to sign in to a network', async () => '<html>hotel</html>', 'badAnswer'],
    ['at a gateway', async () => new Response('bad gateway', { status: 502 }), 'badStatus'],
    ['of a server that is busy', async () => refused(0, 'unavailable'), 'unavailable'],
    ['of a server in trouble', async () => refused(0, 'fault'), 'fault'],
    ['beyond the limit of calls', async () => refused(0, 'too_many'), 'too_many'],
  ];
  it.each(undecided)('a refresh %s does not sign the member out', async (_name, onRefresh, reason) => {
    const { client, read } = await setUp({ answer: expiring('new', onRefresh) });
    const errors = await Promise.all([
      failureOf(client.call('userInfo', {})),
      failureOf(client.call('home', {})),
    ]);
    expect(errors.map((error) => error.reason)).toEqual([reason, reason]);
    expect(read()).toEqual(tokens('old'));
  });

  it('a refresh that takes too long does not sign the member out', async () => {
    const { client, read } = await setUp({
      timeoutMs: 20,
      answer: (request) => (request.path === refreshPath ? silence() : expiring('new')(request)),
    });
    expect(await failureOf(client.call('userInfo', {}))).toMatchObject({ reason: 'timeout' });
    expect(read()).toEqual(tokens('old'));
  });

  it('continues with the same session when the network is back', async () => {
    let isAway = true;
    const { client, read } = await setUp({
      answer: expiring('new', async () => {
        if (isAway) throw new TypeError('Failed to fetch');
        return ok(tokens('new'));
      }),
    });
    await failureOf(client.call('userInfo', {}));
    isAway = false;
    expect(await client.call('userInfo', {})).toEqual({ path: '/api/user/userInfo' });
    expect(read()).toEqual(tokens('new'));
  });

  it('can refresh again after a refresh that failed', async () => {
    let attempts = 0;
    const device = await setUp({
      answer: expiring('new', async () => {
        attempts += 1;
        return attempts === 1 ? refused(0, 'unavailable') : ok(tokens('new'));
      }),
    });
    await failureOf(device.client.call('userInfo', {}));
    device.write(tokens('again'));
    await device.client.call('userInfo', {});
    expect(device.read()).toEqual(tokens('new'));
  });

  it('for a token just refreshed ends the session instead of going round', async () => {
    const { client, sent, read } = await setUp({ answer: expiring('never', async () => ok(tokens('new'))) });
    expect(await failureOf(client.call('userInfo', {}))).toMatchObject({ reason: 'token_expired' });
    expect(sent).toHaveLength(3);
    expect(read()).toBeUndefined();
  });
});

it('a refused call without a token ends no session, as one that a page makes while its session ends', async () => {
  let clears = 0;
  const origin = await startApi(() => refused(303, 'sign_in'));
  const session = {
    ...memorySession(),
    clear: () => {
      clears += 1;
    },
  };
  const client = createMemberClient({ origin, language: () => 'de', session });
  expect(await failureOf(client.call('userInfo', {}))).toMatchObject({ reason: 'sign_in' });
  expect(clears).toBe(0);
});

it('a failed call has the name under which the server logged it, and no other has one', async () => {
  const failing = (status: number, reason: string, headers: Record<string, string>) =>
    new Response(JSON.stringify(refused(0, reason)), { status, headers });
  const { client } = await setUp({
    answer: ({ path }) =>
      path.includes('userInfo')
        ? failing(500, 'fault', { 'x-request-id': 'k3f9q2-1a' })
        : failing(200, 'not_found', {}),
  });
  expect(await failureOf(client.call('userInfo', {}))).toMatchObject({
    reason: 'fault',
    requestId: 'k3f9q2-1a',
  });
  const other = await failureOf(client.call('sessionList', {}));
  expect([other.reason, other.requestId]).toEqual(['not_found', undefined]);
});
