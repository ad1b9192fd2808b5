import { paths } from '@touchline/contract/paths';
import { beforeEach, describe, expect, test } from 'vitest';
import { home, unusedAddresses } from '../testing/callers.ts';
import { sharedSites } from '../testing/shared-sites.ts';
import { memberPassword, type TestTouchline } from '../testing/touchline.ts';
import type { ManualClock } from '../core/clock.ts';

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

const password = memberPassword;
const anotherAddress = unusedAddresses();

const post = async (path: string, payload: object, address: string, headers: Record<string, string> = {}) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'x-forwarded-for': address, ...headers },
  });
  return answer.json();
};
const signIn = (account: string, given: string, address = home, more: object = {}) =>
  post(paths.login[1], { account, password: given, ...more }, address);

let account: string;
beforeEach(async () => {
  ({ account } = await site.member());
});

const signedIn = { code: 1 };
const wrong = { code: 0, data: { reason: 'wrong_credentials' } };
const locked = { code: 0, data: { reason: 'locked' } };

describe('signing in', () => {
  test('works by username, in any case', async () => {
    expect(await signIn(account.toUpperCase(), password)).toMatchObject({
      code: 1,
      data: { user: { account } },
    });
  });

  test('works by e-mail and by mobile number, at home or abroad', async () => {
    const form = { password, confirmPassword: password, birthDate: '1990-01-01' };
    await post(paths.register[1], { ...form, email: 'Max@Example.org' }, home);
    await post(paths.register[1], { ...form, mobile: '0151 23456789', areaCode: '49' }, home);
    expect(await signIn('max@example.ORG', password)).toMatchObject(signedIn);
    expect(await signIn('0151 23456789', password, home, { areaCode: '49' })).toMatchObject(signedIn);
    expect(await signIn('+49 151 23456789', password)).toMatchObject(signedIn);
    expect(await signIn('0151 23456789', password, home, { areaCode: '44' })).toMatchObject(wrong);
  });

  test('stores the language of the last sign-in as the member’s', async () => {
    await post(paths.login[1], { account, password }, home, { 'accept-language': 'ar' });
    const { rows } = await site.database.pool.query('select language from member where account = $1', [
      account,
    ]);
    expect(rows).toEqual([{ language: 'ar' }]);
  });

  test('answers a wrong password and an unknown account alike, in the caller’s language', async () => {
    const language = { 'accept-language': 'zh-CN' };
    const known = await post(paths.login[1], { account, password: 'x' }, anotherAddress(), language);
    const unknown = await post(
      paths.login[1],
      { account: 'nobody', password: 'x' },
      anotherAddress(),
      language,
    );
    expect(known).toEqual(unknown);
    expect(known).toMatchObject(wrong);
    expect(known.msg).toMatch(/[\u4e00-\u9fff]/);
  });

  test('takes the account as it was copied', async () => {
    const copies = [`\u202d${account}\u202c`, `\u200b${account.toUpperCase()}`, ` ${account}\u00a0`];
    for (const text of copies) {
      expect(await signIn(text, password, anotherAddress())).toMatchObject({ code: 1 });
    }
  });

  test('takes any text as an account that does not exist', async () => {
    for (const text of ['@', '+', '+999999', '()', '\u202e', 'a@b@c', '٠٧٧٠٠', "' or 1=1 --", '0']) {
      expect(await signIn(text, password, anotherAddress())).toMatchObject(wrong);
    }
    expect(await signIn(' ', password, anotherAddress())).toMatchObject({ data: { reason: 'validation' } });
  });
});

const failFrom = async (address: string, times: number, who = account): Promise<void> => {
  for (let i = 0; i < times; i++) await signIn(who, 'guess', address);
};

describe('guessing', () => {
  test('blocks one account from one address after five, with the time to come back', async () => {
    const address = anotherAddress();
    for (let i = 0; i < 5; i++) expect(await signIn(account, 'guess', address)).toMatchObject(wrong);
    const answer = await signIn(account, password, address);
    expect(answer).toMatchObject(locked);
    expect(Date.parse(answer.data.until)).toBe(site.clock.now().getTime() + 30_000);
    expect(answer.msg).toContain('Try again in');
  });

  test('doubles the wait with each further failure, up to a quarter of an hour', async () => {
    const address = anotherAddress();
    await failFrom(address, 5);
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      const { data } = await signIn(account, 'guess', address);
      const waitMs = Date.parse(data.until) - site.clock.now().getTime();
      waits.push(waitMs / 1_000);
      site.clock.advance(waitMs);
      expect(await signIn(account, 'guess', address)).toMatchObject(wrong);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  test('lets a hundred at once get no further than one after the other', async () => {
    const address = anotherAddress();
    const answers = await Promise.all(Array.from({ length: 100 }, () => signIn(account, 'guess', address)));
    expect(answers.filter((answer) => answer.data.reason === 'wrong_credentials')).toHaveLength(5);
  });

  test('blocks an account that does not exist in the same way', async () => {
    const address = anotherAddress();
    await failFrom(address, 5, 'nobody.at.all');
    expect(await signIn('nobody.at.all', 'guess', address)).toMatchObject(locked);
  });

  test('clears the failures before a right password', async () => {
    const address = anotherAddress();
    for (let round = 0; round < 3; round++) {
      await failFrom(address, 4);
      expect(await signIn(account, password, address)).toMatchObject(signedIn);
    }
  });

  test('forgets failures after an hour', async () => {
    const address = anotherAddress();
    await failFrom(address, 4);
    site.clock.advance(60 * 60_000 + 1);
    await failFrom(address, 4);
    expect(await signIn(account, password, address)).toMatchObject(signedIn);
  });

  test('blocks many accounts from one address', async () => {
    const address = anotherAddress();
    for (let i = 0; i < 50; i++) expect(await signIn(`nobody${i}`, 'guess', address)).toMatchObject(wrong);
    expect(await signIn('nobody.else', 'guess', address)).toMatchObject(locked);
    expect(await signIn(account, password, address)).toMatchObject(locked);
  });

  test('a right password does not pay for guesses at other accounts', async () => {
    const address = anotherAddress();
    await signIn(account, password, address);
    for (let i = 0; i < 50; i++) {
      await signIn(`victim${i}`, 'guess', address);
      await signIn(account, password, address);
    }
    expect(await signIn('victim.last', 'guess', address)).toMatchObject(locked);
  });

  test('an IPv6 subscriber is one address', async () => {
    for (let i = 0; i < 5; i++) await signIn(account, 'guess', `2001:db8:1:2::${i + 1}`);
    expect(await signIn(account, 'guess', '2001:db8:1:2:ffff::9')).toMatchObject(locked);
    expect(await signIn(account, 'guess', '2001:db8:1:3::1')).toMatchObject(wrong);
  });
});

describe('failures of others do not lock a member out', () => {
  test('failures elsewhere do not block the member at home', async () => {
    for (let i = 0; i < 20; i++) await failFrom(anotherAddress(), 6);
    expect(await signIn(account, password, home)).toMatchObject(signedIn);
  });

  test('failures elsewhere do not block a new address', async () => {
    for (let i = 0; i < 20; i++) await failFrom(anotherAddress(), 6);
    expect(await signIn(account, password, anotherAddress())).toMatchObject(signedIn);
  });

  test('while many addresses fail at an account, each gets one try', async () => {
    for (let i = 0; i < 10; i++) await failFrom(anotherAddress(), 5);
    const address = anotherAddress();
    expect(await signIn(account, 'guess', address)).toMatchObject(wrong);
    expect(await signIn(account, 'guess', address)).toMatchObject(locked);
  });

  test('a neighbour behind the same address who fails at many accounts does not block a member known there', async () => {
    const shared = anotherAddress();
    expect(await signIn(account, password, shared)).toMatchObject(signedIn);
    for (let i = 0; i < 51; i++) await signIn(`guessed${i}`, 'guess', shared);
    expect(await signIn('guessed.last', 'guess', shared)).toMatchObject(locked);
    expect(await signIn(account, password, shared)).toMatchObject(signedIn);
  });
});

test('text typed into the account field is not stored', async () => {
  await signIn('my secret password', 'x', anotherAddress());
  const { rows } = await site.database.pool.query('select signin_failure::text as text from signin_failure');
  expect(rows.map(({ text }) => text).join(' ')).not.toContain('secret');
});

test('old failures are deleted', async () => {
  await failFrom(anotherAddress(), 1);
  site.clock.advance(25 * 60 * 60_000);
  await site.modules.members.service.tidy();
  const { rows } = await site.database.pool.query('select count(*)::int as n from signin_failure');
  expect(rows).toEqual([{ n: 0 }]);
});
