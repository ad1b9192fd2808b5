import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedSites } from '../testing/shared-sites.ts';
import { outcomeOf, testTouchline, type TestOperator, type TestTouchline } from '../testing/touchline.ts';
import { codeOf, setUpOperatorApp } from '../testing/second-factors.ts';
import type { ManualClock } from '../core/clock.ts';

const noon = new Date('2026-06-11T12:00:00Z');

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

let ann: TestOperator;
beforeEach(async () => {
  ann = await site.operator('cashier');
});

let addresses = 0;
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(addresses++ % 250) + 1}` });
const signIn = (of: TestOperator, otp?: string, headers = {}) =>
  site.call('officeLogin', { account: of.account, password: of.password, otp }, headers);
const asToken = (token: string) => ({ 'ba-office-token': token });
const lines = async (subject: string) => {
  const { rows } = await site.database.pool.query<{ action: string; detail: Record<string, unknown> }>(
    'select action, detail from office_audit where subject_id = $1 order by id desc',
    [subject],
  );
  return rows;
};

const done = { code: 1 };
const signInAgain = { code: 303 };
const refused = (reason: string) => ({ code: 0, data: { reason } });

describe('an authenticator app', () => {
  test('takes the password and a code; recovery codes are shown once, other sessions end', async () => {
    const other = (await signIn(ann)).data.token;
    expect(await ann.call('officeOtpBegin', { password: 'guess' })).toMatchObject(
      refused('wrong_credentials'),
    );
    const begun = await ann.call('officeOtpBegin', { password: ann.password });
    expect(begun.data.uri).toContain(`otpauth://totp/Touchline%20office:${ann.account}?`);
    // It is not active yet.
    expect(await signIn(ann)).toMatchObject(done);
    expect(await ann.call('officeOtpConfirm', { otp: '000000' })).toMatchObject(refused('otp_wrong'));
    const { data } = await ann.call('officeOtpConfirm', { otp: codeOf(site.clock, begun.data.secret) });
    expect(new Set(data.codes).size).toBe(10);
    expect(data.secondFactor).toMatchObject({ totp: true, recoveryLeft: 10, mustSetUp: false });
    expect(await site.call('officeMe', {}, asToken(other))).toMatchObject(signInAgain);
    expect((await ann.call('officeMe')).data.secondFactor).toEqual(data.secondFactor);
    expect((await lines(ann.id))[0]).toMatchObject({
      action: 'factor_set',
      detail: { factor: 'totp', replaced: false, sessionsEnded: 2 },
    });
  });

  test('is asked for after the password, and each code counts once', async () => {
    const { secret } = await setUpOperatorApp(site, ann);
    expect(await signIn(ann)).toMatchObject(refused('otp_needed'));
    const wrong = { account: ann.account, password: 'guess', otp: codeOf(site.clock, secret) };
    expect(await site.call('officeLogin', wrong)).toMatchObject(refused('wrong_credentials'));
    const otp = codeOf(site.clock, secret);
    expect(await signIn(ann, otp)).toMatchObject(done);
    expect(await signIn(ann, otp)).toMatchObject(refused('otp_wrong'));
    expect(await signIn(ann, codeOf(site.clock, secret, -1))).toMatchObject(refused('otp_wrong'));
    site.clock.advance(30_000);
    expect(await signIn(ann, codeOf(site.clock, secret))).toMatchObject(done);
    expect((await lines(ann.id)).slice(0, 3)).toMatchObject([
      { action: 'sign_in', detail: { proven: 'totp' } },
      { action: 'sign_in_failed', detail: { at: 'code' } },
      { action: 'sign_in_failed', detail: { at: 'code' } },
    ]);
  });

  test('of many at once with one code, one gets in', async () => {
    const { secret } = await setUpOperatorApp(site, ann);
    const otp = codeOf(site.clock, secret);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(ann, otp)));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  test('of two confirmations at once, one counts', async () => {
    const { data } = await ann.call('officeOtpBegin', { password: ann.password });
    const otp = codeOf(site.clock, data.secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => ann.call('officeOtpConfirm', { otp })));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect((await ann.call('officeMe')).data.secondFactor.recoveryLeft).toBe(10);
  });

  test('gives way to another by a code of the one there is, which counts until then', async () => {
    const { secret, recovery } = await setUpOperatorApp(site, ann);
    expect(await ann.call('officeOtpBegin', { password: ann.password })).toMatchObject(refused('otp_needed'));
    const input = { password: ann.password, otp: codeOf(site.clock, secret) };
    const { data } = await ann.call('officeOtpBegin', input);
    site.clock.advance(30_000);
    expect(await signIn(ann, codeOf(site.clock, secret))).toMatchObject(done);
    expect(await ann.call('officeOtpConfirm', { otp: codeOf(site.clock, data.secret) })).toMatchObject(done);
    site.clock.advance(30_000);
    expect(await signIn(ann, codeOf(site.clock, secret))).toMatchObject(refused('otp_wrong'));
    expect(await signIn(ann, recovery[0])).toMatchObject(refused('otp_wrong'));
    expect(await signIn(ann, codeOf(site.clock, data.secret))).toMatchObject(done);
  });

  test('what was begun is over after an hour', async () => {
    const { data } = await ann.call('officeOtpBegin', { password: ann.password });
    site.clock.advance(60 * 60_000 + 1);
    const { token } = (await signIn(ann)).data;
    const late = { otp: codeOf(site.clock, data.secret) };
    expect(await site.call('officeOtpConfirm', late, asToken(token))).toMatchObject(refused('otp_state'));
    await site.modules.office.service.tidy();
    const { rows } = await site.database.pool.query(
      'select next_secret from operator_factor where operator_id = $1',
      [ann.id],
    );
    expect(rows).toEqual([{ next_secret: null }]);
  });

  test('a new password takes a code too', async () => {
    const { secret } = await setUpOperatorApp(site, ann);
    const renew = (otp?: string) =>
      ann.call('officePasswordRenew', {
        password: ann.password,
        newPassword: 'granite-74-hill',
        otp,
      });
    expect(await renew()).toMatchObject(refused('otp_needed'));
    expect(await renew('000000')).toMatchObject(refused('otp_wrong'));
    expect(await renew(codeOf(site.clock, secret))).toMatchObject(done);
  });
});

describe('guessing codes', () => {
  test('from anywhere gets five tries, and does not stop the operator where they are known', async () => {
    const { secret } = await setUpOperatorApp(site, ann);
    const reasons: unknown[] = [];
    for (let i = 0; i < 8; i++) reasons.push(outcomeOf(await signIn(ann, '000000', elsewhere())));
    expect(reasons.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'otp_wrong'));
    expect(new Set(reasons.slice(5))).toEqual(new Set(['locked']));
    expect(await signIn(ann, codeOf(site.clock, secret), elsewhere())).toMatchObject(refused('locked'));
    expect(await signIn(ann, codeOf(site.clock, secret))).toMatchObject(done);
  });

  test('many at once get no further', async () => {
    await setUpOperatorApp(site, ann);
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(ann, '000000', elsewhere())));
    expect(answers.filter((answer) => outcomeOf(answer) === 'otp_wrong')).toHaveLength(5);
  });
});

describe('recovery codes', () => {
  test('sign in in any spelling, each once, and are counted down in the log', async () => {
    const { recovery } = await setUpOperatorApp(site, ann);
    const [first = '', second = ''] = recovery;
    expect(await signIn(ann, first.toLowerCase().replace('-', ' '))).toMatchObject(done);
    expect((await lines(ann.id))[0]).toMatchObject({ detail: { proven: 'recovery', recoveryLeft: 9 } });
    expect(await signIn(ann, first)).toMatchObject(refused('otp_wrong'));
    const both = await Promise.all([signIn(ann, second), signIn(ann, second)]);
    expect(both.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  test('of another operator are wrong, also when moved to this one', async () => {
    const ben = await site.operator('cashier');
    const theirs = await setUpOperatorApp(site, ben);
    await setUpOperatorApp(site, ann);
    await site.database.pool.query(
      'insert into operator_recovery_code select $1, hash from operator_recovery_code where operator_id = $2',
      [ann.id, ben.id],
    );
    expect(await signIn(ann, theirs.recovery[0])).toMatchObject(refused('otp_wrong'));
  });

  test('are renewed by password and code', async () => {
    expect(await ann.call('officeOtpRenew', { password: ann.password })).toMatchObject(refused('otp_state'));
    const { secret, recovery } = await setUpOperatorApp(site, ann);
    const input = { password: ann.password, otp: codeOf(site.clock, secret) };
    const { data } = await ann.call('officeOtpRenew', input);
    expect(data.codes).toHaveLength(10);
    expect(await signIn(ann, recovery[0])).toMatchObject(refused('otp_wrong'));
    expect(await signIn(ann, data.codes[0])).toMatchObject(done);
    expect((await lines(ann.id)).map(({ action }) => action)).toContain('recovery_renewed');
  });
});

describe('taken off by an owner', () => {
  const why = 'Lost the telephone on the way';
  test('who is another operator: it is gone, and so are the sessions', async () => {
    const owner = await site.operator('owner');
    await setUpOperatorApp(site, ann);
    const second = await site.operator('owner');
    const { data } = await owner.call('officeFactorEnd', { id: ann.id, version: 0, reason: why });
    const decision = { id: data.proposal?.id, version: 0, decision: 'apply' };
    const applied = await second.call('officeOperatorDecide', decision);
    expect(applied.data.operator).toMatchObject({ id: ann.id, version: 1 });
    expect(await ann.call('officeMe')).toMatchObject(signInAgain);
    expect(await signIn(ann)).toMatchObject(done);
    expect((await lines(ann.id))[1]).toMatchObject({
      action: 'factor_removed',
      detail: { before: { totp: true, recoveryLeft: 10 }, after: { totp: false }, reason: why },
    });
    expect(await owner.call('officeFactorEnd', { id: ann.id, version: 1, reason: why })).toMatchObject(
      refused('otp_state'),
    );
  });

  test('never by themself, by others, of an unknown id, or without a reason', async () => {
    const owner = await site.operator('owner');
    await setUpOperatorApp(site, owner);
    await setUpOperatorApp(site, ann);
    const end = (of: TestOperator, input: object) =>
      of.call('officeFactorEnd', { version: 0, reason: why, ...input });
    expect(await end(owner, { id: owner.id })).toMatchObject(refused('same_operator'));
    expect(await end(owner, { id: '0197a000-0000-7000-8000-000000000009' })).toMatchObject(
      refused('not_found'),
    );
    expect(await end(owner, { id: 'x' })).toMatchObject(refused('not_found'));
    expect(await end(owner, { id: ann.id, reason: '       ' })).toMatchObject(refused('reason_needed'));
    expect(await end(ann, { id: owner.id })).toMatchObject({ status: 403 });
    expect((await owner.call('officeMe')).data.secondFactor.totp).toBe(true);
  });
});

test('what is stored holds neither the secret nor a recovery code', async () => {
  const { secret, recovery } = await setUpOperatorApp(site, ann);
  const { rows } = await site.database.pool.query<{ text: string }>(
    `select (operator_factor.*)::text as text from operator_factor
     union all select (operator_recovery_code.*)::text from operator_recovery_code
     union all select detail::text from office_audit`,
  );
  const all = rows.map(({ text }) => text).join(' ');
  const bare = (recovery[0] ?? '').replace('-', '');
  for (const plain of [secret, bare, recovery[0] ?? '', Buffer.from(bare).toString('hex')]) {
    expect(all).not.toContain(plain);
  }
});

describe('where a second factor is needed', () => {
  let strict: TestTouchline<ManualClock>;
  beforeAll(async () => {
    strict = await testTouchline({ frozenAt: noon, env: { OFFICE_FACTOR_NEEDED: 'true' } });
  });
  afterAll(() => strict.close());

  test('an operator without one may do nothing but set one up', async () => {
    const owner = await strict.operator('owner', 'cashier', 'auditor');
    const needed = { status: 403, code: 0, data: { reason: 'factor_needed' } };
    expect((await owner.call('officeMe')).data.secondFactor).toMatchObject({ mustSetUp: true });
    for (const name of ['officeOperatorList', 'officeAuditList', 'officeMemberFind'] as const) {
      expect(await owner.call(name)).toMatchObject(needed);
    }
    expect(await owner.call('officeOperatorSave', { account: 'x' })).toMatchObject(needed);
    const file = { method: 'GET', url: '/api/office/file?member=x&id=y' } as const;
    const asked = await strict.app.inject({ ...file, headers: { 'ba-office-token': owner.token } });
    expect(asked.statusCode).toBe(403);
    await setUpOperatorApp(strict, owner);
    expect(await owner.call('officeOperatorList')).toMatchObject(done);
    expect((await owner.call('officeMe')).data.secondFactor).toMatchObject({ mustSetUp: false });
  });
});
