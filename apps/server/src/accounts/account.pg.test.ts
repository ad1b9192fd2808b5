import { TextSection } from '@touchline/contract/shapes/inbox';
import { Secret, TOTP } from 'otpauth';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { memberPassword, testTouchline, type TestTouchline } from '../testing/touchline.ts';
import { headersOf, home } from '../testing/callers.ts';
import { lastMessageTo, requestCode } from '../testing/sent-messages.ts';
import type { ManualClock } from '../core/clock.ts';

const noon = new Date('2026-06-11T12:00:00Z');
const password = memberPassword;

let site: TestTouchline<ManualClock>;
beforeAll(async () => {
  site = await testTouchline({
    frozenAt: noon,
    callFrom: home,
    env: { CODES_PER_MINUTE: '100000', CODES_PER_ADDRESS_HOUR: '100000', COUNTRIES_REFUSED: 'FR' },
  });
});
afterAll(() => site.close());

/** Turns the second factor of a member on. @returns the code of its app, at the clock's time */
const guard = async (token: string): Promise<() => string> => {
  const { data } = await site.call('otpBegin', { password }, headersOf({ token }));
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
  const otp = () => totp.generate({ timestamp: site.clock.now().getTime() });
  expect(await site.call('otpConfirm', { otp: otp() }, headersOf({ token }))).toMatchObject(done);
  // A code counts once.
  site.clock.advance(30_000);
  return otp;
};
/** Any code but this one. */
const otherThan = (code: string): string => (code === '222222' ? '222223' : '222222');
const form = { password, confirmPassword: password, birthDate: '1990-01-01' };
const refusedFor = (reason: string) => ({ code: 0, data: { reason } });
const done = { code: 1 };
const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000');

let people = 0;
let email: string;
beforeEach(() => {
  email = `person${people++}@example.org`;
  site.clock.advance(25 * 60 * 60_000);
  site.letters.splice(0);
});

const row = async (id: string) =>
  (
    await site.database.pool.query(
      `select agent_code, terms_accepted, email_confirmed_at is not null as email_ok,
       mobile_confirmed_at is not null as mobile_ok from member where id = $1`,
      [id],
    )
  ).rows[0];

describe('registering', () => {
  test('with a code marks the address as confirmed and greets the member', async () => {
    const code = await requestCode(site, email, 'register');
    const { id } = await site.member({ email, code, agentCode: 'agent-7' });
    expect(await row(id)).toMatchObject({ email_ok: true, mobile_ok: false, agent_code: 'agent-7' });
    expect(site.letters).toEqual([{ memberId: id, template: 'welcome', about: 'welcome' }]);
  });

  test('without one leaves it open', async () => {
    expect(await row((await site.member({ email })).id)).toMatchObject({ email_ok: false });
  });

  test('with a wrong code is refused before it says that an address is taken', async () => {
    await site.member({ email });
    const answer = await site.call('register', { ...form, email, code: '000000' });
    expect(answer).toMatchObject(refusedFor('code_wrong'));
    const fresh = `fresh-${email}`;
    const code = await requestCode(site, fresh, 'register');
    expect(await site.call('register', { ...form, email: fresh, code: wrongOf(code) })).toMatchObject(
      refusedFor('code_wrong'),
    );
    expect(await site.call('register', { ...form, email: fresh, code })).toMatchObject(done);
  });

  test('by two at once with one code makes one account', async () => {
    const code = await requestCode(site, email, 'register');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => site.call('register', { ...form, email, code })),
    );
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  });

  test('a code is not used up by a refusal for another reason', async () => {
    const code = await requestCode(site, email, 'register');
    const bad = { ...form, email, code, invitationCode: 'AAAA9999' };
    expect(await site.call('register', bad)).toMatchObject(refusedFor('invitation_unknown'));
    expect(await site.call('register', { ...form, email, code })).toMatchObject(done);
  });

  test('records the accepted terms, and only those in force', async () => {
    const outdated = await site.call('register', { ...form, email, terms: '0' });
    expect(outdated).toMatchObject({ code: 0, data: { reason: 'terms_outdated', version: '1' } });
    const { id, token } = await site.member({ email, terms: '1' });
    expect((await site.call('userInfo', {}, headersOf({ token }))).data.termsAccepted).toBe('1');
    const { rows } = await site.database.pool.query(
      'select version, address, lan, at from terms_acceptance where member_id = $1',
      [id],
    );
    expect(rows).toEqual([{ version: '1', address: home, lan: 'en', at: site.clock.now() }]);
  });

  test.each(['admin', 'Supp0rt', 'touch.line', 'r_o_o_t', 'Operator', 'ａdmin', 'ad\u200bmin'])(
    'not as %s',
    async (account) => {
      expect(await site.call('register', { ...form, account })).toMatchObject(refusedFor('account_reserved'));
    },
  );

  test.each(['аdmin', 'nimda\u202e'])('not with letters of elsewhere: %s', async (account) => {
    expect(await site.call('register', { ...form, account })).toMatchObject({
      data: { reason: 'validation', rules: { account: 'account' } },
    });
  });

  test.each([
    ['in the future', '2999-12-31'],
    ['on 29 February of no leap year', '2001-02-29'],
    ['on no date', 'yesterday'],
  ])('not born %s', async (_when, birthDate) => {
    expect(await site.call('register', { ...form, email, birthDate })).toMatchObject({
      data: { reason: 'validation', rules: { birthDate: 'birth_date' } },
    });
  });
});

describe('a site with more conditions', () => {
  let strict: TestTouchline<ManualClock>;
  beforeAll(async () => {
    strict = await testTouchline({
      frozenAt: noon,
      callFrom: home,
      env: {
        CODES_PER_MINUTE: '100000',
        CODES_PER_ADDRESS_HOUR: '100000',
        REGISTER_CODE: 'true',
        INVITATION_NEEDED: 'true',
      },
    });
  });
  afterAll(() => strict.close());

  test('announces them, and enforces them', async () => {
    const { data } = await strict.call('systemConfig');
    expect(data.site).toMatchObject({ registerCode: true, invitationNeeded: true, termsVersion: '1' });
    expect(await strict.call('register', { ...form, email })).toMatchObject({
      data: { reason: 'validation', rules: { invitationCode: 'required' } },
    });
    const caller = { lan: 'en', address: home, userAgent: '', host: 'localhost', protocol: 'http' } as const;
    const first = await strict.modules.members.service.register(
      { ...form, account: 'first.one' },
      caller,
      'house',
    );
    const invited = { ...form, email, invitationCode: first.member.invitation_code };
    expect(await strict.call('register', invited)).toMatchObject(refusedFor('code_needed'));
    const code = await requestCode(strict, email, 'register');
    expect(await strict.call('register', { ...invited, code })).toMatchObject(done);
    // Only who reads an address learns that it is taken.
    expect(await strict.call('register', invited)).toMatchObject(refusedFor('code_needed'));
    expect(await strict.call('register', { ...invited, code: '123456' })).toMatchObject(
      refusedFor('code_wrong'),
    );
  });
});

describe('the age counts on the site’s day', () => {
  test.each([
    ['Pacific/Kiritimati', '2026-06-11T09:59:59Z', 'under_age'],
    ['Pacific/Kiritimati', '2026-06-11T10:00:00Z', 'of age'],
    ['America/Los_Angeles', '2026-06-12T06:59:59Z', 'under_age'],
    ['America/Los_Angeles', '2026-06-12T07:00:00Z', 'of age'],
  ])('%s at %s', async (SITE_TIME_ZONE, at, outcome) => {
    const site = await testTouchline({
      frozenAt: noon,
      callFrom: home,
      env: { CODES_PER_MINUTE: '100000', CODES_PER_ADDRESS_HOUR: '100000', SITE_TIME_ZONE },
    });
    site.clock.advance(Date.parse(at) - site.clock.now().getTime());
    const answer = await site.call('register', { ...form, account: 'birthday', birthDate: '2008-06-12' });
    expect(answer).toMatchObject(outcome === 'of age' ? done : refusedFor(outcome));
    await site.close();
  });
});

describe('a forgotten password', () => {
  const reset = (to: string, code: string, more: object = {}) =>
    site.call('resetPassword', {
      to,
      code,
      password: 'another 4-4-2',
      confirmPassword: 'another 4-4-2',
      ...more,
    });

  test('is replaced, all sessions end, and the member is notified', async () => {
    const { id, token } = await site.member({ email });
    await site.database.pool.query(
      `insert into passkey select shard, id, id, 'made before', '', 0, '{}', '', '', now() from member where id = $1`,
      [id],
    );
    const { data } = await site.call('login', { account: email, password });
    const code = await requestCode(site, email, 'reset');
    expect(await reset(email, code)).toEqual({ status: 200, code: 1, msg: '', data: {} });
    for (const open of [token, data.token]) {
      expect(await site.call('userInfo', {}, headersOf({ token: open }))).toMatchObject({ code: 303 });
    }
    expect(await site.call('refreshToken', { refreshToken: data.refreshToken })).toMatchObject({ code: 303 });
    expect(await site.call('login', { account: email, password })).toMatchObject(
      refusedFor('wrong_credentials'),
    );
    expect(await site.call('login', { account: email, password: 'another 4-4-2' })).toMatchObject(done);
    expect(site.letters.map(({ memberId, template }) => [memberId, template])).toContainEqual([
      id,
      'password_changed',
    ]);
    expect(await lastMessageTo(site, email)).toMatchObject({ template: 'password_changed' });
    expect((await site.database.pool.query('select from passkey where member_id = $1', [id])).rowCount).toBe(
      0,
    );
    expect(await reset(email, code)).toMatchObject(refusedFor('code_wrong'));
  });

  test('is not replaced by a common one, or by two that differ; the code stays good', async () => {
    const { account } = await site.member({ email });
    const code = await requestCode(site, email, 'reset');
    const chosen = (text: string) => reset(email, code, { password: text, confirmPassword: text });
    expect(await chosen('Liverpool1')).toMatchObject(refusedFor('password_common'));
    await site.database.pool.query('update member set account_folded = $2, account = $2 where account = $1', [
      account,
      `keen-kite-${people}`,
    ]);
    expect(await chosen(`keen-kite-${people}`)).toMatchObject(refusedFor('password_common'));
    expect(await reset(email, code, { confirmPassword: 'another 4-4-3' })).toMatchObject(
      refusedFor('password_mismatch'),
    );
    expect(await site.call('login', { account: email, password })).toMatchObject(done);
  });

  test('one of two at once wins', async () => {
    await site.member({ email });
    const code = await requestCode(site, email, 'reset');
    const answers = await Promise.all(
      ['first 4-4-2', 'second 4-4-2'].map((text) =>
        reset(email, code, { password: text, confirmPassword: text }),
      ),
    );
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  });
});

describe('a second factor', () => {
  test('is required after a right code, which is not used up', async () => {
    const { token } = await site.member({ email });
    const otp = await guard(token);
    const code = await requestCode(site, email, 'login');
    const signIn = (more: object) => site.call('loginByCode', { to: email, code, ...more });
    expect(await signIn({ code: wrongOf(code) })).toMatchObject(refusedFor('code_wrong'));
    for (let n = 0; n < 6; n++) expect(await signIn({})).toMatchObject(refusedFor('otp_needed'));
    expect(await signIn({ otp: otherThan(otp()) })).toMatchObject(refusedFor('otp_wrong'));
    expect(await signIn({ otp: otp() })).toMatchObject(done);
  });

  test('is required before a password is replaced, and after a right password', async () => {
    const { token } = await site.member({ email });
    // The member reads that address.
    const proof = { to: email, code: await requestCode(site, email, 'login') };
    expect(await site.call('loginByCode', proof)).toMatchObject(done);
    const otp = await guard(token);
    const code = await requestCode(site, email, 'reset');
    const input = { to: email, code, password: 'another 4-4-2', confirmPassword: 'another 4-4-2' };
    expect(await site.call('resetPassword', input)).toMatchObject(refusedFor('otp_needed'));
    const login = { account: email, password };
    expect(await site.call('login', login)).toMatchObject(refusedFor('otp_needed'));
    expect(await site.call('login', { ...login, otp: otp() })).toMatchObject(done);
    expect(await site.call('login', { ...login, password: 'wrong one' })).toMatchObject(
      refusedFor('wrong_credentials'),
    );
    site.clock.advance(30_000);
    expect(await site.call('resetPassword', { ...input, otp: otp() })).toMatchObject(done);
  });
});

describe('an address or number', () => {
  const save = async (token: string, to: string, more: object = {}) =>
    site.call(
      'contactSave',
      { to, code: await requestCode(site, to, 'bind'), password, ...more },
      headersOf({ token }),
    );

  test('is added, and changed; the former one is notified', async () => {
    const { id, token } = await site.member();
    expect(await save(token, email)).toMatchObject({ code: 1, data: { email } });
    expect(
      await site.call('contactSave', { to: email, code: '000000', password }, headersOf({ token })),
    ).toMatchObject(refusedFor('code_wrong'));
    const next = `next-${email}`;
    expect(await save(token, next)).toMatchObject({ code: 1, data: { email: next } });
    expect(await lastMessageTo(site, email)).toMatchObject({ template: 'contact_changed' });
    expect(await row(id)).toMatchObject({ email_ok: true });
    expect(site.letters.filter(({ template }) => template === 'contact_changed')).toHaveLength(2);
    expect(await site.call('login', { account: email, password })).toMatchObject(
      refusedFor('wrong_credentials'),
    );
    expect(await site.call('login', { account: next, password })).toMatchObject(done);
  });

  test('needs the password, and a code sent to it', async () => {
    const { token } = await site.member();
    expect(await save(token, email, { password: 'wrong one' })).toMatchObject(
      refusedFor('wrong_credentials'),
    );
    expect(await save(token, `other-${email}`, { to: email })).toMatchObject(refusedFor('code_wrong'));
  });

  test('of another member is reported as taken only to who reads it', async () => {
    await site.member({ email });
    const proof = { to: email, code: await requestCode(site, email, 'login') };
    expect(await site.call('loginByCode', proof)).toMatchObject(done);
    const { token } = await site.member();
    const guess = { to: email, code: '000000', password };
    expect(await site.call('contactSave', guess, headersOf({ token }))).toMatchObject(
      refusedFor('code_wrong'),
    );
    expect(await save(token, email, { to: email.toUpperCase() })).toMatchObject(refusedFor('contact_taken'));
  });

  test('belongs to one of two members who add it at once', async () => {
    const members = [await site.member(), await site.member()];
    const code = await requestCode(site, email, 'bind');
    const answers = await Promise.all(
      members.map(({ token }) =>
        site.call('contactSave', { to: email, code, password }, headersOf({ token })),
      ),
    );
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  });

  test('is refused from countries that the site takes no members from', async () => {
    const { token } = await site.member();
    const input = { to: '612345678', areaCode: '33', code: '123456', password };
    expect(await site.call('contactSave', input, headersOf({ token }))).toMatchObject(
      refusedFor('area_not_allowed'),
    );
  });
});

test('a nickname is stored as read, refused when it hides something, and removable', async () => {
  const { token } = await site.member();
  const save = (nickname: string) => site.call('profileSave', { nickname }, headersOf({ token }));
  expect((await save('  Ａnna 7 ')).data.nickname).toBe('Anna 7');
  for (const name of ['A\u202enna', '\u2066Anna', 'Аnna', 'An\u200dna']) {
    expect(await save(name)).toMatchObject({
      data: { reason: 'validation', rules: { nickname: 'nickname' } },
    });
  }
  expect(await save('Touchline Support')).toMatchObject(refusedFor('account_reserved'));
  expect((await site.call('userInfo', {}, headersOf({ token }))).data.nickname).toBe('Anna 7');
  expect((await save('')).data.nickname).toBeUndefined();
});

test('the language of mails and notices is saved alone, and only one that there is', async () => {
  const { token } = await site.member();
  const save = (input: { language: string }) => site.call('profileSave', input, headersOf({ token }));
  expect((await save({ language: 'fr' })).data).toMatchObject({ language: 'fr' });
  for (const language of ['xx', 'FR', '']) {
    expect(await save({ language })).toMatchObject({
      data: { reason: 'validation', rules: { language: 'format' } },
    });
  }
  expect((await site.call('userInfo', {}, headersOf({ token }))).data.language).toBe('fr');
});

describe('terms', () => {
  test('are read in each language, by version', async () => {
    const texts = new Set<string>();
    for (const lan of ['en', 'de', 'ar', 'zh-CN']) {
      const { data } = await site.call('terms', {}, headersOf({ lan }));
      expect(data).toMatchObject({ version: '1', versions: [{ version: '1' }] });
      const { sections } = Value.Parse(Type.Object({ sections: Type.Array(TextSection) }), data);
      for (const { title, body } of sections) texts.add(title).add(body);
    }
    expect(texts.size).toBe(4 * 12 * 2);
    expect(await site.call('terms', { version: '99' })).toMatchObject(refusedFor('not_found'));
  });

  test('are accepted once, and only those in force', async () => {
    const { id, token } = await site.member();
    const accept = (version: string) => site.call('termsAccept', { version }, headersOf({ token }));
    expect(await accept('0')).toMatchObject({ data: { reason: 'terms_outdated', version: '1' } });
    expect(await accept('1')).toMatchObject({ code: 1, data: { termsAccepted: '1' } });
    const first = site.clock.now();
    site.clock.advance(1_000);
    expect(await accept('1')).toMatchObject(done);
    const { rows } = await site.database.pool.query('select at from terms_acceptance where member_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ at: first }]);
  });
});

describe('a sign-in from a new place', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const newer = firefox.replaceAll('140', '141');
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

  test('sends a letter; an updated browser at home does not', async () => {
    const { id } = await site.member({ email });
    const signIn = (address: string, userAgent: string) =>
      site.call('login', { account: email, password }, headersOf({ address, userAgent }));
    const told = () => site.letters.filter(({ template }) => template === 'sign_in_new');
    await signIn(home, firefox);
    expect(told()).toHaveLength(1);
    await signIn(home, newer);
    expect(told()).toHaveLength(1);
    await signIn('198.51.100.77', iphone);
    expect(told()[1]).toEqual({
      memberId: id,
      template: 'sign_in_new',
      fields: {
        browser: 'Safari',
        system: 'iOS',
        address: '198.51.100.x',
        at: site.clock.now().toISOString(),
      },
    });
    await site.call(
      'login',
      { account: email, password: 'wrong one' },
      headersOf({ address: '198.51.100.78' }),
    );
    expect(told()).toHaveLength(2);
  });
});

test('the office reads no code and no whole address, and each reading is in the audit log', async () => {
  const support = await site.operator('support');
  await site.member({ email });
  const list = () => support.ask('officeOutboxList', { to: email.toUpperCase() });
  const open = (id: string) => support.ask('officeOutboxOpen', { id });
  const stored = async (): Promise<string> => {
    const { rows } = await site.database.pool.query<{ text: string }>(
      'select m::text as text from outbox_message m where recipient = $1',
      [email],
    );
    return rows.map(({ text }) => text).join('\n');
  };

  // The code is unreadable while it waits, after it was printed, and after its use.
  site.clock.advance(61_000);
  await site.call('sendCode', { to: email, purpose: 'login' });
  const waiting = [JSON.stringify(await list()), await stored()];
  const [{ id } = { id: '' }] = (await list()).list;
  waiting.push(JSON.stringify(await open(id)));
  const code = await site.codeTo(email);
  expect(code).toMatch(/^\d{6}$/);
  const { line } = site.codes.findLast((one) => one.to === email) ?? {};
  expect(line).toBe(`Code for ${email[0]}***@example.org: ${code} (login), valid 10 minutes`);
  const after = [JSON.stringify(await list()), JSON.stringify(await open(id)), await stored()];
  for (const text of [...waiting, ...after]) expect(text).not.toContain(code);
  for (const text of [...waiting, ...after].filter((one) => one.startsWith('{'))) {
    expect(text).not.toContain(email);
  }
  expect(await list()).toMatchObject({
    total: 1,
    page: 1,
    list: [{ channel: 'email', to: `${email[0]}***@example.org`, state: 'kept' }],
  });
  expect(await open(id)).toMatchObject({ text: expect.stringContaining('••••••') });
  expect(await site.call('loginByCode', { to: email, code })).toMatchObject({ code: 1 });

  const auditor = await site.operator('auditor');
  const lines = async (action: string) => (await auditor.ask('officeAuditList', { action })).total;
  expect([await lines('outbox_listed'), await lines('outbox_opened')]).toEqual([4, 3]);
});
