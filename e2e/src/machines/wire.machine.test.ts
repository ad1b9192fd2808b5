import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openEventStream, type Source } from '@touchline/client/event-stream';
import { liveKinds } from '@touchline/client/live';
import { paths } from '@touchline/contract/paths';
import { Bet } from '@touchline/contract/shapes/bet';
import { listOf } from '@touchline/contract/shapes/common';
import { Event, EventDetail } from '@touchline/contract/shapes/football';
import { Home, SystemConfig } from '@touchline/contract/shapes/site';
import { Session, Tokens, User } from '@touchline/contract/shapes/user';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curlAt, type Answer, type Curl } from './curl.ts';
import { payoutByTheRule } from '../rule.ts';
import { startTestServer, type TestServer } from '../test-server.ts';

const done = (answer: Answer): unknown => {
  expect(answer).toMatchObject({ status: 200, code: 1 });
  return answer.data;
};
const refused = (code: number, reason: string) => ({ status: 200, code, data: { reason } });
const credentials = { account: 'wanda', password: 'stone-74-hill' };
/** Time to bet before kick-off, plenty at the speed of a program. */
const leadMs = 6_000;
/** Generous: a match is over in a quarter of a minute. */
const settledWithinMs = 120_000;

/** The product's story by the published names of its calls, step after step. */
describe('the API as a program sees it', () => {
  let server: TestServer;
  let curl: Curl;
  let token = '';
  let refreshToken = '';
  let stream: Source | undefined;
  const messages: { kind: string; data: unknown }[] = [];
  let match: EventDetail;
  let bet: Bet;

  beforeAll(async () => {
    server = await startTestServer({ REPLAY_SPEED: '600' });
    curl = curlAt(server.url);
  });
  afterAll(async () => {
    stream?.close();
    await server?.close();
  });

  const get = (path: string) => curl('GET', path, { token });
  const post = (path: string, body: unknown) => curl('POST', path, { token, body });
  const balance = async () => Value.Parse(User, done(await get('/api/user/userInfo'))).balance;
  const listed = async (tab: string) =>
    Value.Parse(listOf(Bet), done(await get(`/api/game.soccer/orderList?tab=${tab}&page=1&limit=10`)));
  const heard = (kind: string) => messages.filter((message) => message.kind === kind);

  it('answers with its health and its documentation', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    const docs = await get('/api/docs');
    expect(docs).toMatchObject({ status: 200, type: expect.stringContaining('text/html') });
    const openapi = await get('/api/openapi.json');
    const Document = Type.Object({ paths: Type.Record(Type.String(), Type.Unknown()) });
    const document = Value.Parse(Document, JSON.parse(openapi.text));
    for (const [method, path] of Object.values(paths)) {
      expect(document.paths).toHaveProperty([path, method.toLowerCase()]);
    }
    expect(document.paths).toHaveProperty('/api/live');
  });

  it('lists currencies, languages and facts of the site without a session', async () => {
    const config = Value.Parse(SystemConfig, done(await curl('GET', '/api/index/systemConfig')));
    expect(config.currency.default).toBe('PLAY');
    expect(config.language.list).toContainEqual({ lan: 'ar', name: 'العربية', dir: 'rtl' });
    expect(config.site).toMatchObject({ mode: 'play', contry_code: '44' });
  });

  it('shows nothing else without a token', async () => {
    for (const path of ['/api/index/home', '/api/user/userInfo', '/api/game.soccer/orderList']) {
      expect(await curl('GET', path)).toMatchObject(refused(303, 'sign_in'));
    }
    expect(await curl('GET', '/api/nowhere')).toMatchObject({ status: 404, code: 0 });
  });

  it('opens an account with 1,000.00 PLAY and signs it in', async () => {
    const body = { ...credentials, confirmPassword: credentials.password, birthDate: '1990-05-31' };
    const opened = Value.Parse(Session, done(await post('/api/user/register', body)));
    expect(opened.user).toMatchObject({ account: 'wanda', balance: '1000.00', currency: 'PLAY' });
    const again = await curl('POST', '/api/user/register', { body, lan: 'de' });
    expect(again).toMatchObject(refused(0, 'account_taken'));
    const wrong = await post('/api/user/login', { ...credentials, password: 'no-such-thing' });
    expect(wrong).toMatchObject(refused(0, 'wrong_credentials'));
    const session = Value.Parse(Session, done(await post('/api/user/login', credentials)));
    ({ token, refreshToken } = session);
    expect(await balance()).toBe('1000.00');
  });

  it('opens the live stream by a short ticket', async () => {
    const Ticket = Type.Object({ ticket: Type.String() });
    const { ticket } = Value.Parse(Ticket, done(await post('/api/common/liveTicket', {})));
    const source = openEventStream(`${server.url}/api/live?token=${encodeURIComponent(ticket)}`);
    stream = source;
    for (const kind of liveKinds) {
      source.addEventListener(kind, (event) => {
        if (event instanceof MessageEvent) messages.push({ kind, data: JSON.parse(event.data) });
      });
    }
    await new Promise((resolve, reject) => {
      source.addEventListener('open', resolve);
      source.addEventListener('error', () => reject(new Error('the stream did not open')));
    });
  });

  it('shows what is played and what comes, with prices', async () => {
    const home = Value.Parse(Home, done(await get('/api/index/home')));
    expect(home.next.length).toBeGreaterThan(0);
    const path = '/api/game.soccer/eventList?state=scheduled&page=1&limit=50';
    const { list } = Value.Parse(listOf(Event), done(await get(path)));
    const next = list.find(({ kickOff }) => Date.parse(kickOff) > Date.now() + leadMs);
    expect(next, 'a match to come').toBeDefined();
    match = Value.Parse(EventDetail, done(await get(`/api/game.soccer/eventDetail?id=${next?.id}`)));
    expect(match).toMatchObject({ state: 'scheduled', replay: true });
    expect(match.markets.map(({ market }) => market)).toEqual(
      expect.arrayContaining(['1x2', 'over_under', 'correct_score', 'ht_1x2', 'ht_correct_score']),
    );
    const unknown = await get('/api/game.soccer/eventDetail?id=no-such-match');
    expect(unknown).toMatchObject(refused(0, 'not_found'));
  });

  it('takes a bet once for each key', async () => {
    const scores = match.markets.find(({ market }) => market === 'correct_score');
    const odds = scores?.selections.find(({ selection }) => selection === '1-1')?.odds;
    const leg = { event: match.id, market: 'correct_score', selection: '1-1', odds };
    const order = { key: 'wire-story-1', type: 'single', stake: '10', accept: 'any', legs: [leg] };
    bet = Value.Parse(Bet, done(await post('/api/game.soccer/orderAdd', order)));
    expect(bet).toMatchObject({ state: 'waiting', stake: '10.00', type: 'single', lines: 1 });
    const again = Value.Parse(Bet, done(await post('/api/game.soccer/orderAdd', order)));
    expect(again.id).toBe(bet.id);
    const other = await post('/api/game.soccer/orderAdd', { ...order, stake: '20' });
    expect(other).toMatchObject(refused(0, 'key_reused'));
    const tooMuch = await post('/api/game.soccer/orderAdd', { ...order, key: 'wire-story-2', stake: '991' });
    expect(tooMuch).toMatchObject(refused(1003, 'insufficient'));
    expect(await balance()).toBe('990.00');
  });

  it('lists the bet under the tabs it belongs to', async () => {
    for (const [tab, total] of Object.entries({ all: 1, in_progress: 1, win: 0, lose: 0, refund: 0 })) {
      expect({ tab, ...(await listed(tab)) }).toMatchObject({ tab, total, page: 1, limit: 10 });
    }
  });

  it('settles it by the recorded result, to the cent', async () => {
    const state = async () => (await listed('all')).list[0]?.state;
    await expect.poll(state, { timeout: settledWithinMs }).toMatch(/^(win|lose)$/);
    const [settled] = (await listed('all')).list;
    const detail = Value.Parse(EventDetail, done(await get(`/api/game.soccer/eventDetail?id=${match.id}`)));
    const expected = payoutByTheRule(bet, detail.result);
    expect(settled).toMatchObject({ id: bet.id, state: expected.state, payout: expected.payout });
    expect(await balance()).toBe(expected.balance('990.00'));
    expect((await listed(expected.state)).total).toBe(1);
    expect((await listed('in_progress')).total).toBe(0);
  });

  it('sent every change over the live stream', async () => {
    const ofBet = () => heard('bet').map(({ data }) => Value.Parse(Bet, data));
    await expect.poll(() => ofBet().at(-1)?.state, { timeout: 30_000 }).toMatch(/^(win|lose)$/);
    expect(ofBet()[0]).toMatchObject({ id: bet.id, state: 'waiting' });
    expect(heard('balance')[0]?.data).toEqual({ balance: '990.00', held: '0.00', currency: 'PLAY' });
    const moved = heard('event').map(({ data }) => data);
    expect(moved).toContainEqual(expect.objectContaining({ id: match.id, state: 'finished' }));
    expect(heard('price').length).toBeGreaterThan(0);
  });

  it('is used by the example of the client', async () => {
    const example = fileURLToPath(
      new URL('../../../packages/client/examples/bet-and-watch.ts', import.meta.url),
    );
    const { stdout } = await promisify(execFile)(process.execPath, [example, server.url, 'robot']);
    expect(stdout).toMatch(/^Placed 5\.00 on /m);
    expect(stdout).toMatch(/^Balance: 995\.00 PLAY$/m);
  });

  it('exchanges the refresh token for a new pair', async () => {
    const body = { refreshToken };
    const pair = Value.Parse(Tokens, done(await curl('POST', '/api/common/refreshToken', { body })));
    expect(pair.refreshToken).not.toBe(refreshToken);
    ({ token } = pair);
    expect(await balance()).toMatch(/^\d+\.\d\d$/);
    const forged = { refreshToken: `${pair.refreshToken.slice(0, -4)}AAAA` };
    const answer = await curl('POST', '/api/common/refreshToken', { body: forged });
    expect(answer).toMatchObject(refused(303, 'sign_in'));
  });

  it('ends the session at sign-out', async () => {
    done(await post('/api/user/logout', {}));
    expect(await get('/api/user/userInfo')).toMatchObject(refused(303, 'sign_in'));
  });
});
