import { paths, type RouteName } from '@touchline/contract/paths';
import { lans } from '@touchline/locales/locales';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testTouchline, type TestTouchline } from '../testing/touchline.ts';
import type { ManualClock } from '../core/clock.ts';

const noon = new Date('2026-06-11T12:00:00Z');

let site: TestTouchline<ManualClock>;
beforeAll(async () => {
  site = await testTouchline({ frozenAt: noon, env: { COUNTRIES_REFUSED: 'FR,US', MIN_AGE: '18' } });
});
afterAll(() => site.close());

const form = {
  password: 'grün7 Tee',
  confirmPassword: 'grün7 Tee',
  birthDate: '2000-02-29',
};

const post = async (name: RouteName, payload: object, headers: Record<string, string> = {}) => {
  const answer = await site.app.inject({ method: 'POST', url: paths[name][1], payload, headers });
  return { status: answer.statusCode, ...answer.json() };
};
const register = (fields: object, headers: Record<string, string> = {}) =>
  post('register', { ...form, ...fields }, headers);

const count = async (text: string, values: unknown[] = []): Promise<number> =>
  Number((await site.database.pool.query<{ n: string }>(text, values)).rows[0]?.n);

describe('opening an account', () => {
  test('by username gives a session, and the play money as an entry from promotions', async () => {
    const answer = await register({ account: 'Anna.Berg' }, { 'accept-language': 'de' });
    expect(answer).toMatchObject({
      code: 1,
      data: {
        user: {
          account: 'Anna.Berg',
          balance: '1000.00',
          held: '0.00',
          currency: 'PLAY',
          language: 'de',
          verified: false,
          vipLevel: 0,
          teamLevel: 1,
          turnoverLeft: '0.00',
        },
      },
    });
    const { rows } = await site.database.pool.query(
      'select key, kind, amount, counter_account, version from entry where member_id = $1',
      [answer.data.user.id],
    );
    expect(rows).toEqual([
      { key: 'grant:play', kind: 'grant', amount: 100_000n, counter_account: 'promotions', version: 1n },
    ]);
  });

  test('by e-mail or mobile number gives a readable username', async () => {
    const byMail = await register({ email: 'Some.One@Example.org' });
    expect(byMail.data.user.account).toMatch(/^[a-z]+-[a-z]+-\d{4}$/);
    expect(byMail.data.user.email).toBe('Some.One@Example.org');
    const byMobile = await register({ mobile: '07400 123456', areaCode: '44' });
    expect(byMobile.data.user).toMatchObject({ areaCode: '44', mobile: '7400123456' });
  });

  test('takes a friend’s code, however it is typed', async () => {
    const friend = await register({ account: 'inviter' });
    const code: string = friend.data.user.invitationCode;
    expect(code).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{8}$/);
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `.slice(0, 16);
    const invited = await register({ account: 'invited', invitationCode: typed });
    const { rows } = await site.database.pool.query('select inviter_id from member where id = $1', [
      invited.data.user.id,
    ]);
    expect(rows).toEqual([{ inviter_id: friend.data.user.id }]);
  });

  test.each([
    ['no identity', {}, { account: 'account_empty' }],
    ['an empty username', { account: '' }, { account: 'account_empty' }],
    ['a blank e-mail', { email: ' ' }, { email: 'required' }],
    ['two identities', { account: 'two.ids', email: 'a@b.org' }, { email: 'one_of' }],
    ['a username that begins with a digit', { account: '1abc' }, { account: 'account' }],
    ['a username with a space', { account: 'a b c' }, { account: 'account' }],
    ['an e-mail without a host', { email: 'a@b' }, { email: 'email' }],
    ['a mobile number without calling code', { mobile: '7400123456' }, { areaCode: 'area_code' }],
    ['a mobile number that cannot be', { mobile: '12', areaCode: '44' }, { mobile: 'mobile' }],
    ['a landline', { mobile: '2079460000', areaCode: '44' }, { mobile: 'mobile' }],
    ['a calling code with a plus', { mobile: '7400123456', areaCode: '+44' }, { areaCode: 'area_code' }],
    ['a date that does not exist', { account: 'date', birthDate: '2001-02-30' }, { birthDate: 'birth_date' }],
    ['a date long ago', { account: 'date', birthDate: '1801-02-03' }, { birthDate: 'birth_date' }],
    ['a short password', { account: 'short', password: 'a1b!c' }, { password: 'password_length' }],
    ['a long password', { account: 'long', password: 'x'.repeat(17) }, { password: 'password_length' }],
    ['no password', { account: 'none', password: '' }, { password: 'password_empty' }],
    ['no second password', { account: 'none', confirmPassword: '' }, { confirmPassword: 'confirm_empty' }],
  ])('is refused with %s', async (_what, fields, rules) => {
    const before = await count('select count(*) as n from member');
    expect(await register(fields)).toMatchObject({
      status: 200,
      code: 0,
      data: { reason: 'validation', rules },
    });
    expect(await count('select count(*) as n from member')).toBe(before);
  });

  test.each([
    ['passwords that differ', { confirmPassword: 'grün7 Tea' }, 'password_mismatch'],
    ['a common password', { password: 'Password1!', confirmPassword: 'Password1!' }, 'password_common'],
    ['a day too young', { birthDate: '2008-06-12' }, 'under_age'],
    ['an invitation nobody gave', { invitationCode: 'AAAA9999' }, 'invitation_unknown'],
    ['a username that is taken', { account: 'ANNA.berg' }, 'account_taken'],
  ])('is refused with %s', async (_what, fields, reason) => {
    expect(await register({ account: 'refused', ...fields })).toMatchObject({ code: 0, data: { reason } });
  });

  test('is allowed on the very birthday', async () => {
    expect(await register({ account: 'birthday', birthDate: '2008-06-11' })).toMatchObject({ code: 1 });
  });

  test('is refused by calling code for countries that the site takes no members from', async () => {
    const refused = { code: 0, data: { reason: 'area_not_allowed' } };
    expect(await register({ mobile: '612345678', areaCode: '33' })).toMatchObject(refused);
    expect(await register({ mobile: '2015550123', areaCode: '1' })).toMatchObject(refused);
    expect(await register({ account: 'french', areaCode: '33' })).toMatchObject(refused);
    // The same calling code, another country.
    expect(await register({ mobile: '5062345678', areaCode: '1' })).toMatchObject({ code: 1 });
  });

  test.each(['999', '210', '1234', '800', '2'])(
    'is refused with +%s, which no country has',
    async (areaCode) => {
      const [mobile, password] = ['7400123456', form.password];
      const byCode = { to: mobile, areaCode, code: '123456' };
      const outcome = async (name: RouteName, payload: object) => {
        const { status, code, data } = await post(name, payload);
        return [name, status, code, data.reason];
      };
      for (const fields of [{ mobile }, { mobile: 'seven' }, { account: 'no.country' }]) {
        expect(await outcome('register', { ...form, ...fields, areaCode })).toEqual([
          'register',
          200,
          0,
          'area_not_allowed',
        ]);
      }
      for (const purpose of ['register', 'login', 'reset', 'bind']) {
        expect(await outcome('sendCode', { to: mobile, areaCode, purpose })).toEqual([
          'sendCode',
          200,
          0,
          'area_not_allowed',
        ]);
      }
      // As with any number that no member has.
      expect([
        await outcome('login', { account: mobile, areaCode, password }),
        await outcome('loginByCode', byCode),
        await outcome('resetPassword', { ...byCode, password, confirmPassword: password }),
      ]).toEqual([
        ['login', 200, 0, 'wrong_credentials'],
        ['loginByCode', 200, 0, 'code_wrong'],
        ['resetPassword', 200, 0, 'code_wrong'],
      ]);
    },
  );

  test('a number with its own calling code needs no other', async () => {
    expect(await register({ mobile: '+44 7400 123457', areaCode: '999' })).toMatchObject({
      code: 1,
      data: { user: { areaCode: '44', mobile: '7400123457' } },
    });
  });

  test('messages are in the caller’s language', async () => {
    const messages = new Set<string>();
    for (const language of ['en', 'de', 'zh-CN', 'ar']) {
      const answer = await register(
        { account: 'x', birthDate: '2020-01-01' },
        { 'accept-language': language },
      );
      messages.add(answer.data.fields.account);
      const young = await register(
        { account: 'young', birthDate: '2020-01-01' },
        { 'accept-language': language },
      );
      expect(young.msg).toContain('18');
      messages.add(young.msg);
    }
    expect(messages.size).toBe(8);
  });
});

describe('a member’s messages', () => {
  test.each([
    ['register', { account: '' }, 'Account cannot be empty'],
    ['register', { account: 'words', password: '' }, 'Password cannot be empty'],
    ['register', { account: 'words', confirmPassword: '' }, 'Confirm password cannot be empty'],
    ['register', { account: 'words', password: 'x'.repeat(17) }, 'The password must have 6 to 16 characters'],
    ['register', { account: 'words', password: 'x'.repeat(5) }, 'The password must have 6 to 16 characters'],
    ['register', { email: 'a@b' }, 'Invalid email address format'],
    ['register', { mobile: '7400123456' }, 'Please enter the international area code'],
    ['register', { account: '', password: '' }, 'Validation failed'],
    ['login', { account: '', password: 'stone-74-hill' }, 'Account cannot be empty'],
    ['login', { account: '  ', password: 'stone-74-hill' }, 'Account cannot be empty'],
    ['login', { password: 'stone-74-hill' }, 'Account cannot be empty'],
    ['login', { account: 'anna.berg', password: '' }, 'Password cannot be empty'],
    ['login', {}, 'Validation failed'],
  ] as const)('of %s with %j: %s', async (name, fields, msg) => {
    const given = name === 'register' ? { ...form, ...fields } : fields;
    expect(await post(name, given)).toMatchObject({ code: 0, msg, data: { reason: 'validation' } });
  });

  test('are in every language', async () => {
    const said = async (fields: object, lan: string) =>
      (await post('login', fields, { 'accept-language': lan })).msg;
    for (const [fields, english] of [
      [{ account: '', password: 'stone-74-hill' }, 'Account cannot be empty'],
      [{ account: 'anna.berg', password: '' }, 'Password cannot be empty'],
      [{}, 'Validation failed'],
    ] as const) {
      const texts = await Promise.all(lans.map((lan) => said(fields, lan)));
      expect(texts).toContain(english);
      expect(new Set(texts).size).toBe(lans.length);
    }
  });
});

describe('at the same time', () => {
  test('twenty with one username make one account, one wallet, one grant', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register({ account: 'race' })));
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    expect(answers.filter((answer) => answer.data.reason === 'account_taken')).toHaveLength(19);
    expect(
      await count(
        `select count(*) as n from entry join member on member.id = entry.member_id where account = 'race'`,
      ),
    ).toBe(1);
  });

  test('one mobile number in several spellings makes one account', async () => {
    const spellings = ['07400123999', '7400 123 999', '+44 7400 123999', '(07400) 123-999'];
    const answers = await Promise.all(spellings.map((mobile) => register({ mobile, areaCode: '44' })));
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  });
});

test('every member has one wallet and one grant, after any attempts', async () => {
  const members = await count('select count(*) as n from member');
  expect(await count('select count(*) as n from wallet')).toBe(members);
  expect(await count(`select count(*) as n from entry where key = 'grant:play'`)).toBe(members);
  expect(await count('select count(*) as n from wallet where available <> 100000')).toBe(0);
});

test('a grant that fails leaves no member behind', async () => {
  await site.database.owner.query(
    "alter table entry add constraint no_grants check (kind <> 'grant') not valid",
  );
  await expect(register({ account: 'halfway' })).resolves.toMatchObject({
    status: 500,
    data: { reason: 'fault' },
  });
  await site.database.owner.query('alter table entry drop constraint no_grants');
  expect(await count(`select count(*) as n from member where account = 'halfway'`)).toBe(0);
  expect(await register({ account: 'halfway' })).toMatchObject({ code: 1 });
});
