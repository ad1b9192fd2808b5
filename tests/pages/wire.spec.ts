import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openEventStream } from '@touchline/client/event-stream';
import { liveKinds } from '@touchline/client/live';
import { paths } from '@touchline/contract/paths';
import { Bet } from '@touchline/contract/shapes/bet';
import { listOf } from '@touchline/contract/shapes/common';
import { Event, EventDetail } from '@touchline/contract/shapes/football';
import { Home, SystemConfig } from '@touchline/contract/shapes/site';
import { Session, Tokens, User } from '@touchline/contract/shapes/user';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { curlAt, type Answer, type Curl } from '../fixtures/curl.ts';
import { payoutByTheRule } from '../fixtures/rule.ts';
import { expect, test as base } from '../fixtures/test.ts';

const password = 'stone-74-hill';
const done = (answer: Answer): unknown => {
  expect(answer).toMatchObject({ status: 200, code: 1 });
  return answer.data;
};
const refused = (code: number, reason: string) => ({ status: 200, code, data: { reason } });

type Message = { kind: string; data: unknown };

const test = base.extend<{ curl: Curl; listen: (token: string) => Promise<readonly Message[]> }>({
  curl: async ({ site }, use) => use(curlAt(site.url)),
  /** Opens the live stream of a member. @returns its messages, more of them with time */
  listen: async ({ site, curl }, use) => {
    const open: { close: () => void }[] = [];
    await use(async (token) => {
      const messages: Message[] = [];
      const Ticket = Type.Object({ ticket: Type.String() });
      const { ticket } = Value.Parse(
        Ticket,
        done(await curl('POST', '/api/common/liveTicket', { token, body: {} })),
      );
      const source = openEventStream(`${site.url}/api/live?token=${encodeURIComponent(ticket)}`);
      open.push(source);
      for (const kind of liveKinds) {
        source.addEventListener(kind, (event) => {
          if (event instanceof MessageEvent) messages.push({ kind, data: JSON.parse(event.data) });
        });
      }
      await new Promise((resolve, reject) => {
        source.addEventListener('open', resolve);
        source.addEventListener('error', () => reject(new Error('the stream did not open')));
      });
      return messages;
    });
    for (const source of open) source.close();
  },
});

/** Registers by the published call. */
const register = async (curl: Curl, account: string): Promise<Session> => {
  const body = { account, password, confirmPassword: password, birthDate: '1990-05-31' };
  return Value.Parse(Session, done(await curl('POST', '/api/user/register', { body })));
};

test('the API answers with its health and its documentation', async ({ curl }) => {
  expect((await curl('GET', '/healthz')).status).toBe(200);
  expect((await curl('GET', '/readyz')).status).toBe(200);
  const docs = await curl('GET', '/api/docs');
  expect(docs).toMatchObject({ status: 200, type: expect.stringContaining('text/html') });
  const openapi = await curl('GET', '/api/openapi.json');
  const Document = Type.Object({ paths: Type.Record(Type.String(), Type.Unknown()) });
  const document = Value.Parse(Document, JSON.parse(openapi.text));
  for (const [method, path] of Object.values(paths)) {
    expect(document.paths).toHaveProperty([path, method.toLowerCase()]);
  }
  expect(document.paths).toHaveProperty(['/api/live']);
});

test('the API lists currencies, languages and facts of the site without a session, and nothing else', async ({
  curl,
}) => {
  const config = Value.Parse(SystemConfig, done(await curl('GET', '/api/index/systemConfig')));
  expect(config.currency.default).toBe('PLAY');
  expect(config.language.list).toContainEqual({ lan: 'ar', name: 'العربية', dir: 'rtl' });
  expect(config.site).toMatchObject({ mode: 'play', contry_code: '44' });
  for (const path of ['/api/index/home', '/api/user/userInfo', '/api/game.soccer/orderList']) {
    expect(await curl('GET', path)).toMatchObject(refused(303, 'sign_in'));
  }
  expect(await curl('GET', '/api/nowhere')).toMatchObject({ status: 404, code: 0 });
});

test('the API opens an account with 1,000.00 PLAY, signs it in, renews its tokens and signs it out', async ({
  curl,
  unique,
}) => {
  const account = unique('wanda');
  const opened = await register(curl, account);
  expect(opened.user).toMatchObject({ account, balance: '1000.00', currency: 'PLAY' });
  const body = { account, password, confirmPassword: password, birthDate: '1990-05-31' };
  const again = await curl('POST', '/api/user/register', { body, lan: 'de' });
  expect(again).toMatchObject(refused(0, 'account_taken'));
  const signIn = (secret: string) => curl('POST', '/api/user/login', { body: { account, password: secret } });
  expect(await signIn('no-such-thing')).toMatchObject(refused(0, 'wrong_credentials'));
  const { token, refreshToken } = Value.Parse(Session, done(await signIn(password)));
  const user = async (token: string) =>
    Value.Parse(User, done(await curl('GET', '/api/user/userInfo', { token })));
  expect(await user(token)).toMatchObject({ balance: '1000.00' });

  const renew = (token: string) =>
    curl('POST', '/api/common/refreshToken', { body: { refreshToken: token } });
  const pair = Value.Parse(Tokens, done(await renew(refreshToken)));
  expect(pair.refreshToken).not.toBe(refreshToken);
  expect(await user(pair.token)).toMatchObject({ balance: '1000.00' });
  const forged = `${pair.refreshToken.slice(0, -4)}AAAA`;
  expect(await renew(forged)).toMatchObject(refused(303, 'sign_in'));

  done(await curl('POST', '/api/user/logout', { token: pair.token, body: {} }));
  const after = await curl('GET', '/api/user/userInfo', { token: pair.token });
  expect(after).toMatchObject(refused(303, 'sign_in'));
});

test('the API takes a bet once for each key, settles it to the cent, and sends every change over the stream', async ({
  curl,
  listen,
  newMatch,
  unique,
}) => {
  const { id, move, result } = await newMatch();
  const { token } = await register(curl, unique('wanda'));
  const get = async (path: string) => done(await curl('GET', path, { token }));
  const place = (order: object) => curl('POST', '/api/game.soccer/orderAdd', { token, body: order });
  const balance = async () => Value.Parse(User, await get('/api/user/userInfo')).balance;
  const listed = async (tab: string) =>
    Value.Parse(listOf(Bet), await get(`/api/game.soccer/orderList?tab=${tab}&page=1&limit=10`));
  const messages = await listen(token);
  const heard = (kind: string) => messages.filter((message) => message.kind === kind);

  // Lists are answered from memory, which has a new match shortly after.
  const home = async () => Value.Parse(Home, await get('/api/index/home'));
  await expect.poll(async () => (await home()).next.length).toBeGreaterThan(0);
  const path = '/api/game.soccer/eventList?state=scheduled&page=1&limit=100';
  const ids = async () => Value.Parse(listOf(Event), await get(path)).list.map((event) => event.id);
  await expect.poll(ids).toContain(id);
  const detail = async () => Value.Parse(EventDetail, await get(`/api/game.soccer/eventDetail?id=${id}`));
  const match = await detail();
  expect(match).toMatchObject({ state: 'scheduled', replay: false });
  expect(match.markets.map(({ market }) => market)).toEqual(
    expect.arrayContaining(['1x2', 'over_under', 'correct_score', 'ht_1x2', 'ht_correct_score']),
  );
  const unknown = await curl('GET', '/api/game.soccer/eventDetail?id=no-such-match', { token });
  expect(unknown).toMatchObject(refused(0, 'not_found'));

  const scores = match.markets.find(({ market }) => market === 'correct_score');
  const odds = scores?.selections.find(({ selection }) => selection === '1-1')?.odds;
  const leg = { event: id, market: 'correct_score', selection: '1-1', odds };
  const order = { key: 'wire-story-1', type: 'single', stake: '10', accept: 'any', legs: [leg] };
  const bet = Value.Parse(Bet, done(await place(order)));
  expect(bet).toMatchObject({ state: 'waiting', stake: '10.00', type: 'single', lines: 1 });
  expect(Value.Parse(Bet, done(await place(order))).id).toBe(bet.id);
  expect(await place({ ...order, stake: '20' })).toMatchObject(refused(0, 'key_reused'));
  const tooMuch = await place({ ...order, key: 'wire-story-2', stake: '991' });
  expect(tooMuch).toMatchObject(refused(1003, 'insufficient'));
  expect(await balance()).toBe('990.00');
  for (const [tab, total] of Object.entries({ all: 1, in_progress: 1, win: 0, lose: 0, refund: 0 })) {
    expect({ tab, ...(await listed(tab)) }).toMatchObject({ tab, total, page: 1, limit: 10 });
  }

  await move({ state: 'live', minute: '1', clockMinute: 1, score: { home: 0, away: 0 } });
  const over = { ht: { home: 0, away: 0 }, ft: { home: 1, away: 1 } };
  await move({ state: 'finished', score: over.ft, ht: over.ht });
  await result(over);
  await expect.poll(async () => (await listed('all')).list[0]?.state).toBe('win');
  const [settled] = (await listed('all')).list;
  const expected = payoutByTheRule(bet, (await detail()).result);
  expect(settled).toMatchObject({ id: bet.id, state: expected.state, payout: expected.payout });
  expect(await balance()).toBe(expected.balance('990.00'));
  expect((await listed('win')).total).toBe(1);
  expect((await listed('in_progress')).total).toBe(0);

  const ofBet = () => heard('bet').map(({ data }) => Value.Parse(Bet, data));
  await expect.poll(() => ofBet().at(-1)?.state).toBe('win');
  expect(ofBet()[0]).toMatchObject({ id: bet.id, state: 'waiting' });
  expect(heard('balance')[0]?.data).toEqual({ balance: '990.00', held: '0.00', currency: 'PLAY' });
  const moved = () => heard('event').map(({ data }) => data);
  await expect.poll(moved).toContainEqual(expect.objectContaining({ id, state: 'finished' }));
  await expect.poll(() => heard('price').length).toBeGreaterThan(0);
});

test('the API is used by the example of the client', async ({ site, newMatch, unique }) => {
  await newMatch();
  const example = fileURLToPath(new URL('../../packages/client/examples/bet-and-watch.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [example, site.url, unique('robot')]);
  expect(stdout).toMatch(/^Placed 5\.00 on /m);
  expect(stdout).toMatch(/^Balance: 995\.00 PLAY$/m);
});
