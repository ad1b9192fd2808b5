import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountApp, home, type AccountApp } from '../../testing/account-app.ts';

let room: AccountApp;
beforeAll(async () => {
  room = await accountApp({ env: { COUNTRIES_REFUSED: 'FR' } });
});
afterAll(() => room.close());

let people = 0;
let email: string;
beforeEach(async () => {
  email = `reader${people++}@example.org`;
  await room.member({ email });
  // Later than every window of the previous tests.
  room.clock.advance(25 * 60 * 60_000);
});

const send = (to: string, purpose = 'login', address = home) =>
  room.call('sendCode', { to, purpose }, { address });
const signIn = (to: string, code: string, address = home) =>
  room.call('loginByCode', { to, code }, { address });
const other = (code: string): string => (code === '000000' ? '000001' : '000000');

const signedIn = { code: 1 };
const wrong = { code: 0, data: { reason: 'code_wrong' } };
const tooMany = { status: 429, data: { reason: 'too_many' } };

describe('a code', () => {
  test('signs in once, in any spelling of the address', async () => {
    const code = await room.askCode(email, 'login');
    expect(code).toMatch(/^\d{6}$/);
    expect(await signIn(email.toUpperCase(), code)).toMatchObject({ code: 1, data: { user: { email } } });
    expect(await signIn(email, code)).toMatchObject(wrong);
  });

  test('goes to a mobile number too, however it is typed', async () => {
    await room.member({ mobile: '07400 123456', areaCode: '44' });
    await send('07400 123456');
    expect(await room.lastTo('+447400123456')).toMatchObject({ template: 'code' });
    const code = await room.codeTo('+447400123456');
    expect(await signIn('+44 7400 123 456', code)).toMatchObject(signedIn);
  });

  test('is good for ten minutes', async () => {
    const code = await room.askCode(email, 'login');
    room.clock.advance(10 * 60_000 - 1);
    expect(await signIn(email, code)).toMatchObject(signedIn);
    const late = await room.askCode(email, 'login');
    room.clock.advance(10 * 60_000);
    expect(await signIn(email, late)).toMatchObject(wrong);
  });

  test('is bound to its purpose and address', async () => {
    const code = await room.askCode(email, 'reset');
    expect(await signIn(email, code)).toMatchObject(wrong);
    const another = `other-${email}`;
    await room.member({ email: another });
    expect(await signIn(another, await room.askCode(email, 'login'))).toMatchObject(wrong);
  });

  test('is replaced by a newer one', async () => {
    const first = await room.askCode(email, 'login');
    const second = await room.askCode(email, 'login');
    expect(await signIn(email, first)).toMatchObject(first === second ? signedIn : wrong);
    expect(await signIn(email, second)).toMatchObject(signedIn);
  });

  test('works for one of two simultaneous uses', async () => {
    const code = await room.askCode(email, 'login');
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(email, code)));
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    expect(answers.filter((answer) => answer.data.reason === 'code_wrong')).toHaveLength(4);
  });

  test('is nowhere in the database after its use, and its hash reveals nothing', async () => {
    const code = await room.askCode(email, 'login');
    const { rows } = await room.database.pool.query('select c::text as text from contact_code c');
    expect(rows.map((row) => row.text).join(' ')).not.toMatch(new RegExp(`${code}|reader`));
    await signIn(email, code);
    const { rows: kept } = await room.database.pool.query(
      'select m::text as text from outbox_message m where recipient = $1',
      [email],
    );
    expect(kept.map((row) => row.text).join(' ')).not.toContain(`"${code}"`);
    expect((await room.lastTo(email))?.text).toContain('••••••');
  });

  test('marks the address as confirmed', async () => {
    await signIn(email, await room.askCode(email, 'login'));
    const { rows } = await room.database.pool.query(
      'select email_confirmed_at is not null as confirmed from member where email = $1',
      [email],
    );
    expect(rows).toEqual([{ confirmed: true }]);
  });
});

describe('guessing', () => {
  test('from many addresses ends after five wrong tries of a code', async () => {
    const code = await room.askCode(email, 'login');
    for (let n = 0; n < 5; n++) {
      expect(await signIn(email, other(code), room.elsewhere())).toMatchObject(wrong);
    }
    expect(await signIn(email, code)).toMatchObject(wrong);
  });

  test('a hundred at once get no further', async () => {
    const code = await room.askCode(email, 'login');
    await Promise.all(Array.from({ length: 100 }, () => signIn(email, other(code), room.elsewhere())));
    const { rows } = await room.database.pool.query('select max(tries) as tries from contact_code');
    expect(rows).toEqual([{ tries: 5 }]);
    expect(await signIn(email, code)).toMatchObject(wrong);
  });

  test('four wrong tries leave the code good', async () => {
    const code = await room.askCode(email, 'login');
    for (let n = 0; n < 4; n++) await signIn(email, other(code), room.elsewhere());
    expect(await signIn(email, code)).toMatchObject(signedIn);
  });

  test('one address is blocked, and cannot use up the owner’s next code', async () => {
    const stranger = room.elsewhere();
    const first = await room.askCode(email, 'login');
    for (let n = 0; n < 5; n++) await signIn(email, other(first), stranger);
    expect(await signIn(email, other(first), stranger)).toMatchObject({ data: { reason: 'locked' } });
    const next = await room.askCode(email, 'login');
    let heard = 0;
    for (let n = 0; n < 20; n++) {
      const answer = await signIn(email, other(next), stranger);
      if (answer.data.reason === 'code_wrong') heard += 1;
    }
    expect(heard).toBeLessThan(5);
    expect(await signIn(email, next)).toMatchObject(signedIn);
  });

  test('wrong codes do not block the owner’s password', async () => {
    const address = room.elsewhere();
    for (let n = 0; n < 8; n++) await signIn(email, '000000', address);
    const form = { account: email, password: 'flag & whistle' };
    expect(await room.call('login', form, { address })).toMatchObject(signedIn);
  });

  test.each(['12345', '1234567', '12345a', '١٢٣٤٥٦', ' 123456', ''])('"%s" is no code', async (code) => {
    expect(await signIn(email, code)).toMatchObject({
      data: { reason: 'validation', rules: { code: expect.any(String) } },
    });
  });
});

describe('flooding', () => {
  test('an address waits a minute between two codes, for any purpose and caller', async () => {
    expect(await send(email)).toMatchObject({ code: 1, data: { retryAfter: 60 } });
    room.clock.advance(20_000);
    const again = await send(email, 'bind', room.elsewhere());
    expect(again).toMatchObject(tooMany);
    expect(Date.parse(String(again.data.until)) - room.clock.now().getTime()).toBe(40_000);
    expect(await room.messagesTo(email)).toBe(1);
    room.clock.advance(40_000);
    expect(await send(email)).toMatchObject(signedIn);
  });

  test('an address gets five in an hour, with the time of the next', async () => {
    for (let n = 0; n < 4; n++) {
      expect(await send(email)).toMatchObject({ code: 1, data: { retryAfter: 60 } });
      room.clock.advance(60_000);
    }
    expect(await send(email)).toMatchObject({ code: 1, data: { retryAfter: 3_600 - 240 } });
    room.clock.advance(60_000);
    expect(await send(email)).toMatchObject(tooMany);
    room.clock.advance((3_600 - 240 - 60) * 1_000);
    expect(await send(email)).toMatchObject(signedIn);
    room.clock.advance(60_000 - 1);
    expect(await send(email)).toMatchObject(tooMany);
  });

  test('an address gets ten in a day', async () => {
    let sent = 0;
    for (let n = 0; n < 23; n++) {
      if ((await send(email)).code === 1) sent += 1;
      room.clock.advance(60 * 60_000);
    }
    expect(sent).toBe(10);
  });

  test('a hundred at once send one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(email, 'login', room.elsewhere())),
    );
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    expect(await room.messagesTo(email)).toBe(1);
  });

  test('one network address and the whole site have limits', async () => {
    const small = await accountApp({ env: { CODES_PER_MINUTE: '4', CODES_PER_ADDRESS_HOUR: '3' } });
    const ask = (n: number, address: string) =>
      small.call('sendCode', { to: `s${n}@example.org`, purpose: 'bind' }, { address });
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
    await both((to) => send(to, purpose, room.elsewhere()));
  });

  test.each(['login', 'reset', 'register', 'bind'])('by asking twice: %s', async (purpose) => {
    await both(async (to) => {
      await send(to, purpose, room.elsewhere());
      return send(to, purpose, room.elsewhere());
    });
  });

  test('by a wrong code', async () => {
    await both((to) => signIn(to, '000000', room.elsewhere()));
    const form = { code: '000000', password: 'new & better', confirmPassword: 'new & better' };
    await both((to) => room.call('resetPassword', { to, ...form }, { address: room.elsewhere() }));
    const known = { code: '000000', password: 'short', confirmPassword: 'short' };
    await both((to) => room.call('resetPassword', { to, ...known }, { address: room.elsewhere() }));
  });

  test('by guessing until it is blocked', async () => {
    await both(async (to) => {
      const address = room.elsewhere();
      const answers = [];
      for (let n = 0; n < 8; n++) answers.push(await signIn(to, '000000', address));
      return answers;
    });
  });

  test('by the work: the same statements, as many', async () => {
    const statements = async (to: string): Promise<string[]> => {
      const seen: string[] = [];
      const { pool } = room.database;
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
    const known = await statements(email);
    expect(known.join('\n')).toContain('insert into outbox_message');
    expect(await statements(unknown())).toEqual(known);
  });

  test('no message is sent without an account, and no second account is made', async () => {
    const nobody = unknown();
    await send(nobody, 'login');
    room.clock.advance(61_000);
    await send(nobody, 'reset');
    expect(await room.messagesTo(nobody)).toBe(0);
    room.clock.advance(61_000);
    await send(nobody, 'register');
    expect(await room.lastTo(nobody)).toMatchObject({ template: 'code' });
    await send(email, 'register');
    expect(await room.lastTo(email)).toMatchObject({ template: 'account_exists' });
    expect((await room.lastTo(email))?.text).not.toMatch(/\d{6}/);
  });
});

test('codes are not sent to countries that the site takes no members from', async () => {
  const to = { to: '612345678', areaCode: '33' };
  for (const purpose of ['register', 'bind']) {
    expect(await room.call('sendCode', { ...to, purpose })).toMatchObject({
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
  ['signs nobody sees', 'a\u200b@example.org'],
  ['a landline', '+442079460000'],
  ['letters', 'abc'],
])('a code does not go to %s', async (_what, to) => {
  expect(await send(to)).toMatchObject({ data: { reason: 'validation', rules: { to: expect.any(String) } } });
});

test('the language of a message is the reader’s, not the caller’s', async () => {
  const to = `leser${people++}@example.org`;
  await room.call(
    'register',
    { email: to, password: 'flag & whistle', confirmPassword: 'flag & whistle', birthDate: '1990-01-01' },
    { lan: 'de' },
  );
  await room.call('sendCode', { to, purpose: 'login' }, { lan: 'ar' });
  expect((await room.lastTo(to))?.subject).toMatch(/^Dein Code/);
});

test('deletes expired rows', async () => {
  await send(email);
  room.clock.advance(31 * 24 * 60 * 60_000);
  await room.members.tidy();
  await room.outbox.tidy();
  for (const table of ['contact_code', 'contact_flow', 'code_budget', 'outbox_message']) {
    const { rows } = await room.database.pool.query(`select count(*)::int as n from ${table}`);
    expect(rows).toEqual([{ n: 0 }]);
  }
});

test('an expired code is removed from its message before it is sent', async () => {
  const code = await room.askCode(email, 'login');
  room.clock.advance(10 * 60_000);
  await room.outbox.tidy();
  expect((await room.lastTo(email))?.text).not.toContain(code);
});
