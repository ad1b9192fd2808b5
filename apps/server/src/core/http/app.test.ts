import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import { Refused } from '../refusal.ts';
import type { Handlers } from '../handler.ts';
import { testHttp, testHandlers } from './testing/test-http.ts';

const bet = {
  key: 'key-00000001',
  type: 'single',
  stake: '5.00',
  accept: 'none',
  legs: [{ event: 'e1', market: '1x2', selection: 'home', odds: '2.10' }],
};

/** The handlers' inputs, so that tests can see that refused calls never reached them. */
const reached: unknown[] = [];

let app: FastifyInstance;
beforeAll(async () => {
  app = await testHttp({
    orderAdd: (input, { member }) => {
      reached.push({ input, member });
      if (input.legs[0]?.event === 'boom') throw new Error('secret detail');
      if (input.legs[0]?.event === 'away') throw new Error('Connection terminated unexpectedly');
      if (input.legs[0]?.event === 'later') return Promise.reject(new Error('secret detail'));
      throw new Refused('stake_max', { max: '1000.00' });
    },
    logout: () => Promise.resolve({}),
    liveTicket: () => Promise.resolve({ ticket: 't', expiresAt: 'not a moment' }),
    eventList: ({ page = 1, limit = 20 }) =>
      page === 99
        ? Promise.reject(new Error('timeout exceeded when trying to connect'))
        : Promise.resolve({ list: [], total: 0, page, limit }),
  });
});
afterAll(() => app.close());

const good = { 'ba-user-token': 'good' };
const send = async (options: InjectOptions) => {
  const { statusCode, headers, payload } = await app.inject(options);
  return { status: statusCode, headers, ...JSON.parse(payload) };
};
const place = (payload: unknown, headers: Record<string, string> = good) =>
  send({
    method: 'POST',
    url: paths.orderAdd[1],
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

describe('answers', () => {
  test('a success is {code: 1, msg, data}', async () => {
    const answer = await send({ method: 'POST', url: paths.logout[1], headers: good });
    expect(answer).toMatchObject({ status: 200, code: 1, msg: '', data: {} });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('a business refusal is HTTP 200 with its reason, its values and a message', async () => {
    expect(await place(bet)).toMatchObject({
      status: 200,
      code: 0,
      msg: 'The maximum stake for this bet is 1,000.00\u00A0PLAY.',
      data: { reason: 'stake_max', max: '1000.00' },
    });
  });

  test.each([
    ['en', 'Please sign in to continue.'],
    ['de-AT,de;q=0.9', 'Bitte'],
    ['zh-CN', '请'],
    ['ar', 'الدخول'],
    ['xx', 'Please sign in to continue.'],
    [';;;q=x,,,', 'Please sign in to continue.'],
  ])('a message in the language of "%s"', async (language, text) => {
    const { msg } = await place(bet, { 'accept-language': language });
    expect(msg).toContain(text);
  });

  test('a fault reveals nothing but an id', async () => {
    for (const event of ['boom', 'later']) {
      const answer = await place({ ...bet, legs: [{ ...bet.legs[0], event }] });
      expect(answer).toMatchObject({ status: 500, code: 0, data: { reason: 'fault' } });
      expect(answer.headers['x-request-id']).toMatch(/^[2-9a-z]{6}-[0-9a-z]+$/);
      expect(JSON.stringify(answer)).not.toContain('secret');
    }
  });

  test('while the database is away: unavailable, and when to come back', async () => {
    const answer = await send({ url: `${paths.eventList[1]}?page=99`, headers: good });
    expect(answer).toMatchObject({ status: 503, code: 0, data: { reason: 'unavailable' } });
    expect(answer.headers['retry-after']).toBe('2');
  });

  test('a keyed call without the database’s answer says that it may have been carried out', async () => {
    const answer = await place({ ...bet, legs: [{ ...bet.legs[0], event: 'away' }] });
    expect(answer).toMatchObject({ status: 503, code: 0, data: { reason: 'no_answer' } });
    expect(answer.msg).toContain('It may have gone through');
    expect(answer.headers['retry-after']).toBe('2');
    expect(JSON.stringify(answer)).not.toContain('terminated');
  });

  test('an answer that breaks the contract is a fault where answers are checked', async () => {
    const answer = await send({ method: 'POST', url: paths.liveTicket[1], headers: good });
    expect(answer).toMatchObject({ status: 500, data: { reason: 'fault' } });
  });
});

describe('the caller', () => {
  test('no token, or a wrong one: sign in again', async () => {
    expect(await place(bet, {})).toMatchObject({ status: 200, code: 303, data: { reason: 'sign_in' } });
    expect(await place(bet, { 'ba-user-token': '' })).toMatchObject({ code: 303 });
    expect(await place(bet, { 'ba-user-token': 'x'.repeat(4_000) })).toMatchObject({ code: 303 });
  });

  test('a token that has expired: refresh', async () => {
    expect(await place(bet, { 'ba-user-token': 'old' })).toMatchObject({
      status: 200,
      code: 409,
      data: { reason: 'token_expired' },
    });
  });

  test('is checked before the body is read', async () => {
    expect(await place('{', {})).toMatchObject({ code: 303 });
  });
});

describe('bad input never reaches a handler and names every broken rule', () => {
  const refused = async (payload: unknown, rules: Record<string, string>) => {
    const before = reached.length;
    const answer = await place(payload);
    expect(answer).toMatchObject({ status: 200, code: 0, data: { reason: 'validation', rules } });
    expect(Object.keys(answer.data.fields)).toEqual(Object.keys(answer.data.rules));
    expect(reached.length).toBe(before);
  };

  test('missing fields', () =>
    refused(
      {},
      { key: 'required', type: 'required', stake: 'stake_empty', accept: 'required', legs: 'required' },
    ));
  test('unknown fields', () => refused({ ...bet, admin: true }, { admin: 'unknown' }));
  test('unknown fields of a leg', () =>
    refused({ ...bet, legs: [{ ...bet.legs[0], price: 1 }] }, { 'legs.0.price': 'unknown' }));
  test('a field named __proto__', () =>
    refused(`${JSON.stringify(bet).slice(0, -1)},"__proto__":{"x":1}}`, {}));
  test('wrong types are not converted', () => refused({ ...bet, stake: 5 }, { stake: 'type' }));
  test('several at once', () =>
    refused(
      { ...bet, key: 'x', stake: '-1', type: 'lucky' },
      { key: 'key', stake: 'amount', type: 'choice' },
    ));
  test.each(['', ' '])('a stake left blank: "%s"', (stake) =>
    refused({ ...bet, stake }, { stake: 'stake_empty' }),
  );
  test.each(['-5', '+5', '5,00', '5e2', '05', '.5', '5.', '1'.repeat(40), ' 5', '٥'])(
    'the stake "%s"',
    (stake) => refused({ ...bet, stake }, { stake: 'amount' }),
  );
  test.each(['0', '1,5', 'NaN', '1.2345', '99999999'])('the odds "%s"', (odds) =>
    refused({ ...bet, legs: [{ ...bet.legs[0], odds }] }, { 'legs.0.odds': 'odds' }),
  );
  test('no legs, or too many', async () => {
    await refused({ ...bet, legs: [] }, { legs: 'length' });
    await refused({ ...bet, legs: Array.from({ length: 21 }, () => bet.legs[0]) }, { legs: 'length' });
  });
  test('another shape', async () => {
    for (const body of ['[]', 'null', '7', '"x"', '[[[]]]']) await refused(body, { '': 'type' });
  });
  test('null characters and half surrogates', async () => {
    const leg = { ...bet.legs[0], event: 'a\u0000b' };
    await refused({ ...bet, legs: [leg] }, { 'legs.0.event': 'format' });
    await refused({ ...bet, legs: [{ ...leg, event: 'a\uD800' }] }, { 'legs.0.event': 'format' });
  });
  test('a hostile list of wrong values gets a short answer', async () => {
    const answer = await place({ ...bet, legs: Array.from({ length: 8_000 }, () => 7) });
    expect(Object.keys(answer.data.rules).length).toBeLessThanOrEqual(32);
    const names = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`field${i}`, 1]));
    expect(JSON.stringify(await place(names)).length).toBeLessThan(8_000);
  });
  test('deep nesting', async () => {
    expect(await place(`${'['.repeat(30_000)}"\\u0041"${']'.repeat(30_000)}`)).toMatchObject({
      data: { reason: 'validation' },
    });
  });
  test("the answer has messages as well as rules, in the caller's language", async () => {
    const answer = await place({ ...bet, stake: 'x' }, { ...good, 'accept-language': 'de' });
    expect(answer.data.fields.stake).toMatch(/Betrag/);
  });
});

describe('the message of a validation', () => {
  const messageOf = async (payload: unknown, language = 'en') =>
    place(payload, { ...good, 'accept-language': language });

  test.each([
    ['en', 'Betting amount cannot be empty'],
    ['zh-CN', '请输入投注金额'],
    ['ar', 'لا يمكن ترك مبلغ الرهان فارغًا'],
  ])('is that of the field where one is wrong (%s)', async (language, text) => {
    const { msg, data } = await messageOf({ ...bet, stake: '' }, language);
    expect(msg).toBe(text);
    expect(data.fields).toEqual({ stake: text });
  });

  test('is general where several fields are wrong', async () => {
    const { msg, data } = await messageOf({ ...bet, stake: '', key: 'x' });
    expect(msg).toBe('Validation failed');
    expect(Object.keys(data.fields)).toEqual(['key', 'stake']);
  });

  test('is general where no field has a name', async () => {
    expect(await messageOf('[]')).toMatchObject({ data: { rules: { '': 'type' } } });
  });
});

describe('query strings', () => {
  const list = (query: string) =>
    send({ method: 'GET', url: `${paths.eventList[1]}?${query}`, headers: good });

  test('integers are read from text', async () => {
    expect(await list('page=2&limit=5')).toMatchObject({ code: 1, data: { page: 2, limit: 5 } });
  });
  test.each([
    ['page=x', 'page', 'type'],
    ['page=1.5', 'page', 'type'],
    ['page=0', 'page', 'range'],
    ['limit=101', 'limit', 'range'],
    ['page=1&page=2', 'page', 'type'],
    ['day=2026-02-30', 'day', 'format'],
    ['state=nowhere', 'state', 'choice'],
    ['q=%00', 'q', 'format'],
    [`q=${'x'.repeat(61)}`, 'q', 'length'],
  ])('%s is refused', async (query, field, rule) => {
    const answer = await list(query);
    expect(answer).toMatchObject({ status: 200, data: { reason: 'validation' } });
    expect(Object.entries(answer.data.rules)).toContainEqual([field, rule]);
  });
});

describe('unknown parameters', () => {
  const extra = 'utm_source=mail&_=1718&x=%00&__proto__=1&constructor=2&page2[]=3';
  const asked = Object.values(routes).filter(({ method }) => method !== 'POST');
  const headers = { ...good, 'ba-office-token': 'auditor' };
  const answered = ({ status, code, data }: { status: number; code: number; data: unknown }) => ({
    status,
    code,
    data,
  });

  test.each(asked.map(({ name, method, path }) => [name, method, path] as const))(
    'are ignored by %s',
    async (_name, method, path) => {
      const plain = await send({ method, url: path, headers });
      const more = await send({ method, url: `${path}?${extra}`, headers });
      expect(answered(more)).toEqual(answered(plain));
    },
  );

  test('are ignored next to known ones', async () => {
    const answer = await send({
      method: 'GET',
      url: `${paths.eventList[1]}?page=2&limit=5&${extra}`,
      headers: good,
    });
    expect(answer).toMatchObject({ code: 1, data: { page: 2, limit: 5 } });
  });
});

describe('unknown calls', () => {
  const cases: [string, InjectOptions, number, string][] = [
    ['an unknown path', { method: 'GET', url: '/api/index/nothing' }, 404, 'unknown_path'],
    ['an unknown path with a body', { method: 'POST', url: '/api/x', payload: 'x' }, 404, 'unknown_path'],
    ['an unreadable path', { method: 'GET', url: '/api/%E0%A4%A' }, 400, 'bad_request'],
    ['another method', { method: 'GET', url: paths.orderAdd[1] }, 405, 'method_not_allowed'],
    [
      'another method with a body',
      { method: 'PUT', url: paths.login[1], payload: '{' },
      405,
      'method_not_allowed',
    ],
    [
      'no JSON',
      {
        method: 'POST',
        url: paths.logout[1],
        headers: { 'content-type': 'application/json' },
        payload: '{a',
      },
      400,
      'bad_request',
    ],
    [
      'another media type',
      { method: 'POST', url: paths.logout[1], headers: { 'content-type': 'text/plain' }, payload: '{}' },
      415,
      'media_type',
    ],
    [
      'a form',
      {
        method: 'POST',
        url: paths.logout[1],
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'a=b',
      },
      415,
      'media_type',
    ],
    [
      'too long a body',
      {
        method: 'POST',
        url: paths.logout[1],
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify('x'.repeat(70_000)),
      },
      413,
      'too_large',
    ],
  ];
  test.each(cases)('%s', async (_what, options, status, reason) => {
    const answer = await send({
      ...options,
      headers: { ...good, 'accept-language': 'de', ...options.headers },
    });
    expect(answer).toMatchObject({ status, code: 0, data: { reason } });
    expect(answer.msg).not.toBe('');
  });

  test('another method is answered with the right ones', async () => {
    const { headers } = await send({ method: 'DELETE', url: paths.userInfo[1] });
    expect(headers.allow).toBe('GET, HEAD');
  });

  test('no body at all is an empty input', async () => {
    expect(await send({ method: 'POST', url: paths.logout[1], headers: good })).toMatchObject({ code: 1 });
    expect(
      await send({
        method: 'POST',
        url: paths.logout[1],
        headers: { ...good, 'content-type': 'application/json' },
      }),
    ).toMatchObject({ code: 1 });
  });
});

describe('tables', () => {
  test('a route without a handler, or a handler without a route, stops the start', async () => {
    const { home: _home, ...rest } = testHandlers({});
    const missing: unknown = rest;
    const surplus: unknown = { ...testHandlers({}), nothing: () => Promise.resolve({}) };
    const asHandlers = (value: unknown): value is Handlers => value !== undefined;
    if (!asHandlers(missing) || !asHandlers(surplus)) throw new Error('unreachable');
    await expect(testHttp({}, { handlers: missing })).rejects.toThrow('Routes without a handler: home');
    await expect(testHttp({}, { handlers: surplus })).rejects.toThrow('Handlers without a route: nothing');
  });
});

describe('documents and health', () => {
  test('the document and its page are taken for what they are', async () => {
    for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/json', '/api/docs/static/index.css']) {
      const { statusCode, headers } = await app.inject({ url });
      expect([url, statusCode, headers['x-content-type-options']]).toEqual([url, 200, 'nosniff']);
    }
  });

  test('the document names every call', async () => {
    const document = (await app.inject({ url: '/api/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    for (const [method, path] of Object.values(paths)) {
      expect(document.paths[path][method.toLowerCase()]).toBeDefined();
    }
  });
  test('the document names the header of each call', async () => {
    const { paths: calls, components } = (await app.inject({ url: '/api/openapi.json' })).json();
    const schemes = components.securitySchemes;
    const headerOf = (call: { security: Record<string, unknown>[] }) =>
      call.security.flatMap((one) => Object.keys(one)).map((name) => schemes[name].name);
    expect(headerOf(calls[paths.systemConfig[1]].get)).toEqual([]);
    expect(headerOf(calls[paths.userInfo[1]].get)).toEqual(['ba-user-token']);
    expect(headerOf(calls[paths.officeMe[1]].get)).toEqual(['ba-office-token']);
    expect(calls[paths.officeAuditList[1]].get.description).toContain('auditor');
    expect(calls[paths.officeAuditList[1]].get.responses['403']).toBeDefined();
  });
  test('the readable page is served under a separate policy', async () => {
    const page = await app.inject({ url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  });
  test('health and readiness', async () => {
    expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    const waiting = await testHttp({}, { isReady: () => false });
    expect((await waiting.inject({ url: '/readyz' })).statusCode).toBe(503);
    await waiting.close();
  });
});

test('two seconds of hard work refuse no call', async () => {
  const busy = await testHttp({});
  const codes: number[] = [];
  for (let round = 0; round < 3; round++) {
    const until = performance.now() + 1_200;
    while (performance.now() < until);
    // Overdue timers come first, and with them the watch of the load.
    await new Promise((done) => setTimeout(done, 1));
    codes.push((await busy.inject({ url: paths.eventList[1] })).statusCode);
  }
  await busy.close();
  expect(codes).not.toContain(503);
});
