import { beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator, type Page } from '../../testing/authenticator.ts';
import { sharedSites } from '../../testing/shared-sites.ts';
import {
  memberPassword,
  testTouchline,
  type TestMember,
  type TestTouchline,
} from '../../testing/touchline.ts';
import { headersOf, home } from '../../testing/callers.ts';
import { codeOf, setUpMemberApp } from '../../testing/second-factors.ts';
import { lettersOf } from '../../testing/sent-messages.ts';
import type { ManualClock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';

const noon = new Date('2026-06-11T12:00:00Z');
const password = memberPassword;

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

let anna: TestMember;
let phone: ReturnType<typeof createAuthenticator>;
beforeEach(async () => {
  anna = await site.member();
  phone = createAuthenticator();
});

const host = 'api.bets.example.org';
const page: Page = { origin: 'https://bets.example.org' };
const done = { code: 1 };
const wrong = { code: 0, data: { reason: 'passkey_wrong' } };
const refused = (reason: string) => ({ code: 0, data: { reason } });

const begin = (of: TestMember, input: object = {}) =>
  site.call('passkeyBegin', { password, ...input }, headersOf({ token: of.token, host }));
const save = (of: TestMember, challenge: unknown, response: object, name = 'Phone') =>
  site.call('passkeySave', { challenge, name, response }, headersOf({ token: of.token, host }));
/** Makes a passkey as a browser does. */
const make = async (of: TestMember, at: Page = page, name = 'Phone') => {
  const { data } = await begin(of);
  return save(of, data.challenge, phone.make(data.options, at), name);
};
const ask = async (asked = host) => (await site.call('passkeyAsk', {}, headersOf({ host: asked }))).data;
const login = (challenge: unknown, response: object) =>
  site.call('passkeyLogin', { challenge, response }, headersOf({ host }));
/** Signs in as a browser does. */
const signIn = async (at: Page = page, given: Parameters<typeof phone.get>[2] = {}) => {
  const { challenge, options } = await ask();
  return login(challenge, phone.get(options, at, given));
};

describe('making a passkey', () => {
  test('takes the password; it is named, listed and announced in a letter', async () => {
    const begun = await begin(anna);
    expect(begun.data.options).toMatchObject({
      rp: { id: 'bets.example.org', name: 'Touchline' },
      user: { name: anna.account },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const saved = await save(anna, begun.data.challenge, phone.make(begun.data.options, page), ' My phone ');
    expect(saved).toMatchObject({ code: 1, data: { passkeys: [{ name: 'My phone' }] } });
    expect(lettersOf(site, anna.id)).toMatchObject([
      { template: 'passkey_added', fields: { name: 'My phone' } },
    ]);
    expect(await begin(anna, { password: 'guess' })).toMatchObject(refused('wrong_credentials'));
  });

  test('takes the second factor too when it is on', async () => {
    const { secret } = await setUpMemberApp(site, anna);
    expect(await begin(anna)).toMatchObject(refused('otp_needed'));
    expect(await begin(anna, { otp: '000000' })).toMatchObject(refused('otp_wrong'));
    expect(await begin(anna, { otp: codeOf(site.clock, secret) })).toMatchObject(done);
  });

  test.each<[string, Page]>([
    ['on another page', { origin: 'https://bets.example.org.evil.test' }],
    ['on a page under the same name', { origin: 'https://evil.bets.example.org' }],
    ['on a page that came unsafely', { origin: 'http://bets.example.org' }],
    ['in a frame of another page', { ...page, crossOrigin: true }],
    ['for another host', { ...page, rpId: 'example.org' }],
    ['without fingerprint, face or PIN', { ...page, isUserVerified: false }],
    [
      'with certificates',
      { ...page, attestation: { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(10)]]]) } },
    ],
    ['vouched for in another form', { ...page, attestation: { fmt: 'tpm', attStmt: new Map() } }],
  ])('%s is wrong', async (_how, at) => {
    expect(await make(anna, at)).toMatchObject(wrong);
    expect((await site.call('securityInfo', {}, headersOf({ token: anna.token }))).data.passkeys).toEqual([]);
  });

  test('a challenge is answered once, in time, by the session that began it', async () => {
    const ben = await site.member();
    const { data } = await begin(anna);
    const made = phone.make(data.options, page);
    expect(await save(ben, data.challenge, made)).toMatchObject(wrong);
    const other = await site.call('login', { account: anna.account, password });
    expect(await save({ ...anna, token: other.data.token }, data.challenge, made)).toMatchObject(wrong);
    expect(await save(anna, data.challenge, made)).toMatchObject(done);
    expect(await save(anna, data.challenge, made)).toMatchObject(wrong);
    const late = await begin(anna);
    const tooLate = phone.make(late.data.options, page);
    site.clock.advance(5 * 60_000);
    expect(await save(anna, late.data.challenge, tooLate)).toMatchObject(wrong);
    // A challenge to sign in makes no passkey.
    const { challenge } = await ask();
    const begun = await begin(anna);
    expect(await save(anna, challenge, phone.make(begun.data.options, page))).toMatchObject(wrong);
  });

  test('the same one is not stored twice, and is excluded by the browser', async () => {
    const first = await begin(anna);
    const made = phone.make(first.data.options, page);
    await save(anna, first.data.challenge, made);
    const second = await begin(anna);
    expect(second.data.options).toMatchObject({ excludeCredentials: [{ id: made.id }] });
    const answer = await save(anna, second.data.challenge, made);
    expect(answer).toMatchObject(wrong);
  });

  test('is limited to ten', async () => {
    for (let i = 0; i < 10; i++) expect(await make(anna)).toMatchObject(done);
    expect(await begin(anna)).toMatchObject(refused('passkey_many'));
  });

  test.each([
    [{}],
    [{ id: 'x', rawId: 'x', type: 'public-key', response: {} }],
    [
      {
        id: 'x',
        rawId: 'x',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'oA' },
      },
    ],
    [{ id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '!', attestationObject: '!' } }],
  ])('%j is no passkey', async (response) => {
    const { data } = await begin(anna);
    expect(await save(anna, data.challenge, response)).toMatchObject(wrong);
  });
});

describe('signing in', () => {
  test('needs nothing else, since it contains the second factor', async () => {
    await make(anna);
    await setUpMemberApp(site, anna);
    const answer = await signIn();
    expect(answer).toMatchObject({ code: 1, data: { user: { account: anna.account, otp: true } } });
    const token = answer.data.token;
    expect(await site.call('userInfo', {}, headersOf({ token }))).toMatchObject(done);
    const { data } = await site.call('securityInfo', {}, headersOf({ token }));
    expect(data.passkeys).toMatchObject([{ lastUsedAt: site.clock.now().toISOString() }]);
  });

  test('works for each of several members', async () => {
    const ben = await site.member();
    await make(anna);
    await make(ben);
    expect(await signIn(page, { key: 0 })).toMatchObject({ data: { user: { account: anna.account } } });
    expect(await signIn(page, { key: 1 })).toMatchObject({ data: { user: { account: ben.account } } });
  });

  test.each<[string, Page]>([
    ['on another page', { origin: 'https://bets.example.org.evil.test' }],
    ['on a page under the same name', { origin: 'https://evil.bets.example.org' }],
    ['in a frame of another page', { ...page, crossOrigin: true }],
    ['for another host', { ...page, rpId: 'evil.test' }],
    ['without fingerprint, face or PIN', { ...page, isUserVerified: false }],
  ])('%s is wrong', async (_how, at) => {
    await make(anna);
    expect(await signIn(at)).toMatchObject(wrong);
    expect(await signIn()).toMatchObject(done);
  });

  test('a challenge is answered once, by the first', async () => {
    await make(anna);
    const { challenge, options } = await ask();
    const answer = phone.get(options, page);
    const all = await Promise.all(Array.from({ length: 5 }, () => login(challenge, answer)));
    expect(all.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await login(challenge, answer)).toMatchObject(wrong);
    // A signature for one challenge does not answer another.
    expect(await login((await ask()).challenge, answer)).toMatchObject(wrong);
  });

  test('fails after five minutes', async () => {
    await make(anna);
    const { challenge, options } = await ask();
    site.clock.advance(5 * 60_000);
    expect(await login(challenge, phone.get(options, page))).toMatchObject(wrong);
    await site.modules.members.service.tidy();
    const { rows } = await site.database.pool.query('select 1 from passkey_challenge');
    expect(rows).toEqual([]);
  });

  test('fails with a challenge of another host', async () => {
    await make(anna);
    const { challenge } = await ask('api.other.example.org');
    const { options } = await ask();
    expect(await login(challenge, phone.get(options, page))).toMatchObject(wrong);
    for (const unknown of [newId(), 'x']) {
      expect(await login(unknown, phone.get(options, page))).toMatchObject(wrong);
    }
  });

  test('fails as another member, and as none', async () => {
    const ben = await site.member();
    await make(anna);
    const handle = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
    for (const userHandle of [handle(ben.id), handle(newId()), '', 'AAAA']) {
      expect(await signIn(page, { userHandle })).toMatchObject(wrong);
    }
  });

  test('fails with a key that only has the id of hers', async () => {
    await make(anna);
    const thief = createAuthenticator();
    const { data } = await begin(await site.member());
    thief.make(data.options, page);
    const { challenge, options } = await ask();
    const [hers] = phone.keys;
    const forged = { ...thief.get(options, page, { userHandle: hers?.userHandle ?? '' }) };
    const id = hers?.id.toString('base64url');
    expect(await login(challenge, { ...forged, id, rawId: id })).toMatchObject(wrong);
  });

  test('fails with a copy whose counter is behind', async () => {
    await make(anna);
    expect(await signIn(page, { counter: 7 })).toMatchObject(done);
    for (const counter of [7, 6, 1, 0]) expect(await signIn(page, { counter })).toMatchObject(wrong);
    expect(await signIn(page, { counter: 8 })).toMatchObject(done);
  });

  test('works repeatedly with an authenticator that does not count', async () => {
    await make(anna);
    for (let i = 0; i < 3; i++) expect(await signIn(page, { counter: 0 })).toMatchObject(done);
  });
});

describe('deleting one', () => {
  test('takes the password; it signs in no more', async () => {
    const { data } = await make(anna);
    const list = data.passkeys;
    const [{ id }] = Array.isArray(list) ? list : [{}];
    const del = (of: TestMember, input: Record<string, unknown>) =>
      site.call('passkeyDel', input, headersOf({ token: of.token }));
    expect(await del(anna, { id, password: 'guess' })).toMatchObject(refused('wrong_credentials'));
    const ben = await site.member();
    expect(await del(ben, { id, password })).toMatchObject(refused('not_found'));
    expect(await signIn()).toMatchObject(done);
    expect(await del(anna, { id, password })).toMatchObject({ code: 1, data: { passkeys: [] } });
    expect(await del(anna, { id: 'x', password })).toMatchObject(refused('not_found'));
    expect(await signIn()).toMatchObject(wrong);
  });
});

test('PASSKEY_RP_ID binds passkeys to one name above several pages', async () => {
  const fixed = await testTouchline({
    frozenAt: noon,
    callFrom: home,
    env: { PASSKEY_RP_ID: 'example.org' },
  });
  const member = await fixed.member();
  const caller = { token: member.token, host: 'api.play.example.org' };
  const play: Page = { origin: 'https://play.example.org' };
  const { data } = await fixed.call('passkeyBegin', { password }, headersOf(caller));
  expect(data.options).toMatchObject({ rp: { id: 'example.org' } });
  const made = { challenge: data.challenge, name: 'Key', response: phone.make(data.options, play) };
  expect(await fixed.call('passkeySave', made, headersOf(caller))).toMatchObject(done);
  for (const [name, isRight] of [
    ['bets.example.org', true],
    ['badexample.org', false],
  ] as const) {
    const asked = await fixed.call('passkeyAsk', {}, headersOf({ host: `api.${name}` }));
    const response = phone.get(asked.data.options, { origin: `https://${name}` });
    const answer = await fixed.call('passkeyLogin', { challenge: asked.data.challenge, response });
    expect(answer).toMatchObject(isRight ? done : wrong);
  }
  await fixed.close();
});
