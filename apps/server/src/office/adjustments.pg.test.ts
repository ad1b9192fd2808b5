import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '../wallet/verify.ts';
import { officeApp, type OfficeApp } from '../testing/office-app.ts';

let room: OfficeApp;
let ann: Awaited<ReturnType<OfficeApp['operator']>>;
let bob: typeof ann;
beforeAll(async () => {
  room = await officeApp();
  ann = await room.operator('cashier');
  bob = await room.operator('cashier');
});
afterAll(() => room.close());

const reason = (name: string) => ({ data: { reason: name } });
const why = 'Goodwill after an outage';
let keys = 0;
const key = (): string => `adjust-${String(keys++).padStart(4, '0')}`;

const propose = async (member: string, amount: string, by = ann) =>
  by.call('officeAdjustmentAdd', { key: key(), member, amount, reason: why });
const decide = (by: typeof ann, id: string, decision: string, note?: string) =>
  by.call('officeAdjustmentDecide', { id, decision, ...(note === undefined ? {} : { note }) });
const balance = async (member: { call: typeof ann.call }): Promise<string> =>
  (await member.call('userInfo')).data.balance;
const entries = async (id: string) => {
  const { rows } = await room.database.pool.query(
    `select key, kind, amount, counter_account, ref from entry where member_id = $1 and kind = 'adjustment'`,
    [id],
  );
  return rows;
};

describe('a correction', () => {
  test('moves nothing until another operator applies it', async () => {
    const max = await room.member();
    const { data } = await propose(max.id, '12.50');
    expect(data).toMatchObject({
      ...{ member: { id: max.id, account: max.account }, amount: '12.50', reason: why, state: 'proposed' },
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
        ...{ key: `adjustment:${data.id}`, kind: 'adjustment', amount: 1250n, ref: data.id },
        counter_account: 'promotions',
      },
    ]);
  });

  test('takes as well', async () => {
    const max = await room.member();
    const { data } = await propose(max.id, '-0.01');
    await decide(bob, data.id, 'apply');
    expect(await balance(max)).toBe('999.99');
  });

  test('of more than there is is refused, stays proposed, and can be applied later', async () => {
    const max = await room.member();
    const { data } = await propose(max.id, '-1000.01');
    for (let i = 0; i < 2; i++) {
      expect(await decide(bob, data.id, 'apply')).toMatchObject({
        code: 1003,
        data: { reason: 'insufficient' },
      });
    }
    expect((await bob.call('officeAdjustmentList', { member: max.id })).data.list[0].state).toBe('proposed');
    const more = await propose(max.id, '1');
    await decide(bob, more.data.id, 'apply');
    expect(await decide(bob, data.id, 'apply')).toMatchObject({ data: { state: 'applied' } });
    expect(await balance(max)).toBe('0.99');
  });

  test('applied by many at once moves the balance once', async () => {
    const max = await room.member();
    const others = await Promise.all(Array.from({ length: 4 }, () => room.operator('cashier')));
    const { data } = await propose(max.id, '5');
    const answers = await Promise.all(
      others.flatMap((one) => [decide(one, data.id, 'apply'), decide(one, data.id, 'apply')]),
    );
    expect(await balance(max)).toBe('1005.00');
    // Both tries of the one who was first are answered alike; the others are told.
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(2);
    expect(answers.filter((answer) => answer.data.reason === 'decided_already')).toHaveLength(6);
    const { data: log } = await (
      await room.operator('auditor')
    ).call('officeAuditList', { subject: data.id });
    expect(log.list.map((line: { action: string }) => line.action)).toEqual([
      ...['adjustment_applied', 'adjustment_proposed'],
    ]);
    expect(log.list[0]).toMatchObject({ member: { id: max.id }, detail: { amount: '5.00' } });
  });

  test('refused or withdrawn moves nothing, and is the end of it', async () => {
    const max = await room.member();
    const refused = (await propose(max.id, '7')).data.id;
    expect(await decide(bob, refused, 'withdraw')).toMatchObject({ status: 403 });
    expect(await decide(bob, refused, 'refuse', 'no ticket')).toMatchObject({
      data: { state: 'refused', note: 'no ticket' },
    });
    expect(await decide(bob, refused, 'apply')).toMatchObject(reason('decided_already'));
    const withdrawn = (await propose(max.id, '7')).data.id;
    expect(await decide(ann, withdrawn, 'withdraw')).toMatchObject({ data: { state: 'withdrawn' } });
    expect(await decide(bob, withdrawn, 'apply')).toMatchObject(reason('decided_already'));
    expect(await balance(max)).toBe('1000.00');
  });

  test('proposed twice with one key is one; with something else it is refused', async () => {
    const max = await room.member();
    const eve = await room.member();
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

  test('of nothing, with too many decimals, for nobody or without a reason is refused', async () => {
    const max = await room.member();
    const input = { key: key(), member: max.id, amount: '3', reason: why };
    const add = (change: object) => ann.call('officeAdjustmentAdd', { ...input, ...change });
    for (const amount of ['0', '0.00', '-0', '1.234', '+1', '1e3', '', 'ten', '1000000000000']) {
      expect(await add({ amount })).toMatchObject({
        data: { reason: 'validation', rules: { amount: 'amount' } },
      });
    }
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

test('the list is told by state and member, newest first', async () => {
  const max = await room.member();
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
  expect((await verifyLedger(room.database.pool)).differences).toEqual([]);
});
