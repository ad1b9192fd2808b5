import type { RouteName } from '@touchline/contract/paths';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, shardOf } from '../core/ids.ts';
import { codeOf } from '../testing/second-factors.ts';
import {
  memberPassword,
  testTouchline,
  type TestOperator,
  type TestTouchline,
} from '../testing/touchline.ts';

let site: TestTouchline;
beforeAll(async () => {
  site = await testTouchline({
    background: true,
    env: {
      PLAY_GRANT: '1000',
      TURNOVER_MULTIPLE: '0',
      PAYOUT_RAIL: 'manual',
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      PAYOUT_COOLING_HOURS: '0',
    },
  });
});
afterAll(() => site.close());

type Person = TestOperator;
const why = 'Lost the telephone';
const refused = (name: string) => ({ code: 0, data: { reason: name } });
const done = { code: 1 };
/** How many members there are: each has a mobile number of its own. */
let members = 0;

/** A member with an authenticator app, recovery codes, a passkey, an e-mail address, a mobile number and a payout method. */
const member = async () => {
  const max = await site.member();
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const { data } = await max.call('walletSave', {
    type: 'usdt-erc20',
    address,
    password: memberPassword,
  });
  const { secret } = await max.ask('otpBegin', { password: memberPassword });
  expect(await max.call('otpConfirm', { otp: codeOf(site.clock, secret) })).toMatchObject(done);
  const { pool } = site.database;
  const [email, mobile] = [`${max.account}@example.com`, String(7_700_900_000 + members++)];
  await pool.query(
    `update member set email = $2, email_folded = $2, area_code = '44', mobile = $3, language = 'de' where id = $1`,
    [max.id, email, mobile],
  );
  await pool.query(
    `insert into passkey (shard, member_id, id, credential, public_key, counter, transports, rp_id, name, created_at)
     values ($1, $2, $3, $4, '', 0, '{}', 'localhost', 'Phone', now() - interval '1 day')`,
    [shardOf(max.id), max.id, newId(), newId()],
  );
  const signIn = (more: Record<string, unknown> = {}) =>
    site.call('login', { account: max.account, password: memberPassword, ...more });
  return { ...max, email, mobile, wallet: data.id, code: () => codeOf(site.clock, secret, 1), signIn };
};
type Member = Awaited<ReturnType<typeof member>>;

const operators = async () => [await site.operator('support'), await site.operator('support')] as const;
const propose = (by: Person, { id }: Member) => by.call('officeMemberFactorEnd', { member: id, why });
const endOf = (answer: { data: Record<string, unknown> }): string => String(Object(answer.data.end).id);
const decide = (by: Person, of: Member, id: string, decision: string, note?: string) =>
  by.call('officeMemberFactorDecide', {
    member: of.id,
    id,
    version: 0,
    decision,
    note,
  });
const told = async (of: Member): Promise<string[]> => {
  const { rows } = await site.database.pool.query<{ line: string }>(
    `select channel || ' ' || template || ' ' || lan as line from outbox_message where recipient = any($1) order by id`,
    [[of.email, `+44${of.mobile}`]],
  );
  return rows.map(({ line }) => line);
};

describe('a member who has lost every second factor', () => {
  test('has the second factor removed by two operators: notified, signed out, and without withdrawals for a day', async () => {
    const [ann, bob] = await operators();
    const max = await member();
    const proposed = await propose(ann, max);
    expect(proposed.data).toMatchObject({
      app: true,
      passkeys: 1,
      recoveryCodes: 10,
      end: { reason: why, proposedBy: { id: ann.id }, used: false },
    });
    // Nothing has changed yet, but the member reads of it.
    expect(await max.signIn()).toMatchObject(refused('otp_needed'));
    expect(await told(max)).toEqual(['email factor_asked de', 'sms factor_asked de']);
    const { data } = await decide(bob, max, endOf(proposed), 'apply');
    expect(data).toMatchObject({ app: false, passkeys: 0, recoveryCodes: 0 });
    expect(data.end).toBeUndefined();
    expect(await told(max)).toEqual([
      'email factor_asked de',
      'sms factor_asked de',
      'email factor_ended de',
      'sms factor_ended de',
    ]);
    expect(await max.call('userInfo')).toMatchObject({ code: 303 });
    const signedIn = await max.signIn();
    expect(signedIn).toMatchObject(done);
    const own = <Name extends RouteName>(name: Name, input: Record<string, unknown>) =>
      site.call(name, input, { 'ba-user-token': signedIn.data.token, 'accept-language': 'de' });
    const ask = { wallet: max.wallet, amount: '20', password: memberPassword };
    expect(await own('createWithdraw', { ...ask, key: newId() })).toMatchObject({
      code: 0,
      data: { reason: 'withdraw_held', until: data.withdrawFrom },
    });
    expect(Date.parse(data.withdrawFrom ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await expect
      .poll(async () => JSON.stringify((await own('noticeList', { box: 'letter' })).data))
      .toMatch(/wurde entfernt.*soll entfernt/);
    await site.database.pool.query('update member set withdraw_from = now() where id = $1', [max.id]);
    expect(await own('createWithdraw', { ...ask, key: newId() })).toMatchObject(done);
    const auditor = await site.operator('auditor');
    const log = await auditor.call('officeAuditList', { member: max.id });
    expect(log.data.list).toMatchObject([
      { action: 'member_factor_applied', operator: { id: bob.id }, subject: { kind: 'member', id: max.id } },
      { action: 'member_factor_proposed', operator: { id: ann.id }, detail: { why } },
    ]);
  });

  test('is not helped by one operator alone, nor twice, nor by what is forged', async () => {
    const [ann, bob] = await operators();
    const [max, eva] = [await member(), await member()];
    const id = endOf(await propose(ann, max));
    expect(await decide(ann, max, id, 'apply')).toMatchObject(refused('same_operator'));
    expect(await decide(ann, max, id, 'refuse', 'Not sure')).toMatchObject(refused('same_operator'));
    expect(await decide(bob, max, id, 'withdraw')).toMatchObject(refused('forbidden'));
    expect(await decide(bob, max, id, 'refuse')).toMatchObject(refused('reason_needed'));
    expect(await decide(bob, eva, id, 'apply')).toMatchObject(refused('not_found'));
    expect(await decide(bob, max, newId(), 'apply')).toMatchObject(refused('not_found'));
    expect(await propose(bob, max)).toMatchObject(refused('outdated'));
    expect(endOf(await propose(ann, max))).toBe(id);
    expect(await told(max)).toHaveLength(2);
    const both = await Promise.all([
      decide(bob, max, id, 'apply'),
      decide(bob, max, id, 'refuse', 'Not sure'),
    ]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(both.find(({ code }) => code === 0)).toMatchObject(refused('outdated'));
    await expect(
      site.database.pool.query(
        `insert into proposal (id, kind, subject_id, body, reason, state, proposed_by, proposed_at, decided_by, decided_at)
         values ($1, 'member_factor', $2, '{}', $3, 'applied', $4, now(), $4, now())`,
        [newId(), eva.id, why, ann.id],
      ),
    ).rejects.toThrow('proposal_two');
  });

  test('keeps it when they sign in with it before the decision', async () => {
    const [ann, bob] = await operators();
    const max = await member();
    const id = endOf(await propose(ann, max));
    // As if it had been asked for a minute ago: a code is of half a minute.
    await site.database.pool.query(
      `update proposal set proposed_at = now() - interval '1 minute' where id = $1`,
      [id],
    );
    expect(await max.signIn({ otp: max.code() })).toMatchObject(done);
    expect(await decide(bob, max, id, 'apply')).toMatchObject(refused('outdated'));
    const { data } = await bob.call('officeMemberDetail', { member: max.id });
    expect(data.factors).toMatchObject({ app: true, passkeys: 1, end: { id, used: true } });
    expect(await decide(bob, max, id, 'refuse', 'Signed in by a code')).toMatchObject(done);
    expect(await decide(bob, max, id, 'refuse', 'Signed in by a code')).toMatchObject(done);
    expect(await max.signIn()).toMatchObject(refused('otp_needed'));
  });

  test('waits in the list and on the first page, until it is withdrawn', async () => {
    const [ann] = await operators();
    const max = await member();
    const waiting = async () => {
      const { data } = await ann.call('officeToday');
      const queues: unknown = data.queues;
      return Array.isArray(queues) ? queues.find(({ queue }) => queue === 'factor_ends').count : undefined;
    };
    const listed = async (more: Record<string, unknown> = {}) =>
      (await ann.call('officeMemberList', { factor: 'waits', ...more })).data.total;
    const [before, list] = [await waiting(), await listed()];
    const id = endOf(await propose(ann, max));
    expect([await waiting(), await listed()]).toEqual([before + 1, list + 1]);
    expect(await listed({ q: max.account })).toBe(1);
    expect(await decide(ann, max, id, 'withdraw')).toMatchObject(done);
    expect([await waiting(), await listed()]).toEqual([before, list]);
    expect(await listed({ q: max.account })).toBe(0);
  });

  test('has one: of who has none there is nothing to take off', async () => {
    const [ann] = await operators();
    const max = await site.member();
    const given = { member: max.id, why };
    expect(await ann.call('officeMemberFactorEnd', given)).toMatchObject(refused('otp_state'));
    expect(await ann.call('officeMemberFactorEnd', { ...given, why: '     ' })).toMatchObject(
      refused('reason_needed'),
    );
    expect(await ann.call('officeMemberFactorEnd', { ...given, member: newId() })).toMatchObject(
      refused('not_found'),
    );
  });
});
