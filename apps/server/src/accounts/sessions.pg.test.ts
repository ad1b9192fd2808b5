import { createHmac } from 'node:crypto';
import { paths, type RouteName } from '@touchline/contract/paths';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedSites } from '../testing/shared-sites.ts';
import { testTouchline, type TestTouchline } from '../testing/touchline.ts';
import type { ManualClock } from '../core/clock.ts';

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

type Tokens = { token: string; refreshToken: string };

const call = async (name: RouteName, input: object, token?: string) => {
  const [method, url] = paths[name];
  const answer = await site.app.inject({
    method,
    url,
    ...(method === 'POST' ? { payload: input } : {}),
    headers: token === undefined ? {} : { 'ba-user-token': token },
  });
  return answer.json();
};
const userInfo = (token: string) => call('userInfo', {}, token);
const refresh = ({ refreshToken }: Tokens) => call('refreshToken', { refreshToken });
const signIn = async (): Promise<Tokens> =>
  (await call('login', { account: 'erin', password: 'corner 4-4-2' })).data;

const signedIn = { code: 1, data: { account: 'erin' } };
const signInAgain = { code: 303, data: { reason: 'sign_in' } };
const expired = { code: 409, data: { reason: 'token_expired' } };

let erin: Tokens;
sharedSites.beforeAll(async () => {
  const password = 'corner 4-4-2';
  await call('register', { account: 'erin', password, confirmPassword: password, birthDate: '1990-01-01' });
});
beforeEach(async () => {
  erin = await signIn();
});

describe('access tokens', () => {
  test('name the caller for a quarter of an hour, then require a refresh', async () => {
    expect(await userInfo(erin.token)).toMatchObject(signedIn);
    site.clock.advance(15 * 60_000 - 1);
    expect(await userInfo(erin.token)).toMatchObject(signedIn);
    site.clock.advance(1);
    expect(await userInfo(erin.token)).toMatchObject(expired);
    const { data } = await refresh(erin);
    expect(await userInfo(data.token)).toMatchObject(signedIn);
  });

  test('that are forged or changed are refused', async () => {
    const [head = '', code = ''] = erin.token.split('.');
    const claims = JSON.parse(Buffer.from(head, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, e: claims.e + 1 })).toString('base64url');
    const guessed = createHmac('sha256', 'guess').update(head).digest('base64url');
    const forgeries = [
      head,
      `${head}.`,
      `.${code}`,
      `${head}.${code}x`,
      `${head}.${code.slice(0, -1)}`,
      `${head}.${guessed}`,
      `${changed}.${code}`,
      `${erin.token}.${code}`,
      'null',
      '{}',
      'undefined',
      '.',
      erin.refreshToken,
    ];
    for (const token of forgeries) expect(await userInfo(token)).toMatchObject(signInAgain);
    expect(await userInfo(erin.token)).toMatchObject(signedIn);
  });

  test('a ticket of the live stream is no access token', async () => {
    const { data } = await call('liveTicket', {}, erin.token);
    expect(await userInfo(data.ticket)).toMatchObject(signInAgain);
  });
});

describe('signing out', () => {
  test('ends the session at once, and no other', async () => {
    const other = await signIn();
    expect(await call('logout', {}, erin.token)).toMatchObject({ code: 1, data: {} });
    expect(await userInfo(erin.token)).toMatchObject(signInAgain);
    expect(await refresh(erin)).toMatchObject(signInAgain);
    expect(await userInfo(other.token)).toMatchObject(signedIn);
  });

  test('a client of an ended session is not asked to refresh', async () => {
    await call('logout', {}, erin.token);
    site.clock.advance(16 * 60_000);
    expect(await userInfo(erin.token)).toMatchObject(signInAgain);
  });

  test('reaches another process that runs, and one that starts later', async () => {
    const other = await testTouchline({ frozenAt: site.clock.now(), beside: site });
    const elsewhere = async () =>
      (await other.app.inject({ url: paths.userInfo[1], headers: { 'ba-user-token': erin.token } })).json();
    expect(await elsewhere()).toMatchObject(signedIn);
    await call('logout', {}, erin.token);
    await expect.poll(elsewhere, { timeout: 20_000 }).toMatchObject(signInAgain);
    const restarted = await testTouchline({ frozenAt: site.clock.now(), beside: site });
    const answer = await restarted.app.inject({
      url: paths.userInfo[1],
      headers: { 'ba-user-token': erin.token },
    });
    expect(answer.json()).toMatchObject(signInAgain);
    await other.close();
    await restarted.close();
  });
});

describe('refreshing', () => {
  test('gives a new pair each time; the former access token stays good until it expires', async () => {
    const first = (await refresh(erin)).data;
    expect(first.refreshToken).not.toBe(erin.refreshToken);
    const second = (await refresh(first)).data;
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await userInfo(erin.token)).toMatchObject(signedIn);
  });

  test('a lost reply: the same token again within ten seconds gives the same successor', async () => {
    const lost = (await refresh(erin)).data;
    site.clock.advance(10_000);
    const again = await refresh(erin);
    expect(again.data.refreshToken).toBe(lost.refreshToken);
    expect(await userInfo(again.data.token)).toMatchObject(signedIn);
    expect(await refresh(again.data)).toMatchObject({ code: 1 });
  });

  test('many at once get one and the same successor', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(erin)));
    expect(new Set(answers.map((answer) => answer.data.refreshToken)).size).toBe(1);
    expect(await refresh(answers[0].data)).toMatchObject({ code: 1 });
  });

  test('an old token after the grace ends the session for everyone who has a token of it', async () => {
    const next = (await refresh(erin)).data;
    site.clock.advance(10_001);
    expect(await refresh(erin)).toMatchObject(signInAgain);
    expect(await refresh(next)).toMatchObject(signInAgain);
    expect(await userInfo(next.token)).toMatchObject(signInAgain);
    const { rows } = await site.database.pool.query(
      `select ended_why from session where ended_at is not null order by ended_at desc limit 1`,
    );
    expect(rows).toEqual([{ ended_why: 'token_reused' }]);
  });

  test('a token two generations old ends it, grace or not', async () => {
    const second = (await refresh(erin)).data;
    const third = (await refresh(second)).data;
    expect(await refresh(erin)).toMatchObject(signInAgain);
    expect(await refresh(third)).toMatchObject(signInAgain);
  });

  test('a forgery that names the session does not end it', async () => {
    const [sessionId, part = '', code = ''] = erin.refreshToken.split('.');
    const turned = Array.from(part).toReversed().join('');
    for (const refreshToken of [
      `${sessionId}.${turned}.${code}`,
      `${sessionId}..`,
      sessionId ?? '',
      erin.token,
    ]) {
      expect(await call('refreshToken', { refreshToken })).toMatchObject(signInAgain);
    }
    expect(await refresh(erin)).toMatchObject({ code: 1 });
  });

  test('a session not used for thirty days is over', async () => {
    site.clock.advance(30 * 24 * 60 * 60_000);
    expect(await refresh(erin)).toMatchObject(signInAgain);
  });

  test('no token is in the database', async () => {
    const { rows } = await site.database.pool.query('select session::text as text from session');
    const part = erin.refreshToken.split('.')[1] ?? '';
    expect(part.length).toBe(43);
    for (const { text } of rows) {
      expect(text).not.toContain(part);
      expect(text).not.toContain(Buffer.from(part).toString('hex'));
    }
  });
});
