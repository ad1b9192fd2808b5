import { describe, expect, test } from 'vitest';
import { sharedSites } from '../testing/shared-sites.ts';
import { testTouchline, type TestTouchline } from '../testing/touchline.ts';
import type { ManualClock } from '../core/clock.ts';

const noon = new Date('2026-06-11T12:00:00Z');

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

const minutes = (count: number): number => count * 60_000;
const signIn = { code: 303, data: { reason: 'sign_in' } };

describe('signing in', () => {
  test('gives a token that opens the office for at most twelve hours', async () => {
    const ann = await site.operator('auditor');
    const { data } = await site.call('officeLogin', {
      account: ann.account.toUpperCase(),
      password: ann.password,
    });
    expect(data.operator).toMatchObject({ id: ann.id, account: ann.account, roles: ['auditor'] });
    expect(Date.parse(data.expiresAt)).toBe(site.clock.now().getTime() + minutes(12 * 60));
    expect(await ann.call('officeMe')).toMatchObject({ code: 1, data: { id: ann.id } });
  });

  test('a wrong password and an unknown account get the same answer', async () => {
    const ann = await site.operator('auditor');
    const wrong = await site.call('officeLogin', { account: ann.account, password: 'guess' });
    expect(wrong).toMatchObject({ code: 0, data: { reason: 'wrong_credentials' } });
    expect(await site.call('officeLogin', { account: 'nobody.here', password: 'guess' })).toEqual(wrong);
  });

  test('is slowed after five failures, with the time until when', async () => {
    const ann = await site.operator('auditor');
    const guess = { account: ann.account, password: 'guess' };
    for (let i = 0; i < 5; i++) await site.call('officeLogin', guess);
    const locked = await site.call('officeLogin', { ...guess, password: ann.password });
    expect(locked).toMatchObject({ code: 0, data: { reason: 'locked' } });
    site.clock.set(new Date(Object(locked.data).until));
    expect(await site.call('officeLogin', { ...guess, password: ann.password })).toMatchObject({ code: 1 });
  });

  test('the database holds neither token nor password', async () => {
    const ann = await site.operator('auditor');
    const { rows } = await site.database.pool.query(
      'select s::text || o::text as text from operator_session s join operator o on o.id = s.operator_id',
    );
    const text = rows.map((row) => row.text).join(' ');
    expect(text).toContain(ann.account);
    expect(text).not.toContain(ann.token);
    expect(text).not.toContain(ann.password);
  });
});

describe('a session ends', () => {
  test('when it is not used for half an hour', async () => {
    const ann = await site.operator('auditor');
    for (let i = 0; i < 3; i++) {
      site.clock.advance(minutes(29));
      expect(await ann.call('officeMe')).toMatchObject({ code: 1 });
    }
    site.clock.advance(minutes(30));
    expect(await ann.call('officeMe')).toMatchObject(signIn);
  });

  test('after twelve hours, however busy', async () => {
    const ann = await site.operator('auditor');
    for (let i = 0; i < 35; i++) {
      site.clock.advance(minutes(20));
      expect(await ann.call('officeMe')).toMatchObject({ code: 1 });
    }
    site.clock.advance(minutes(20));
    expect(await ann.call('officeMe')).toMatchObject(signIn);
  });

  test('by signing out, and only this one', async () => {
    const ann = await site.operator('auditor');
    const { data } = await site.call('officeLogin', { account: ann.account, password: ann.password });
    expect(await ann.call('officeLogout')).toMatchObject({ code: 1 });
    expect(await ann.call('officeMe')).toMatchObject(signIn);
    expect(await site.call('officeMe', {}, { 'ba-office-token': data.token })).toMatchObject({ code: 1 });
  });

  test('all of an operator end with a new password', async () => {
    const ann = await site.operator('auditor');
    const newPassword = 'granite-74-hill';
    expect(await ann.call('officePasswordRenew', { password: 'guess', newPassword })).toMatchObject({
      data: { reason: 'wrong_credentials' },
    });
    await ann.call('officePasswordRenew', { password: ann.password, newPassword });
    expect(await ann.call('officeMe')).toMatchObject(signIn);
    const again = (password: string) => site.call('officeLogin', { account: ann.account, password });
    expect(await again(ann.password)).toMatchObject({ data: { reason: 'wrong_credentials' } });
    expect(await again(newPassword)).toMatchObject({ code: 1 });
  });
});

describe('tokens', () => {
  test('of one kind never open calls of the other', async () => {
    const ann = await site.operator('auditor');
    const max = await site.member();
    for (const token of [
      max.token,
      `${max.token}x`,
      '',
      'x'.repeat(43),
      `${ann.token} `,
      ann.token.slice(1),
    ]) {
      expect(await site.call('officeMe', {}, { 'ba-office-token': token })).toMatchObject(signIn);
    }
    expect(await site.call('officeMe', {}, { 'ba-user-token': max.token })).toMatchObject(signIn);
    expect(await site.call('officeMe', {}, { 'ba-user-token': ann.token })).toMatchObject(signIn);
    expect(await site.call('userInfo', {}, { 'ba-user-token': ann.token })).toMatchObject(signIn);
    expect(await site.call('userInfo', {}, { 'ba-office-token': ann.token })).toMatchObject(signIn);
  });

  test('without the role: forbidden, before the body is looked at', async () => {
    const ann = await site.operator('cashier');
    expect(await ann.call('officeOperatorSave', { nonsense: 1 })).toMatchObject({
      status: 403,
      code: 0,
      data: { reason: 'forbidden' },
    });
  });

  test('guessing them is limited by address', async () => {
    const limited = await testTouchline({ frozenAt: noon, env: { RATE_LIMIT_PER_MINUTE: '10' } });
    const ask = () => limited.call('officeMe', {}, { 'ba-office-token': 'x'.repeat(43) });
    for (let i = 0; i < 10; i++) expect(await ask()).toMatchObject(signIn);
    expect(await ask()).toMatchObject({ status: 429, data: { reason: 'too_many' } });
    await limited.close();
  });

  test('sign-ins are limited as those of members', async () => {
    const limited = await testTouchline({ frozenAt: noon, env: { SIGNIN_LIMIT_PER_MINUTE: '2' } });
    const ask = () => limited.call('officeLogin', { account: 'a', password: 'b' });
    for (let i = 0; i < 2; i++) expect(await ask()).toMatchObject({ status: 200 });
    expect(await ask()).toMatchObject({ status: 429 });
    await limited.close();
  });
});
