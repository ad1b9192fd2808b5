import { beforeEach, describe, expect, test } from 'vitest';
import { shardOf } from '../../core/ids.ts';
import { sharedSites } from '../../testing/shared-sites.ts';
import { memberPassword, outcomeOf, type TestMember, type TestTouchline } from '../../testing/touchline.ts';
import { headersOf, home, unusedAddresses } from '../../testing/callers.ts';
import { codeOf, setUpMemberApp } from '../../testing/second-factors.ts';
import { lettersOf } from '../../testing/sent-messages.ts';
import type { ManualClock } from '../../core/clock.ts';

const newAddress = unusedAddresses();
const password = memberPassword;

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

let anna: TestMember;
beforeEach(async () => {
  anna = await site.member();
});

const signIn = (of: TestMember, otp?: string, address = home) =>
  site.call('login', { account: of.account, password, otp }, headersOf({ address }));
const info = async (of: TestMember) =>
  (await site.call('securityInfo', {}, headersOf({ token: of.token }))).data;
const letters = (of: TestMember) => lettersOf(site, of.id).map(({ template }) => template);

const done = { code: 1 };
const refused = (reason: string) => ({ code: 0, data: { reason } });

describe('turning it on', () => {
  test('takes the password, and a code of the secret; recovery codes are shown once', async () => {
    const begun = await site.call('otpBegin', { password }, headersOf({ token: anna.token }));
    const secret = begun.data.secret;
    expect(begun.data.uri).toContain(`otpauth://totp/Touchline:${anna.account}?`);
    // It is not active yet.
    expect(await signIn(anna)).toMatchObject(done);
    expect(await info(anna)).toMatchObject({ otp: false, recoveryLeft: 0 });
    expect(await site.call('otpConfirm', { otp: '000000' }, headersOf({ token: anna.token }))).toMatchObject(
      refused('otp_wrong'),
    );
    const { data } = await site.call(
      'otpConfirm',
      { otp: codeOf(site.clock, secret) },
      headersOf({ token: anna.token }),
    );
    const codes = Array.isArray(data.codes) ? data.codes : [];
    expect(new Set(codes).size).toBe(10);
    expect(await info(anna)).toMatchObject({ otp: true, recoveryLeft: 10 });
    expect(await site.call('userInfo', {}, headersOf({ token: anna.token }))).toMatchObject({
      data: { otp: true },
    });
    expect(letters(anna)).toEqual(['otp_on']);
  });

  test('a wrong password shows no secret', async () => {
    const answer = await site.call('otpBegin', { password: 'guess' }, headersOf({ token: anna.token }));
    expect(answer).toMatchObject(refused('wrong_credentials'));
    expect(answer.data.secret).toBeUndefined();
  });

  test('a second begin replaces the first; once on, there is no other', async () => {
    const { secret: first } = await anna.ask('otpBegin', { password });
    const { secret } = await setUpMemberApp(site, anna);
    expect(secret).not.toBe(first);
    for (const [name, input] of [
      ['otpBegin', { password }],
      ['otpConfirm', { otp: codeOf(site.clock, secret) }],
    ] as const) {
      expect(await site.call(name, input, headersOf({ token: anna.token }))).toMatchObject(
        refused('otp_state'),
      );
    }
  });

  test('expires after an hour, and is deleted', async () => {
    const begun = await site.call('otpBegin', { password }, headersOf({ token: anna.token }));
    site.clock.advance(60 * 60_000 + 1);
    const { data } = await site.call('login', { account: anna.account, password });
    const token = data.token;
    const otp = codeOf(site.clock, begun.data.secret);
    expect(await site.call('otpConfirm', { otp }, headersOf({ token }))).toMatchObject(refused('otp_state'));
    await site.modules.members.service.tidy();
    const { rows } = await site.database.pool.query('select 1 from second_factor where member_id = $1', [
      anna.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('of two confirmations at once, one returns the codes', async () => {
    const begun = await site.call('otpBegin', { password }, headersOf({ token: anna.token }));
    const otp = codeOf(site.clock, begun.data.secret);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => site.call('otpConfirm', { otp }, headersOf({ token: anna.token }))),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await info(anna)).toMatchObject({ otp: true, recoveryLeft: 10 });
  });
});

describe('signing in', () => {
  test('requires the code only when the password is right', async () => {
    await setUpMemberApp(site, anna);
    expect(await signIn(anna)).toMatchObject(refused('otp_needed'));
    expect(await site.call('login', { account: anna.account, password: 'guess' })).toMatchObject(
      refused('wrong_credentials'),
    );
  });

  test('takes a code with blanks, and those of the neighbouring time steps', async () => {
    const { secret } = await setUpMemberApp(site, anna);
    const otp = codeOf(site.clock, secret);
    expect(await signIn(anna, `${otp.slice(0, 3)} ${otp.slice(3)}`)).toMatchObject(done);
    site.clock.advance(90_000);
    expect(await signIn(anna, codeOf(site.clock, secret, -1))).toMatchObject(done);
    expect(await signIn(anna, codeOf(site.clock, secret, 1))).toMatchObject(done);
    expect(await signIn(anna, codeOf(site.clock, secret, 2))).toMatchObject(refused('otp_wrong'));
  });

  test('takes a code once, and none of an earlier time after it', async () => {
    const { secret } = await setUpMemberApp(site, anna);
    const otp = codeOf(site.clock, secret);
    expect(await signIn(anna, otp)).toMatchObject(done);
    expect(await signIn(anna, otp)).toMatchObject(refused('otp_wrong'));
    expect(await signIn(anna, codeOf(site.clock, secret, -1))).toMatchObject(refused('otp_wrong'));
    site.clock.advance(30_000);
    expect(await signIn(anna, otp)).toMatchObject(refused('otp_wrong'));
    expect(await signIn(anna, codeOf(site.clock, secret))).toMatchObject(done);
  });

  test('does not take the code that turned it on', async () => {
    const begun = await site.call('otpBegin', { password }, headersOf({ token: anna.token }));
    const otp = codeOf(site.clock, begun.data.secret);
    await site.call('otpConfirm', { otp }, headersOf({ token: anna.token }));
    expect(await signIn(anna, otp)).toMatchObject(refused('otp_wrong'));
  });

  test('takes a code once of many at the same time', async () => {
    const { secret } = await setUpMemberApp(site, anna);
    const otp = codeOf(site.clock, secret);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(anna, otp)));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  test('refuses malformed codes as wrong', async () => {
    await setUpMemberApp(site, anna);
    for (const otp of ['١٢٣٤٥٦', "' or 1=1", '-1e6-00', '      ']) {
      const fresh = newAddress();
      const { data } = await signIn(anna, otp, fresh);
      expect(['otp_wrong', 'locked']).toContain(Object(data).reason);
    }
  });
});

describe('recovery codes', () => {
  test('sign in in any spelling, each once', async () => {
    const { recovery } = await setUpMemberApp(site, anna);
    const [first = '', second = ''] = recovery;
    expect(await signIn(anna, first.toLowerCase().replace('-', ' '))).toMatchObject(done);
    expect(await signIn(anna, first)).toMatchObject(refused('otp_wrong'));
    expect(await info(anna)).toMatchObject({ recoveryLeft: 9 });
    const both = await Promise.all([signIn(anna, second), signIn(anna, second)]);
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]));
  });

  test('of another member are wrong', async () => {
    const ben = await site.member();
    const theirs = await setUpMemberApp(site, ben);
    await setUpMemberApp(site, anna);
    expect(await signIn(anna, theirs.recovery[0])).toMatchObject(refused('otp_wrong'));
    // They do not count in Anna's rows either, since the hash includes the member.
    await site.database.pool.query(
      'insert into recovery_code (shard, member_id, hash) select $1, $2, hash from recovery_code where member_id = $3',
      [shardOf(anna.id), anna.id, ben.id],
    );
    expect(await signIn(anna, theirs.recovery[1])).toMatchObject(refused('otp_wrong'));
    expect(await signIn(ben, theirs.recovery[1])).toMatchObject(done);
  });

  test('are renewed by password and code; the old ones count no more', async () => {
    const { secret, recovery } = await setUpMemberApp(site, anna);
    const renew = (input: Record<string, unknown>) =>
      site.call('otpRenew', input, headersOf({ token: anna.token }));
    expect(await renew({ password: 'guess', otp: codeOf(site.clock, secret) })).toMatchObject(
      refused('wrong_credentials'),
    );
    expect(await renew({ password, otp: '000000' })).toMatchObject(refused('otp_wrong'));
    await signIn(anna, recovery[0]);
    const { data } = await renew({ password, otp: codeOf(site.clock, secret) });
    const fresh = Array.isArray(data.codes) ? data.codes.map(String) : [];
    expect(fresh).toHaveLength(10);
    expect(await info(anna)).toMatchObject({ recoveryLeft: 10 });
    expect(await signIn(anna, recovery[1])).toMatchObject(refused('otp_wrong'));
    expect(await signIn(anna, fresh[0])).toMatchObject(done);
  });
});

describe('turning it off', () => {
  test('takes password and code', async () => {
    const { secret } = await setUpMemberApp(site, anna);
    const end = (input: Record<string, unknown>) =>
      site.call('otpEnd', input, headersOf({ token: anna.token }));
    expect(await end({ password: 'guess', otp: codeOf(site.clock, secret) })).toMatchObject(
      refused('wrong_credentials'),
    );
    expect(await end({ password, otp: '000000' })).toMatchObject(refused('otp_wrong'));
    expect(await end({ password, otp: codeOf(site.clock, secret) })).toMatchObject({
      code: 1,
      data: { otp: false, recoveryLeft: 0 },
    });
    expect(await signIn(anna)).toMatchObject(done);
    expect(letters(anna)).toEqual(['otp_on', 'otp_off']);
  });

  test.each(['otpEnd', 'otpRenew'] as const)('%s without one is refused', async (name) => {
    expect(
      await site.call(name, { password, otp: '000000' }, headersOf({ token: anna.token })),
    ).toMatchObject(refused('otp_state'));
  });
});

describe('guessing', () => {
  test('gets five tries from anywhere, and does not block the member at home', async () => {
    const { secret } = await setUpMemberApp(site, anna);
    const reasons: unknown[] = [];
    for (let i = 0; i < 20; i++) {
      reasons.push(outcomeOf(await signIn(anna, '000000', newAddress())));
    }
    expect(reasons.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'otp_wrong'));
    expect(new Set(reasons.slice(5))).toEqual(new Set(['locked']));
    expect(await signIn(anna, codeOf(site.clock, secret), newAddress())).toMatchObject(refused('locked'));
    expect(await signIn(anna, codeOf(site.clock, secret))).toMatchObject(done);
  });

  test('many at once get no further', async () => {
    await setUpMemberApp(site, anna);
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(anna, '000000', newAddress())));
    expect(answers.filter((answer) => outcomeOf(answer) === 'otp_wrong')).toHaveLength(5);
  });

  test('a stranger without the password uses up nothing', async () => {
    const { secret } = await setUpMemberApp(site, anna);
    for (let i = 0; i < 12; i++) {
      await site.call(
        'login',
        { account: anna.account, password: 'guess', otp: '000000' },
        headersOf({ address: newAddress() }),
      );
    }
    expect(await signIn(anna, codeOf(site.clock, secret), newAddress())).toMatchObject(done);
  });
});

describe('the stored rows', () => {
  test('contain neither the secret nor a recovery code', async () => {
    const { secret, recovery } = await setUpMemberApp(site, anna);
    const { rows } = await site.database.pool.query<{ text: string }>(
      `select (second_factor.*)::text as text from second_factor where member_id = $1
       union all select (recovery_code.*)::text from recovery_code where member_id = $1`,
      [anna.id],
    );
    expect(rows).toHaveLength(11);
    const all = rows.map(({ text }) => text).join(' ');
    const bare = (recovery[0] ?? '').replace('-', '');
    for (const plain of [secret, bare, Buffer.from(bare).toString('hex')]) expect(all).not.toContain(plain);
  });

  test('a secret moved to another member’s row does not open there', async () => {
    const ben = await site.member();
    const { secret } = await setUpMemberApp(site, ben);
    await setUpMemberApp(site, anna);
    await site.database.pool.query(
      `update second_factor set secret = (select secret from second_factor where member_id = $2), last_step = 0
       where member_id = $1`,
      [anna.id, ben.id],
    );
    const answer = await signIn(anna, codeOf(site.clock, secret));
    expect(answer).toMatchObject(refused('fault'));
    expect(await signIn(ben, codeOf(site.clock, secret))).toMatchObject(done);
  });
});

test('judgeSecondFactor passes a member without one', async () => {
  const who = { shard: shardOf(anna.id), id: anna.id };
  const judge = (otp?: string) =>
    site.modules.members.service.security.judgeSecondFactor(who, otp, { address: home });
  await judge();
  const { secret } = await setUpMemberApp(site, anna);
  await expect(judge()).rejects.toMatchObject({ reason: 'otp_needed' });
  await judge(codeOf(site.clock, secret));
});

test('checkSecond requires the code of a member with one, else the password', async () => {
  const owner = { shard: shardOf(anna.id), memberId: anna.id };
  const check = (given: { password?: string; code?: string }) =>
    site.modules.members.service.checkSecond(owner, {
      password: given.password,
      code: given.code,
      address: home,
    });
  await expect(check({})).rejects.toMatchObject({ reason: 'password_needed' });
  await expect(check({ code: '123456' })).rejects.toMatchObject({ reason: 'password_needed' });
  await expect(check({ password: 'guess' })).rejects.toMatchObject({ reason: 'wrong_credentials' });
  await check({ password });
  const { secret } = await setUpMemberApp(site, anna);
  await expect(check({ password })).rejects.toMatchObject({ reason: 'otp_needed' });
  await expect(check({ password, code: '000000' })).rejects.toMatchObject({ reason: 'otp_wrong' });
  await check({ code: codeOf(site.clock, secret) });
});
