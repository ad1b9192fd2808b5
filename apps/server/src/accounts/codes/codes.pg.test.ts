import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf, testTouchline, type TestTouchline } from '../../testing/touchline.ts';
import { headersOf, home, unusedAddresses } from '../../testing/callers.ts';
import { setUpMemberApp } from '../../testing/second-factors.ts';
import { countMessagesTo, lastMessageTo, requestCode } from '../../testing/sent-messages.ts';
import type { ManualClock } from '../../core/clock.ts';

const noon = new Date('2026-06-11T12:00:00Z');
const newAddress = unusedAddresses();

let site: TestTouchline<ManualClock>;
beforeAll(async () => {
  site = await testTouchline({
    frozenAt: noon,
    callFrom: home,
    env: { CODES_PER_MINUTE: '100000', CODES_PER_ADDRESS_HOUR: '100000', COUNTRIES_REFUSED: 'FR' },
  });
});
afterAll(() => site.close());

let people = 0;
let email: string;
beforeEach(async () => {
  email = `reader${people++}@example.org`;
  await site.member({ email });
  // Later than every window of the previous tests.
  site.clock.advance(25 * 60 * 60_000);
});

const send = (to: string, purpose = 'login', address = home) =>
  site.call('sendCode', { to, purpose }, headersOf({ address }));
const signIn = (to: string, code: string, address = home) =>
  site.call('loginByCode', { to, code }, headersOf({ address }));
const other = (code: string): string => (code === '000000' ? '000001' : '000000');

const signedIn = { code: 1 };
const wrong = { code: 0, data: { reason: 'code_wrong' } };
const tooMany = { status: 429, data: { reason: 'too_many' } };

describe('a code', () => {
  test('signs in once, in any spelling of the address', async () => {
    const code = await requestCode(site, email, 'login');
    expect(code).toMatch(/^\d{6}$/);
    expect(await signIn(email.toUpperCase(), code)).toMatchObject({ code: 1, data: { user: { email } } });
    expect(await signIn(email, code)).toMatchObject(wrong);
  });

  test('goes to a mobile number too, however it is typed', async () => {
    await site.member({ mobile: '07400 123456', areaCode: '44' });
    await send('07400 123456');
    expect(await lastMessageTo(site, '+447400123456')).toMatchObject({ template: 'code' });
    const code = await site.codeTo('+447400123456');
    expect(await signIn('+44 7400 123 456', code)).toMatchObject(signedIn);
  });

  test('is good for ten minutes', async () => {
    const code = await requestCode(site, email, 'login');
    site.clock.advance(10 * 60_000 - 1);
    expect(await signIn(email, code)).toMatchObject(signedIn);
    const late = await requestCode(site, email, 'login');
    site.clock.advance(10 * 60_000);
    expect(await signIn(email, late)).toMatchObject(wrong);
  });

  test('is bound to its purpose and address', async () => {
    const code = await requestCode(site, email, 'reset');
    expect(await signIn(email, code)).toMatchObject(wrong);
    const another = `other-${email}`;
    await site.member({ email: another });
    expect(await signIn(another, await requestCode(site, email, 'login'))).toMatchObject(wrong);
  });

  test('is replaced by a newer one', async () => {
    const first = await requestCode(site, email, 'login');
    const second = await requestCode(site, email, 'login');
    expect(await signIn(email, first)).toMatchObject(first === second ? signedIn : wrong);
    expect(await signIn(email, second)).toMatchObject(signedIn);
  });

  test('works for one of two simultaneous uses', async () => {
    const code = await requestCode(site, email, 'login');
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(email, code)));
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    expect(answers.filter((answer) => outcomeOf(answer) === 'code_wrong')).toHaveLength(4);
  });

  test('is nowhere in the database after its use, and its hash reveals nothing', async () => {
    const code = await requestCode(site, email, 'login');
    const { rows } = await site.database.pool.query('select c::text as text from contact_code c');
    expect(rows.map((row) => row.text).join(' ')).not.toMatch(new RegExp(`${code}|reader`));
    await signIn(email, code);
    const { rows: kept } = await site.database.pool.query(
      'select m::text as text from outbox_message m where recipient = $1',
      [email],
    );
    expect(kept.map((row) => row.text).join(' ')).not.toContain(`"${code}"`);
    expect((await lastMessageTo(site, email))?.text).toContain('••••••');
  });

  test('marks the address as confirmed', async () => {
    await signIn(email, await requestCode(site, email, 'login'));
    const { rows } = await site.database.pool.query(
      'select email_confirmed_at is not null as confirmed from member where email = $1',
      [email],
    );
    expect(rows).toEqual([{ confirmed: true }]);
  });
});

describe('a code for an address that was typed in another way', () => {
  /** Spellings that fold to the address of a member, as keyboards, copies and attackers write them. */
  const spellings: readonly (readonly [address: string, typed: string])[] = [
    ['mike.okoro@example.org', 'mi\u212ae.okoro@example.org'],
    ['mike.okoro@example.org', 'MIKE.OKORO@EXAMPLE.ORG'],
    ['mike.okoro@example.org', '\u202dmike.okoro@example.org\u202c'],
    ['mike.okoro@example.org', 'mike.o\u200bkoro@example.org'],
    ['mike.okoro@example.org', 'ｍｉｋｅ．ｏｋｏｒｏ＠example.org'],
    ['\u00e5sa@example.org', '\u212bsa@example.org'],
    ['\u03c9mega@example.org', '\u2126mega@example.org'],
    ['jos\u00e9@example.org', 'jose\u0301@example.org'],
  ];

  test.each(['login', 'reset'])('to %s goes to the address of the account', async (purpose) => {
    for (const [at, [address, typed]] of spellings.entries()) {
      const own = `${purpose}${at}.${address}`;
      await site.member({ email: own });
      expect(await send(`${purpose}${at}.${typed}`, purpose)).toMatchObject({ code: 1 });
      expect(await lastMessageTo(site, own)).toMatchObject({ template: 'code' });
      expect(await signIn(typed, '000000')).toMatchObject(wrong);
    }
    const { rows } = await site.database.pool.query(
      'select recipient from outbox_message where recipient <> normalize(recipient, nfkc)',
    );
    expect(rows).toEqual([]);
  });

  test.each(['register', 'bind'])('to %s goes to the spelling that it proves', async (purpose) => {
    for (const [at, [address, typed]] of spellings.entries()) {
      expect(await send(`new${purpose}${at}.${typed}`, purpose)).toMatchObject({ code: 1 });
      const { rows } = await site.database.pool.query<{ recipient: string }>(
        'select recipient from outbox_message order by id desc limit 1',
      );
      expect(rows[0]?.recipient.toLowerCase()).toBe(`new${purpose}${at}.${address}`);
    }
  });

  test('opens one account in every spelling', async () => {
    await site.member({ email: 'jos\u00e9.ruiz@example.org' });
    for (const typed of [
      'jose\u0301.ruiz@example.org',
      'JOSE\u0301.RUIZ@example.org',
      'ｊosé.ruiz@example.org',
    ]) {
      const answer = await site.call('register', {
        email: typed,
        password: 'blue boat 7',
        confirmPassword: 'blue boat 7',
        birthDate: '1990-01-01',
      });
      expect(outcomeOf(answer)).toBe('account_taken');
    }
  });

  test.each(['.a@example.org', 'a.@example.org', 'a..b@example.org'])(
    'is not sent to %s, which is no address',
    async (typed) => {
      expect(await send(typed)).toMatchObject({ data: { reason: 'validation' } });
    },
  );

  test('counts in the digits of any script, with the marks of a copy', async () => {
    const scripts = ['\u0660', '\u06f0', '\u0966', '\uff10'];
    for (const zero of scripts) {
      const code = await requestCode(site, email, 'login');
      const typed = Array.from(code, (digit) =>
        String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
      ).join('');
      expect(await signIn(email, `\u202d${typed.slice(0, 3)} ${typed.slice(3)}\u202c`)).toMatchObject(
        signedIn,
      );
      site.clock.advance(25 * 60 * 60_000);
    }
    expect(await signIn(email, '12345')).toMatchObject({ data: { reason: 'validation' } });
  });
});

describe('guessing', () => {
  test('from many addresses ends after five wrong tries of a code', async () => {
    const code = await requestCode(site, email, 'login');
    for (let n = 0; n < 5; n++) {
      expect(await signIn(email, other(code), newAddress())).toMatchObject(wrong);
    }
    expect(await signIn(email, code)).toMatchObject(wrong);
  });

  test('a hundred at once get no further', async () => {
    const code = await requestCode(site, email, 'login');
    await Promise.all(Array.from({ length: 100 }, () => signIn(email, other(code), newAddress())));
    const { rows } = await site.database.pool.query('select max(tries) as tries from contact_code');
    expect(rows).toEqual([{ tries: 5 }]);
    expect(await signIn(email, code)).toMatchObject(wrong);
  });

  test('four wrong tries leave the code good', async () => {
    const code = await requestCode(site, email, 'login');
    for (let n = 0; n < 4; n++) await signIn(email, other(code), newAddress());
    expect(await signIn(email, code)).toMatchObject(signedIn);
  });

  test('one address is blocked, and cannot use up the owner’s next code', async () => {
    const stranger = newAddress();
    const first = await requestCode(site, email, 'login');
    for (let n = 0; n < 5; n++) await signIn(email, other(first), stranger);
    expect(await signIn(email, other(first), stranger)).toMatchObject({ data: { reason: 'locked' } });
    const next = await requestCode(site, email, 'login');
    let heard = 0;
    for (let n = 0; n < 20; n++) {
      const answer = await signIn(email, other(next), stranger);
      if (outcomeOf(answer) === 'code_wrong') heard += 1;
    }
    expect(heard).toBeLessThan(5);
    expect(await signIn(email, next)).toMatchObject(signedIn);
  });

  test('wrong codes do not block the owner’s password', async () => {
    const address = newAddress();
    for (let n = 0; n < 8; n++) await signIn(email, '000000', address);
    const form = { account: email, password: 'flag & whistle' };
    expect(await site.call('login', form, headersOf({ address }))).toMatchObject(signedIn);
  });

  test.each(['12345', '1234567', '12345a', '١٢٣٤٥', '\u202e123456', ''])('"%s" is no code', async (code) => {
    expect(await signIn(email, code)).toMatchObject({
      data: { reason: 'validation', rules: { code: expect.any(String) } },
    });
  });
});

describe('flooding', () => {
  test('an address waits a minute between two codes of a purpose, whichever strangers ask', async () => {
    expect(await send(email, 'login', newAddress())).toMatchObject({ code: 1, data: { retryAfter: 60 } });
    site.clock.advance(20_000);
    const again = await send(email, 'login', newAddress());
    expect(again).toMatchObject(tooMany);
    expect(Date.parse(String(Object(again.data).until)) - site.clock.now().getTime()).toBe(40_000);
    expect(await countMessagesTo(site, email)).toBe(1);
    site.clock.advance(40_000);
    expect(await send(email, 'login', newAddress())).toMatchObject(signedIn);
  });

  test('one purpose leaves another its codes', async () => {
    for (const purpose of ['login', 'reset', 'bind', 'register']) {
      expect(await send(email, purpose, newAddress())).toMatchObject({ code: 1, data: { retryAfter: 60 } });
    }
  });

  test('strangers who ask all day long deny a member at home neither sign-in nor reset', async () => {
    for (const purpose of ['login', 'reset']) {
      const answers = [];
      for (let n = 0; n < 24; n++) {
        answers.push(await send(email, purpose, newAddress()));
        site.clock.advance(3_500_000);
      }
      expect(answers.filter((answer) => answer.code === 1).length).toBeLessThanOrEqual(11);
      await send(email, purpose, newAddress());
      expect(await send(email, purpose, newAddress())).toMatchObject(tooMany);
      expect(await send(email, purpose)).toMatchObject(signedIn);
    }
    const form = { password: 'new & better', confirmPassword: 'new & better' };
    const reset = { to: email, code: await site.codeTo(email), ...form };
    expect(await site.call('resetPassword', reset, headersOf({ address: home }))).toMatchObject({ code: 1 });
  });

  test('an address gets five in an hour, with the time of the next', async () => {
    for (let n = 0; n < 4; n++) {
      expect(await send(email)).toMatchObject({ code: 1, data: { retryAfter: 60 } });
      site.clock.advance(60_000);
    }
    expect(await send(email)).toMatchObject({ code: 1, data: { retryAfter: 3_600 - 240 } });
    site.clock.advance(60_000);
    expect(await send(email)).toMatchObject(tooMany);
    site.clock.advance((3_600 - 240 - 60) * 1_000);
    expect(await send(email)).toMatchObject(signedIn);
    site.clock.advance(60_000 - 1);
    expect(await send(email)).toMatchObject(tooMany);
  });

  test('an address gets ten in a day', async () => {
    let sent = 0;
    for (let n = 0; n < 23; n++) {
      if ((await send(email)).code === 1) sent += 1;
      site.clock.advance(60 * 60_000);
    }
    expect(sent).toBe(10);
  });

  test('a hundred at once send one', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(email, 'login', newAddress())));
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    expect(await countMessagesTo(site, email)).toBe(1);
  });

  test('one network address and the whole site have limits', async () => {
    const small = await testTouchline({
      frozenAt: noon,
      callFrom: home,
      env: {
        CODES_PER_MINUTE: '4',
        CODES_PER_ADDRESS_HOUR: '3',
      },
    });
    const ask = (n: number, address: string) =>
      small.call('sendCode', { to: `s${n}@example.org`, purpose: 'bind' }, headersOf({ address }));
    for (let n = 0; n < 3; n++) expect(await ask(n, '2001:db8::1')).toMatchObject(signedIn);
    expect(await ask(3, '2001:db8::2')).toMatchObject(tooMany);
    expect(await ask(4, '203.0.113.1')).toMatchObject(signedIn);
    expect(await ask(5, '203.0.113.2')).toMatchObject(tooMany);
    small.clock.advance(60_000);
    expect(await ask(5, '203.0.113.2')).toMatchObject(signedIn);
    await small.close();
  });
});

describe('the existence of an account is not revealed', () => {
  const unknown = (): string => `nobody${people++}@example.org`;
  const both = async (ask: (to: string) => Promise<unknown>): Promise<void> => {
    expect(await ask(unknown())).toEqual(await ask(email));
  };

  test.each(['login', 'reset', 'register', 'bind'])('by asking for a code: %s', async (purpose) => {
    await both((to) => send(to, purpose, newAddress()));
  });

  test.each(['login', 'reset', 'register', 'bind'])('by asking twice: %s', async (purpose) => {
    await both(async (to) => {
      await send(to, purpose, newAddress());
      return send(to, purpose, newAddress());
    });
  });

  test('by a wrong code', async () => {
    await both((to) => signIn(to, '000000', newAddress()));
    const form = { code: '000000', password: 'new & better', confirmPassword: 'new & better' };
    await both((to) => site.call('resetPassword', { to, ...form }, headersOf({ address: newAddress() })));
    const known = { code: '000000', password: 'short', confirmPassword: 'short' };
    await both((to) => site.call('resetPassword', { to, ...known }, headersOf({ address: newAddress() })));
  });

  test('by guessing until it is blocked', async () => {
    await both(async (to) => {
      const address = newAddress();
      const answers = [];
      for (let n = 0; n < 8; n++) answers.push(await signIn(to, '000000', address));
      return answers;
    });
  });

  test('by the work: the same statements, as many', async () => {
    const statements = async (to: string): Promise<string[]> => {
      const seen: string[] = [];
      const { pool } = site.database;
      // The connection that was used last is the one taken next.
      const client = await pool.connect();
      client.release();
      const query: unknown = Reflect.get(client, 'query');
      if (typeof query !== 'function') throw new Error('no connection');
      const watched = (given: unknown, ...rest: unknown[]): unknown => {
        if (typeof given === 'string') seen.push(given);
        else if (typeof given === 'object' && given !== null && 'text' in given)
          seen.push(String(given.text));
        return Reflect.apply(query, client, [given, ...rest]);
      };
      Object.assign(client, { query: watched });
      await send(to, 'login');
      Object.assign(client, { query });
      return seen;
    };
    // Work of the site in the background may take the watched connection: then both are watched again.
    const compared = async () => {
      site.clock.advance(61_000);
      const known = await statements(email);
      const other = await statements(unknown());
      return {
        sends: known.some((text) => text.includes('insert into outbox_message')),
        differ: isDeepStrictEqual(known, other) ? [] : [known, other],
      };
    };
    await expect.poll(compared).toEqual({ sends: true, differ: [] });
  });

  test('no message is sent without an account, and no second account is made', async () => {
    const nobody = unknown();
    await send(nobody, 'login');
    site.clock.advance(61_000);
    await send(nobody, 'reset');
    expect(await countMessagesTo(site, nobody)).toBe(0);
    site.clock.advance(61_000);
    await send(nobody, 'register');
    expect(await lastMessageTo(site, nobody)).toMatchObject({ template: 'code' });
    await signIn(email, await requestCode(site, email, 'login'));
    await send(email, 'register');
    expect(await lastMessageTo(site, email)).toMatchObject({ template: 'account_exists' });
    expect((await lastMessageTo(site, email))?.text).not.toMatch(/\d{6}/);
  });
});

test('codes are not sent to countries that the site takes no members from', async () => {
  const to = { to: '612345678', areaCode: '33' };
  for (const purpose of ['register', 'bind']) {
    expect(await site.call('sendCode', { ...to, purpose })).toMatchObject({
      data: { reason: 'area_not_allowed' },
    });
  }
});

test.each([
  ['nothing', '@'],
  ['two', 'a@example.org,b@example.org'],
  ['a line', 'a@example.org\r\nBcc: b@example.org'],
  ['a name', 'Ann <a@example.org>'],
  ['text turned around', 'a\u202egro.elpmaxe@example.org'],
  ['a private character', 'a\ue000@example.org'],
  ['a landline', '+442079460000'],
  ['letters', 'abc'],
])('a code does not go to %s', async (_what, to) => {
  expect(await send(to)).toMatchObject({ data: { reason: 'validation', rules: { to: expect.any(String) } } });
});

test('the language of a message is the reader’s, not the caller’s', async () => {
  const to = `leser${people++}@example.org`;
  await site.call(
    'register',
    { email: to, password: 'flag & whistle', confirmPassword: 'flag & whistle', birthDate: '1990-01-01' },
    headersOf({ lan: 'de' }),
  );
  await site.call('sendCode', { to, purpose: 'login' }, headersOf({ lan: 'ar' }));
  expect((await lastMessageTo(site, to))?.subject).toMatch(/^Dein Code/);
});

test('deletes expired rows', async () => {
  await send(email);
  site.clock.advance(31 * 24 * 60 * 60_000);
  await site.modules.members.service.tidy();
  await site.outbox.tidy();
  for (const table of ['contact_code', 'contact_flow', 'code_budget', 'outbox_message']) {
    const { rows } = await site.database.pool.query(`select count(*)::int as n from ${table}`);
    expect(rows).toEqual([{ n: 0 }]);
  }
});

test('an expired code is removed from its message before it is sent', async () => {
  const code = await requestCode(site, email, 'login');
  site.clock.advance(10 * 60_000);
  await site.outbox.tidy();
  expect((await lastMessageTo(site, email))?.text).not.toContain(code);
});

describe('an address that its member has never proved', () => {
  const password = 'new & better';
  const form = { password, confirmPassword: password, birthDate: '1990-01-01' };
  const registerWith = async (code: string) =>
    site.call('register', { email, code, ...form }, headersOf({ address: newAddress() }));

  test('belongs to who proves it: a stranger who opened an account with it keeps the account alone', async () => {
    const { rows: before } = await site.database.pool.query<{ id: string }>(
      'select id from member where email_folded = $1',
      [email],
    );
    await send(email, 'register', newAddress());
    expect(await lastMessageTo(site, email)).toMatchObject({ template: 'code' });
    const answer = await registerWith(await site.codeTo(email));
    expect(answer).toMatchObject({ code: 1, data: { user: { email } } });
    const { rows } = await site.database.pool.query(
      `select email_confirmed_at is not null as proven from member where email_folded = $1`,
      [email],
    );
    expect(rows).toEqual([{ proven: true }]);
    expect(site.letters).toContainEqual(
      expect.objectContaining({ memberId: before[0]?.id, template: 'contact_changed' }),
    );
  });

  test('is bound by another member who proves it', async () => {
    const other = await site.member();
    await send(email, 'bind');
    const bound = await other.call('contactSave', {
      to: email,
      code: await site.codeTo(email),
      password: other.password,
    });
    expect(bound).toMatchObject({ code: 1 });
    expect(await other.ask('userInfo')).toMatchObject({ email });
  });

  test('is kept once it was proved', async () => {
    expect(await signIn(email, await requestCode(site, email, 'login'))).toMatchObject(signedIn);
    await send(email, 'register', newAddress());
    expect(await lastMessageTo(site, email)).toMatchObject({ template: 'account_exists' });
    const other = await site.member();
    await send(email, 'bind', newAddress());
    const code = await site.codeTo(email);
    expect(outcomeOf(await registerWith(code))).toBe('code_wrong');
    const taken = await other.call('contactSave', { to: email, code, password: other.password });
    expect(outcomeOf(taken)).toBe('contact_taken');
  });

  test('resets the password without the second factor of a stranger, and holds withdrawals back', async () => {
    const squatter = `squat-${email}`;
    const member = await site.member({ email: squatter });
    await setUpMemberApp(site, member);
    const code = await requestCode(site, squatter, 'reset');
    const reset = { to: squatter, code, password, confirmPassword: password };
    expect(await site.call('resetPassword', reset, headersOf({ address: home }))).toMatchObject({ code: 1 });
    const login = { account: squatter, password };
    expect(await site.call('login', login, headersOf({ address: home }))).toMatchObject({ code: 1 });
    const { rows } = await site.database.pool.query(
      'select withdraw_from is not null as held from member where id = $1',
      [member.id],
    );
    expect(rows).toEqual([{ held: true }]);
  });
});
