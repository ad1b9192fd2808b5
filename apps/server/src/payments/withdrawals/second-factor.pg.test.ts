import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { codeOf } from '../../testing/second-factors.ts';
import { memberPassword, testTouchline, type TestTouchline } from '../../testing/touchline.ts';

let site: TestTouchline;
beforeAll(async () => {
  site = await testTouchline({
    env: {
      PLAY_GRANT: '100000',
      TURNOVER_MULTIPLE: '0',
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      PAYOUT_COOLING_HOURS: '0',
      PAYOUT_RAIL: 'manual',
    },
  });
});
afterAll(() => site.close());

const password = memberPassword;
const address = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A member with a payout method, and how they ask for a withdrawal above the threshold. */
const member = async () => {
  const { ask, call } = await site.member();
  const { id: wallet } = await ask('walletSave', { type: 'usdt-erc20', address, password });
  return {
    call,
    withdraw: (more: Record<string, unknown>, key: string = newId(), amount = '600') =>
      call('createWithdraw', { key, wallet, amount, ...more }),
    /** Turns the second factor on. */
    withOtp: async () => {
      const { secret } = await ask('otpBegin', { password });
      const { codes: recovery } = await ask('otpConfirm', { otp: codeOf(site.clock, secret) });
      return { code: () => codeOf(site.clock, secret, 1), recovery };
    },
  };
};

const refused = (reason: string) => ({ code: 0, data: { reason } });
const done = { code: 1, data: { amount: '600.00' } };

test('a large withdrawal requires the password of a member without a second factor', async () => {
  const anna = await member();
  expect(await anna.withdraw({})).toMatchObject(refused('password_needed'));
  expect(await anna.withdraw({ code: '123456' })).toMatchObject(refused('password_needed'));
  expect(await anna.withdraw({ password })).toMatchObject(done);
});

test('and the code of a member with one: the password is not enough', async () => {
  const anna = await member();
  const { code } = await anna.withOtp();
  expect(await anna.withdraw({}, newId(), '20')).toMatchObject({ code: 1 });
  expect(await anna.withdraw({})).toMatchObject(refused('otp_needed'));
  expect(await anna.withdraw({ password })).toMatchObject(refused('otp_needed'));
  expect(await anna.withdraw({ password, code: '000000' })).toMatchObject(refused('otp_wrong'));
  expect(await anna.withdraw({ code: code() })).toMatchObject(done);
  // The large one counts for the day: the next requires a code too, however small.
  expect(await anna.withdraw({}, newId(), '20')).toMatchObject(refused('otp_needed'));
});

test('an answered request is answered again under its key, without another code', async () => {
  const anna = await member();
  const { recovery } = await anna.withOtp();
  const key = newId();
  const first = await anna.withdraw({ code: recovery[0] }, key);
  expect(first).toMatchObject(done);
  for (const more of [{ code: recovery[0] }, {}, { code: '000000' }]) {
    const again = await anna.withdraw(more, key);
    expect(again).toMatchObject({ code: 1, data: { id: first.data.id } });
  }
  // The code is used up: another withdrawal needs another.
  expect(await anna.withdraw({ code: recovery[0] })).toMatchObject(refused('otp_wrong'));
});

test('of two at once with one code, one is made', async () => {
  const anna = await member();
  const { recovery } = await anna.withOtp();
  const both = await Promise.all([1, 2].map(() => anna.withdraw({ code: recovery[0] })));
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]));
});

test('a code is not used up by a withdrawal that is refused for another reason', async () => {
  const anna = await member();
  const { code } = await anna.withOtp();
  const wallet = newId();
  const input = { key: newId(), wallet, amount: '600', code: code() };
  expect(await anna.call('createWithdraw', input)).toMatchObject(refused('not_found'));
  expect(await anna.withdraw({ code: input.code })).toMatchObject(done);
});

test('a new payout destination requires the password, as does a changed one; a new name does not', async () => {
  const anna = await member();
  const save = (more: Record<string, unknown>) => anna.call('walletSave', more);
  const other = { type: 'usdt-erc20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
  expect(await save(other)).toMatchObject(refused('password_needed'));
  expect(await save({ ...other, code: '123456' })).toMatchObject(refused('password_needed'));
  expect(await save({ ...other, password: 'not-the-password' })).toMatchObject(refused('wrong_credentials'));
  const { data } = await save({ ...other, password });
  const { id } = data;
  expect(await save({ ...other, id, alias: 'Mine' })).toMatchObject({ code: 1, data: { alias: 'Mine' } });
  const third = { id, type: 'usdt-erc20', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' };
  expect(await save(third)).toMatchObject(refused('password_needed'));
  expect(await save({ ...third, password })).toMatchObject({ code: 1, data: { address: third.address } });
});

test('and the code of a member with one, which a refused method does not use up', async () => {
  const anna = await member();
  const { recovery } = await anna.withOtp();
  const save = (more: Record<string, unknown>) => anna.call('walletSave', { type: 'usdt-erc20', ...more });
  const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(await save({ address: other, password })).toMatchObject(refused('otp_needed'));
  expect(await save({ address: other, code: '000000' })).toMatchObject(refused('otp_wrong'));
  expect(await save({ address, code: recovery[0] })).toMatchObject(refused('payout_exists'));
  expect(await save({ address: `${other.slice(0, -1)}D`, code: recovery[0] })).toMatchObject(
    refused('validation'),
  );
  expect(await save({ address: other, code: recovery[0] })).toMatchObject({ code: 1 });
});
