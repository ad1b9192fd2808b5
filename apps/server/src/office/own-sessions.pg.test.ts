import { beforeEach, describe, expect, test } from 'vitest';
import { sharedSites } from '../testing/shared-sites.ts';
import { outcomeOf, type TestOperator, type TestTouchline } from '../testing/touchline.ts';
import { home } from '../testing/callers.ts';
import { codeOf } from '../testing/second-factors.ts';
import type { ManualClock } from '../core/clock.ts';

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

const minutes = (count: number): number => count * 60_000;
const refused = (reason: string) => ({ code: 0, data: { reason } });
const signedOut = { code: 303 };
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let ann: TestOperator;
beforeEach(async () => {
  ann = await site.operator('cashier');
});
const again = async (headers = {}): Promise<string> => {
  const { data } = await site.call('officeLogin', { account: ann.account, password: ann.password }, headers);
  return data.token;
};
const me = (token: string) => site.call('officeMe', {}, { 'ba-office-token': token });

describe('an operator’s own sessions', () => {
  test('are listed with device, address and last use, this one first', async () => {
    site.clock.advance(minutes(1));
    await again({ 'user-agent': firefox, 'x-forwarded-for': '203.0.113.9' });
    const { data } = await ann.call('officeSessionList');
    expect(data.list).toMatchObject([
      { current: true, address: home, proven: 'password' },
      { current: false, address: '203.0.113.9', browser: 'Firefox', system: 'Windows' },
    ]);
    expect(data.list[1]?.lastUsedAt).toBe(site.clock.now().toISOString());
    expect(JSON.stringify(data)).not.toContain(ann.token);
  });

  test('say when they end', async () => {
    const begun = site.clock.now().getTime();
    const { token } = (await site.call('officeLogin', { account: ann.account, password: ann.password })).data;
    site.clock.advance(minutes(7));
    const { data } = await me(token);
    expect(data).toMatchObject({ idleMinutes: 30 });
    expect(Date.parse(data.expiresAt)).toBe(begun + minutes(12 * 60));
  });

  test('end one by one, or all others at once', async () => {
    const [one, two] = [await again(), await again()];
    const { data } = await ann.call('officeSessionList');
    const [, first] = data.list;
    const left = await ann.call('officeSessionEnd', { id: first?.id });
    expect(left.data.list).toHaveLength(2);
    expect([await me(one), await me(two)].filter(({ code }) => code === 303)).toHaveLength(1);
    expect(await ann.call('officeSessionEnd', { id: first?.id })).toMatchObject(refused('not_found'));
    const alone = await ann.call('officeSessionEnd', { others: true });
    expect(alone.data.list).toMatchObject([{ current: true }]);
    for (const token of [one, two]) expect(await me(token)).toMatchObject(signedOut);
    expect(await me(ann.token)).toMatchObject({ code: 1 });
  });

  test('of another operator are not found, and the call must name which', async () => {
    const ben = await site.operator('cashier');
    const { data } = await ben.call('officeSessionList');
    const id = data.list[0]?.id;
    expect(await ann.call('officeSessionEnd', { id })).toMatchObject(refused('not_found'));
    expect(await ann.call('officeSessionEnd', { id: 'x' })).toMatchObject(refused('not_found'));
    expect(await ann.call('officeSessionEnd')).toMatchObject(refused('validation'));
    expect(await ann.call('officeSessionEnd', { id, others: true })).toMatchObject(refused('validation'));
    expect(await me(ben.token)).toMatchObject({ code: 1 });
  });

  test('that were idle too long are over and not listed', async () => {
    const idle = await again();
    site.clock.advance(minutes(20));
    await me(ann.token);
    site.clock.advance(minutes(20));
    expect((await ann.call('officeSessionList')).data.list).toHaveLength(1);
    expect(await me(idle)).toMatchObject(signedOut);
  });
});

describe('an owner', () => {
  test('ends all sessions of another operator', async () => {
    const owner = await site.operator('owner');
    const other = await again();
    const { data } = await owner.call('officeOperatorSignOut', { id: ann.id });
    expect(data).toEqual({ ended: 2 });
    for (const token of [ann.token, other]) expect(await me(token)).toMatchObject(signedOut);
    const { rows } = await site.database.pool.query(
      'select operator_id, detail from office_audit where subject_id = $1 and action = $2',
      [ann.id, 'operator_signed_out'],
    );
    expect(rows).toEqual([{ operator_id: owner.id, detail: { sessions: 2 } }]);
  });

  test('may not end their own sessions this way, and no other role may end any', async () => {
    const owner = await site.operator('owner');
    const end = (of: TestOperator, id: string) => of.call('officeOperatorSignOut', { id });
    expect(await end(owner, owner.id)).toMatchObject(refused('same_operator'));
    expect(await end(owner, 'x')).toMatchObject(refused('not_found'));
    expect(await end(ann, owner.id)).toMatchObject({ status: 403 });
    expect(await me(owner.token)).toMatchObject({ code: 1 });
  });
});

test('a session that begins while a second factor is added ends with the others', async () => {
  for (let round = 0; round < 5; round++) {
    const eve = await site.operator('cashier');
    const { data } = await eve.call('officeOtpBegin', { password: eve.password });
    const login = () => site.call('officeLogin', { account: eve.account, password: eve.password });
    const [confirmed, ...begun] = await Promise.all([
      eve.call('officeOtpConfirm', { otp: codeOf(site.clock, data.secret) }),
      ...Array.from({ length: 3 }, login),
    ]);
    expect(confirmed).toMatchObject({ code: 1 });
    for (const answer of begun) {
      const inside = answer.code === 1 ? await me(answer.data.token) : answer;
      expect(['otp_needed', 'sign_in']).toContain(outcomeOf(inside));
    }
  }
});
