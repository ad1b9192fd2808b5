import { beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator, type Page } from '../testing/authenticator.ts';
import { sharedSites } from '../testing/shared-sites.ts';
import { outcomeOf, type TestOperator, type TestTouchline } from '../testing/touchline.ts';
import type { ManualClock } from '../core/clock.ts';

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

const page: Page = { origin: 'http://localhost' };
const done = { code: 1 };
const wrong = { code: 0, data: { reason: 'passkey_wrong' } };
const refused = (reason: string) => ({ code: 0, data: { reason } });

let ann: TestOperator;
let phone: ReturnType<typeof createAuthenticator>;
beforeEach(async () => {
  ann = await site.operator('cashier');
  phone = createAuthenticator();
});

const make = async (of: TestOperator, at: Page = page, name = 'Phone') => {
  const { data } = await of.call('officePasskeyBegin', { password: of.password });
  return of.call('officePasskeySave', {
    challenge: data.challenge,
    name,
    response: phone.make(data.options, at),
  });
};
const signIn = async (at: Page = page, given = {}) => {
  const { data } = await site.call('officePasskeyAsk');
  return site.call('officePasskeyLogin', {
    challenge: data.challenge,
    response: phone.get(data.options, at, given),
  });
};

describe('a passkey', () => {
  test('is both factors; with the first come recovery codes, and other sessions end', async () => {
    const { data: other } = await site.call('officeLogin', { account: ann.account, password: ann.password });
    const { data } = await make(ann);
    expect(data.codes).toHaveLength(10);
    expect(data.secondFactor).toMatchObject({ totp: false, passkeys: [{ name: 'Phone' }] });
    const headers = { 'ba-office-token': other.token };
    expect(await site.call('officeMe', {}, headers)).toMatchObject({ code: 303 });
    const { data: inside } = await signIn();
    expect(inside.operator.id).toBe(ann.id);
    const me = await site.call('officeMe', {}, { 'ba-office-token': inside.token });
    expect(me.data.secondFactor.passkeys).toMatchObject([{ lastUsedAt: site.clock.now().toISOString() }]);
    expect((await make(ann)).data.codes).toBeUndefined();
  });

  test('the password alone gets in no more, but with a recovery code', async () => {
    const { data } = await make(ann);
    const login = (otp?: string) =>
      site.call('officeLogin', {
        account: ann.account,
        password: ann.password,
        otp,
      });
    expect(await login()).toMatchObject(refused('otp_needed'));
    expect(await login('123456')).toMatchObject(refused('otp_wrong'));
    expect(await login(data.codes?.[0])).toMatchObject(done);
  });

  test.each<[string, Page]>([
    ['on another page', { origin: 'https://office.evil.test' }],
    ['in a frame', { ...page, crossOrigin: true }],
    ['for another host', { ...page, rpId: 'evil.test' }],
    ['without fingerprint, face or PIN', { ...page, isUserVerified: false }],
  ])('made or used %s is wrong', async (_how, at) => {
    expect(await make(ann, at)).toMatchObject(wrong);
    await make(ann);
    expect(await signIn(at)).toMatchObject(wrong);
    expect(await signIn()).toMatchObject(done);
  });

  test('signs in once for each challenge, within five minutes, never behind its counter', async () => {
    await make(ann);
    const { data } = await site.call('officePasskeyAsk');
    const response = phone.get(data.options, page);
    const login = () => site.call('officePasskeyLogin', { challenge: data.challenge, response });
    const all = await Promise.all(Array.from({ length: 4 }, login));
    expect(all.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await signIn(page, { counter: 9 })).toMatchObject(done);
    expect(await signIn(page, { counter: 9 })).toMatchObject(wrong);
    const late = await site.call('officePasskeyAsk');
    site.clock.advance(5 * 60_000);
    const answer = { challenge: late.data.challenge, response: phone.get(late.data.options, page) };
    expect(await site.call('officePasskeyLogin', answer)).toMatchObject(wrong);
  });

  test('of a member opens no office, and one of an operator no account', async () => {
    const max = await site.member();
    const begun = await max.call('passkeyBegin', { password: max.password });
    const made = phone.make(begun.data.options, page);
    await max.call('passkeySave', { challenge: begun.data.challenge, name: 'Phone', response: made });
    expect(await signIn()).toMatchObject(wrong);
    await make(ann);
    const { data } = await site.call('passkeyAsk');
    const response = phone.get(data.options, page);
    expect(await site.call('passkeyLogin', { challenge: data.challenge, response })).toMatchObject(wrong);
    const office = await site.call('officePasskeyAsk');
    const crossed = { challenge: data.challenge, response: phone.get(office.data.options, page) };
    expect(await site.call('officePasskeyLogin', crossed)).toMatchObject(wrong);
  });

  test('of a disabled operator is refused as an unknown one is', async () => {
    const owner = await site.operator('owner');
    await make(ann);
    await owner.call('officeOperatorSave', { id: ann.id, version: 0, disabled: true });
    expect(await signIn()).toMatchObject(wrong);
  });

  test('is made by the session that began it, at most ten', async () => {
    const ben = await site.operator('cashier');
    const { data } = await ann.call('officePasskeyBegin', { password: ann.password });
    const input = { challenge: data.challenge, name: 'Key', response: phone.make(data.options, page) };
    expect(await ben.call('officePasskeySave', input)).toMatchObject(wrong);
    expect(await ann.call('officePasskeySave', { ...input, name: '  ' })).toMatchObject(
      refused('validation'),
    );
    const begun = [];
    for (let i = 0; i < 12; i++) {
      begun.push(await ann.call('officePasskeyBegin', { password: ann.password }));
    }
    const saved = await Promise.all(
      begun.map(({ data: of }) =>
        ann.call('officePasskeySave', {
          challenge: of.challenge,
          name: 'Key',
          response: phone.make(of.options, page),
        }),
      ),
    );
    expect(saved.filter(({ code }) => code === 1)).toHaveLength(10);
    expect(saved.filter((answer) => outcomeOf(answer) === 'passkey_many')).toHaveLength(2);
    const codes = saved.filter(({ data: of }) => of.codes !== undefined);
    expect(codes).toHaveLength(1);
  });
});

describe('names and endings', () => {
  test('it is renamed and forgotten by its operator alone', async () => {
    const ben = await site.operator('cashier');
    await make(ann);
    const { data } = await make(ann, page, 'Laptop');
    const [first, second] = data.secondFactor.passkeys;
    const rename = (of: TestOperator, id: string) => of.call('officePasskeyName', { id, name: 'Desk' });
    expect(await rename(ben, first?.id ?? '')).toMatchObject(refused('not_found'));
    expect((await rename(ann, first?.id ?? '')).data.passkeys).toMatchObject([
      { name: 'Desk' },
      { name: 'Laptop' },
    ]);
    const del = (of: TestOperator, id: string, password = of.password) =>
      of.call('officePasskeyDel', { id, password });
    expect(await del(ben, first?.id ?? '')).toMatchObject(refused('not_found'));
    expect(await del(ann, first?.id ?? '', 'guess')).toMatchObject(refused('wrong_credentials'));
    expect((await del(ann, first?.id ?? '')).data.passkeys).toHaveLength(1);
    // The last second factor stays.
    expect(await del(ann, second?.id ?? '')).toMatchObject(refused('otp_state'));
    const { rows } = await site.database.pool.query(
      `select action, detail from office_audit where subject_id = $1 and action like 'passkey%' order by id desc`,
      [ann.id],
    );
    expect(rows).toMatchObject([
      { action: 'passkey_removed', detail: { name: 'Desk' } },
      { action: 'passkey_renamed', detail: { before: { name: 'Phone' }, after: { name: 'Desk' } } },
      { action: 'passkey_added' },
      { action: 'passkey_added' },
    ]);
  });

  test('of the last two forgotten at once, one stays', async () => {
    await make(ann);
    const { data } = await make(ann);
    const answers = await Promise.all(
      data.secondFactor.passkeys.map(({ id }: { id: string }) =>
        ann.call('officePasskeyDel', { id, password: ann.password }),
      ),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  test('an owner takes passkeys off as well', async () => {
    const owner = await site.operator('owner');
    await make(ann);
    const second = await site.operator('owner');
    const input = { id: ann.id, version: 0, reason: 'Lost all devices' };
    const { data } = await owner.call('officeFactorEnd', input);
    const decision = { id: data.proposal?.id, version: 0, decision: 'apply' };
    expect(await second.call('officeOperatorDecide', decision)).toMatchObject(done);
    expect(await signIn()).toMatchObject(wrong);
  });
});
