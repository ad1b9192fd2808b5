import { describe, expect, test } from 'vitest';
import { shardOf } from '../core/ids.ts';
import { Wallet } from '../ledger/service.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { sharedSites } from '../testing/shared-sites.ts';
import type { TestOperator, TestTouchline } from '../testing/touchline.ts';
import type { ManualClock } from '../core/clock.ts';

let site: TestTouchline<ManualClock>;
let ann: TestOperator;
let bob: typeof ann;
sharedSites.beforeAll(async ({ frozenSite }) => {
  site = frozenSite;
  ann = await site.operator('cashier');
  bob = await site.operator('cashier');
});

const reason = (name: string) => ({ data: { reason: name } });
const why = 'Goodwill after an outage';
let keys = 0;
const key = (): string => `adjust-${String(keys++).padStart(4, '0')}`;

const propose = async (member: string, amount: string, by = ann) =>
  by.call('officeAdjustmentAdd', { key: key(), member, amount, reason: why });
/** The correction as its page shows it. */
const shown = async (id: string) => {
  const { data } = await bob.call('officeAdjustmentList', { limit: 100 });
  return data.list.find((one: { id: string }) => one.id === id);
};
const decide = async (by: typeof ann, id: string, decision: string, note?: string) => {
  const walletVersion = (await shown(id))?.balance?.walletVersion;
  return by.call('officeAdjustmentDecide', {
    id,
    version: 0,
    decision,
    walletVersion,
    note,
  });
};
/** Moves a wallet by what is no correction. */
const post = (member: string, amountMinor: bigint) =>
  new Wallet({ pool: site.database.pool }).post([
    {
      shard: shardOf(member),
      memberId: member,
      key: key(),
      kind: 'grant',
      amountMinor,
      counterAccount: 'promotions',
    },
  ]);
const balance = async (member: { call: typeof ann.call }): Promise<string> =>
  (await member.call('userInfo')).data.balance;
const entries = async (id: string) => {
  const { rows } = await site.database.pool.query(
    `select key, kind, amount, counter_account, ref from entry where member_id = $1 and kind = 'adjustment'`,
    [id],
  );
  return rows;
};

describe('a correction', () => {
  test('moves nothing until another operator applies it', async () => {
    const max = await site.member();
    const { data } = await propose(max.id, '12.50');
    expect(data).toMatchObject({
      member: { id: max.id, account: max.account },
      amount: '12.50',
      reason: why,
      state: 'proposed',
      proposedBy: { id: ann.id, account: ann.account },
    });
    expect(await balance(max)).toBe('1000.00');
    expect(await decide(ann, data.id, 'apply')).toMatchObject(reason('same_operator'));
    expect(await decide(ann, data.id, 'refuse')).toMatchObject(reason('same_operator'));
    expect(await balance(max)).toBe('1000.00');
    expect(await decide(bob, data.id, 'apply', ' seen ')).toMatchObject({
      data: { state: 'applied', decidedBy: { id: bob.id }, note: 'seen' },
    });
    expect(await balance(max)).toBe('1012.50');
    expect(await entries(max.id)).toEqual([
      {
        key: `adjustment:${data.id}`,
        kind: 'adjustment',
        amount: 1250n,
        ref: data.id,
        counter_account: 'promotions',
      },
    ]);
  });

  test('takes as well', async () => {
    const max = await site.member();
    const { data } = await propose(max.id, '-0.01');
    await decide(bob, data.id, 'apply');
    expect(await balance(max)).toBe('999.99');
  });

  test('of more than is available is refused when it is proposed, with what there is', async () => {
    const max = await site.member();
    await post(max.id, -90_000n);
    expect(await propose(max.id, '-100.01')).toMatchObject({
      code: 0,
      data: { reason: 'balance_short', left: '100.00' },
    });
    expect((await bob.call('officeAdjustmentList', { member: max.id })).data.total).toBe(0);
    expect(await propose(max.id, '-100')).toMatchObject({
      data: { balance: { before: '100.00', after: '0.00' } },
    });
  });

  test('of more than is available when it is applied is refused, stays proposed, and can be applied later', async () => {
    const max = await site.member();
    const { data } = await propose(max.id, '-500');
    await post(max.id, -60_000n);
    for (let i = 0; i < 2; i++) {
      const answer = await decide(bob, data.id, 'apply');
      // Not the code that sends a member to recharge, and no words for members.
      expect(answer).toMatchObject({ code: 0, data: { reason: 'balance_short', left: '400.00' } });
      expect(answer.msg).toBe('Only 400.00\u00A0PLAY is available in this wallet.');
    }
    expect(await shown(data.id)).toMatchObject({
      state: 'proposed',
      balance: { before: '400.00', after: '-100.00' },
    });
    await post(max.id, 10_000n);
    expect(await decide(bob, data.id, 'apply')).toMatchObject({
      data: { state: 'applied', balance: { before: '500.00', after: '0.00' } },
    });
    expect(await balance(max)).toBe('0.00');
    // The balances of a correction stay as they were, also after the wallet changes.
    await post(max.id, 10_000n);
    expect((await shown(data.id))?.balance).toEqual({ before: '500.00', after: '0.00' });
  });

  test('is applied to the balance its operator saw, else the balance has moved', async () => {
    const max = await site.member();
    const { data } = await propose(max.id, '10');
    const walletVersion = data.balance?.walletVersion ?? -1;
    const apply = (version?: number) =>
      bob.call('officeAdjustmentDecide', {
        id: data.id,
        version: 0,
        decision: 'apply',
        walletVersion: version,
      });
    expect(await apply()).toMatchObject({ data: { rules: { walletVersion: 'required' } } });
    await post(max.id, 1n);
    expect(await apply(walletVersion)).toMatchObject({
      data: { reason: 'balance_moved', left: '1000.01' },
      msg: expect.stringContaining('1,000.01'),
    });
    expect(await balance(max)).toBe('1000.01');
    expect(await apply(walletVersion + 1)).toMatchObject({
      data: { state: 'applied', balance: { before: '1000.01', after: '1010.01' } },
    });
    const stale = { key: key(), member: max.id, amount: '1', reason: why, walletVersion };
    expect(await ann.call('officeAdjustmentAdd', stale)).toMatchObject(reason('balance_moved'));
    const [line] = (await (await site.operator('auditor')).call('officeAuditList', { subject: data.id })).data
      .list;
    expect(line?.detail).toMatchObject({ amount: '10.00', available: '1000.01', availableAfter: '1010.01' });
  });

  test('applied by many at once moves the balance once', async () => {
    const max = await site.member();
    const others = await Promise.all(Array.from({ length: 4 }, () => site.operator('cashier')));
    const { data } = await propose(max.id, '5');
    const answers = await Promise.all(
      others.flatMap((one) => [decide(one, data.id, 'apply'), decide(one, data.id, 'apply')]),
    );
    expect(await balance(max)).toBe('1005.00');
    // Both tries of the first operator get the same answer; those of the others are refused as outdated.
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(2);
    expect(answers.filter((answer) => answer.data.reason === 'outdated')).toHaveLength(6);
    const { data: log } = await (
      await site.operator('auditor')
    ).call('officeAuditList', { subject: data.id });
    expect(log.list.map((line: { action: string }) => line.action)).toEqual([
      'adjustment_applied',
      'adjustment_proposed',
    ]);
    expect(log.list[0]).toMatchObject({ member: { id: max.id }, detail: { amount: '5.00' } });
  });

  test('refused or withdrawn moves nothing, and is the end of it', async () => {
    const max = await site.member();
    const refused = (await propose(max.id, '7')).data.id;
    expect(await decide(bob, refused, 'withdraw')).toMatchObject({ status: 403 });
    expect(await decide(bob, refused, 'refuse', 'no ticket')).toMatchObject({
      data: { state: 'refused', note: 'no ticket' },
    });
    expect(await decide(bob, refused, 'apply')).toMatchObject(reason('outdated'));
    const withdrawn = (await propose(max.id, '7')).data.id;
    expect(await decide(ann, withdrawn, 'withdraw')).toMatchObject({ data: { state: 'withdrawn' } });
    expect(await decide(bob, withdrawn, 'apply')).toMatchObject(reason('outdated'));
    expect(await balance(max)).toBe('1000.00');
  });

  test('proposed twice with one key is one; with something else it is refused', async () => {
    const max = await site.member();
    const eve = await site.member();
    const input = { key: key(), member: max.id, amount: '3', reason: why };
    const answers = await Promise.all([1, 2, 3].map(() => ann.call('officeAdjustmentAdd', input)));
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    for (const other of [{ amount: '4' }, { reason: 'Another reason' }, { member: eve.id }]) {
      expect(await ann.call('officeAdjustmentAdd', { ...input, ...other })).toMatchObject(
        reason('key_reused'),
      );
    }
    expect((await bob.call('officeAdjustmentAdd', input)).data.id).not.toBe(answers[0]?.data.id);
  });

  test('of zero, with too many decimals, for no member or without a reason is refused', async () => {
    const max = await site.member();
    const input = { key: key(), member: max.id, amount: '3', reason: why };
    const add = (change: object) => ann.call('officeAdjustmentAdd', { ...input, ...change });
    for (const amount of ['0', '0.00', '-0', '1.234', '+1', '1e3', 'ten', '1000000000000']) {
      expect(await add({ amount })).toMatchObject({
        data: { reason: 'validation', rules: { amount: 'amount' } },
      });
    }
    expect(await add({ amount: '' })).toMatchObject({ data: { rules: { amount: 'required' } } });
    expect(await add({ reason: 'oops' })).toMatchObject({ data: { rules: { reason: 'length' } } });
    expect(await add({ reason: '     ' })).toMatchObject(reason('reason_needed'));
    for (const member of ['max', '0197a000-0000-7000-8000-000000000009']) {
      expect(await add({ member })).toMatchObject(reason('not_found'));
    }
    for (const id of ['x', '0197a000-0000-7000-8000-000000000009']) {
      expect(await decide(bob, id, 'apply')).toMatchObject(reason('not_found'));
    }
  });
});

describe('limits', () => {
  // Each test uses new operators, because the limits are sums by operator and day.
  const cashiers = async () => [await site.operator('cashier'), await site.operator('cashier')] as const;
  const owners = async () => [await site.operator('owner'), await site.operator('owner')] as const;

  test('of one correction: an owner may exceed a cashier’s, and no operator an owner’s', async () => {
    const [one, two] = await cashiers();
    const [first, second] = await owners();
    const max = await site.member();
    for (const amount of ['500.01', '-500.01', '5000000', '-99999999']) {
      expect(await propose(max.id, amount, one)).toMatchObject({
        data: { reason: 'correction_max', max: '500.00' },
      });
    }
    expect(await propose(max.id, '5000.01', first)).toMatchObject({
      data: { reason: 'correction_max', max: '5000.00' },
    });
    const { data } = await propose(max.id, '5000', first);
    expect(data).toMatchObject({ state: 'proposed', balance: { before: '1000.00', after: '6000.00' } });
    expect(await decide(two, data.id, 'apply')).toMatchObject(reason('correction_max'));
    expect(await decide(second, data.id, 'apply')).toMatchObject({ data: { state: 'applied' } });
    const large = await propose(max.id, '900', first);
    expect(await decide(two, large.data.id, 'refuse')).toMatchObject({ data: { state: 'refused' } });
  });

  test('of a day of who proposes, also when several come at once', async () => {
    const [one] = await cashiers();
    const people = await Promise.all(Array.from({ length: 6 }, () => site.member()));
    const answers = await Promise.all(people.map(({ id }, i) => propose(id, i % 2 ? '-500' : '500', one)));
    const refused = answers.filter(({ code }) => code !== 1);
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      expect(answer.data).toMatchObject({ reason: 'correction_day', max: '2000.00', left: '0.00' });
    }
    const [made] = answers.filter(({ code }) => code === 1);
    await decide(one, made?.data.id ?? '', 'withdraw');
    expect((await propose(people[0]?.id ?? '', '500', one)).data.state).toBe('proposed');
    expect(await propose(people[1]?.id ?? '', '0.01', one)).toMatchObject(reason('correction_day'));
    await site.database.pool.query(
      "update proposal set proposed_at = proposed_at - interval '24 hours' where kind = 'adjustment' and proposed_by = $1",
      [one.id],
    );
    expect((await propose(people[1]?.id ?? '', '500', one)).data.state).toBe('proposed');
  });

  test('of a day of who applies, also when several come at once', async () => {
    const [one, two] = await cashiers();
    const [third] = await cashiers();
    const people = await Promise.all(Array.from({ length: 6 }, () => site.member()));
    const ids: string[] = [];
    for (const [i, { id }] of people.entries()) {
      ids.push((await propose(id, '500', i < 3 ? one : third)).data.id);
    }
    const answers = await Promise.all(ids.map((id) => decide(two, id, 'apply')));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(4);
    expect(answers.filter(({ data }) => data.reason === 'correction_day')).toHaveLength(2);
  });

  test('of one member on one day, for any operators who propose and apply', async () => {
    const [first, second] = await owners();
    const [third, fourth] = await owners();
    const max = await site.member();
    for (const [by, other] of [
      [first, second],
      [third, fourth],
    ] as const) {
      const { data } = await propose(max.id, '5000', by);
      expect(await decide(other, data.id, 'apply')).toMatchObject({ data: { state: 'applied' } });
    }
    expect(await propose(max.id, '0.01', first)).toMatchObject({
      data: { reason: 'correction_day_member', max: '10000.00', left: '0.00' },
    });
  });
});

test('the list is filtered by state and member, newest first', async () => {
  const max = await site.member();
  const first = (await propose(max.id, '1')).data.id;
  const second = (await propose(max.id, '2')).data.id;
  await decide(bob, first, 'apply');
  const list = async (filter: object) => {
    const { data } = await bob.call('officeAdjustmentList', { member: max.id, ...filter });
    return [data.total, ...data.list.map((one: { id: string }) => one.id)];
  };
  expect(await list({})).toEqual([2, second, first]);
  expect(await list({ state: 'applied' })).toEqual([1, first]);
  expect(await list({ limit: 1, page: 2 })).toEqual([2, first]);
  expect(await list({ member: 'nobody' })).toEqual([0]);
});

test('the ledger holds all its invariants afterwards', async () => {
  expect((await verifyLedger(site.database.pool)).differences).toEqual([]);
});
