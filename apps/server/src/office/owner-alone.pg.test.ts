import { dayMs, hourMs } from '@touchline/contract/durations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ManualClock } from '../core/clock.ts';
import { testTouchline, type TestOperator, type TestTouchline } from '../testing/touchline.ts';

const password = 'granite-74-hill';
const reason = (name: string) => ({ data: { reason: name } });

let site: TestTouchline<ManualClock>;
beforeEach(async () => {
  site = await testTouchline({ frozenAt: new Date('2026-06-11T12:00:00Z') });
});
afterEach(() => site.close());

/** Sessions end by the clock: the same operator, signed in again. */
const again = async (operator: TestOperator): Promise<TestOperator> => {
  const { account } = operator;
  const { data } = await site.call('officeLogin', { account, password: operator.password });
  return { ...operator, ...site.as({ 'ba-office-token': data.token }) };
};
const asked = async (account: string): Promise<string> =>
  (await site.call('officeAccessAsk', { account, password })).data.code;
/** What an owner gets who adds an operator. */
const adding = async (owner: TestOperator, account: string, role = 'cashier') =>
  owner.call('officeOperatorSave', { account, roles: [role], code: await asked(account) });
const disable = (owner: TestOperator, other: TestOperator) =>
  owner.call('officeOperatorSave', { id: other.id, version: 0, disabled: true });
const aloneOf = async (by: TestOperator) => (await by.call('officeMe')).data.ownerAlone;
const publicly = async () => (await site.call('housePage', {})).data.owners;

test('the first owner of a site changes operators alone, until there is a second who decides', async () => {
  const owner = await site.operator('owner');
  const auditor = await site.operator('auditor');
  expect(await aloneOf(auditor)).toEqual({
    state: 'alone',
    owner: { id: owner.id, account: owner.account },
  });
  const { data } = await adding(owner, 'second', 'owner');
  expect(data).toMatchObject({
    proposal: { state: 'applied', alone: true, decidedBy: { id: owner.id } },
    operator: { account: 'second' },
  });
  // The second owner waits a day, and the first decides alone until then.
  expect((await adding(owner, 'third')).data).toMatchObject({ operator: { account: 'third' } });
  site.clock.advance(24 * hourMs);
  const later = await again(owner);
  expect(await aloneOf(later)).toBeUndefined();
  const { data: fourth } = await adding(later, 'fourth');
  expect(fourth).toMatchObject({ proposal: { state: 'proposed' } });
  expect(fourth).not.toHaveProperty('operator');
});

test('who disables the other owner is not alone, however long they wait', async () => {
  const [owner, second, cashier] = [
    await site.operator('owner'),
    await site.operator('owner'),
    await site.operator('cashier'),
  ];
  expect(await publicly()).toBeUndefined();
  await disable(owner, second);
  for (const waitMs of [0, 24 * hourMs, 7 * dayMs, 365 * dayMs]) {
    site.clock.advance(waitMs);
    const later = await again(owner);
    const { data } = await adding(later, `ghost${waitMs}`);
    expect(data).toMatchObject({ proposal: { state: 'proposed' } });
    const seen = { id: data.proposal?.id, version: 0, decision: 'apply', code: 'x' };
    expect(await later.call('officeOperatorDecide', seen)).toMatchObject(reason('same_operator'));
  }
  expect(await aloneOf(await again(cashier))).toMatchObject({ state: 'lost', owner: { id: owner.id } });
});

test('an owner who asks is alone after seven days, which all operators and the public see', async () => {
  const [owner, second, cashier] = [
    await site.operator('owner'),
    await site.operator('owner'),
    await site.operator('cashier'),
  ];
  expect(await owner.call('officeOwnerAlone')).toMatchObject(reason('outdated'));
  await disable(owner, second);
  expect(await owner.call('officeOwnerAlone')).toMatchObject({ code: 1 });
  const from = new Date(site.clock.now().getTime() + 7 * dayMs).toISOString();
  expect(await aloneOf(cashier)).toEqual({
    state: 'asked',
    from,
    owner: { id: owner.id, account: owner.account },
  });
  site.clock.advance(10_000);
  expect(await publicly()).toEqual({ state: 'asked', from });
  site.clock.advance(3 * dayMs);
  // To ask again changes nothing.
  expect(await (await again(owner)).call('officeOwnerAlone')).toMatchObject({ code: 1 });
  site.clock.advance(4 * dayMs - 10_001);
  expect((await adding(await again(owner), 'early')).data).not.toHaveProperty('operator');
  site.clock.advance(1);
  const later = await again(owner);
  expect((await adding(later, 'late')).data).toMatchObject({
    proposal: { alone: true },
    operator: { account: 'late' },
  });
  expect(await aloneOf(later)).toMatchObject({ state: 'alone', from });
  site.clock.advance(10_000);
  expect(await publicly()).toEqual({ state: 'alone', from });
  const auditor = await site.operator('auditor');
  const { data } = await auditor.call('officeAuditList', { action: 'owner_alone_asked' });
  expect(data).toMatchObject({ total: 1, list: [{ subject: { id: owner.id }, detail: { byCode: false } }] });
});

test('any operator stops it, and the seven days begin again', async () => {
  const [owner, second, cashier] = [
    await site.operator('owner'),
    await site.operator('owner'),
    await site.operator('cashier'),
  ];
  await disable(owner, second);
  await owner.call('officeOwnerAlone');
  site.clock.advance(6 * dayMs);
  const [theirs, mine] = [await again(cashier), await again(owner)];
  expect(await theirs.call('officeOwnerAloneStop')).toMatchObject({ code: 1 });
  expect(await theirs.call('officeOwnerAloneStop')).toMatchObject(reason('outdated'));
  expect(await aloneOf(theirs)).toMatchObject({ state: 'lost' });
  await mine.call('officeOwnerAlone');
  site.clock.advance(6 * dayMs);
  expect((await adding(await again(owner), 'early')).data).not.toHaveProperty('operator');
  site.clock.advance(dayMs);
  expect((await adding(await again(owner), 'late')).data).toHaveProperty('operator');
  // What counts is not stopped any more.
  expect(await (await again(cashier)).call('officeOwnerAloneStop')).toMatchObject(reason('outdated'));
});

test('the recovery code makes an owner alone at once when it is a week old, and once', async () => {
  const { ownerAlone } = site.modules.office.service;
  const code = await ownerAlone.offerCode();
  site.clock.advance(7 * dayMs);
  expect(code).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){4}$/);
  // A later start makes no other.
  expect(await ownerAlone.offerCode()).toBeUndefined();
  const { rows } = await site.database.pool.query('select (c.*)::text as text from owner_recovery_code c');
  expect(rows[0]?.text).not.toContain(code);
  const [owner, second] = [await site.operator('owner'), await site.operator('owner')];
  // While there are two it is of no use, and stays.
  expect(await owner.call('officeOwnerAlone', { code })).toMatchObject(reason('outdated'));
  await disable(owner, second);
  expect(await owner.call('officeOwnerAlone', { code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' })).toMatchObject(
    reason('code_wrong'),
  );
  expect(await owner.call('officeOwnerAlone', { code })).toMatchObject({ code: 1 });
  expect((await adding(owner, 'third', 'owner')).data).toMatchObject({ operator: { account: 'third' } });
  site.clock.advance(24 * hourMs);
  const [mine, third] = [await again(owner), await again({ ...owner, account: 'third', password, id: '' })];
  const { data } = await third.call('officeMe');
  // Another owner is lost: what was asked for the first one does not count for this one.
  expect(await mine.call('officeOperatorSave', { id: data.id, version: 0, disabled: true })).toMatchObject({
    code: 1,
  });
  expect((await adding(mine, 'fourth')).data).not.toHaveProperty('operator');
  expect(await mine.call('officeOwnerAlone', { code })).toMatchObject(reason('code_wrong'));
});

test('the command line makes another code, which counts in a week, and the old one opens nothing', async () => {
  const { ownerAlone } = site.modules.office.service;
  const old = await ownerAlone.offerCode();
  const code = await ownerAlone.replaceCode('command line: root');
  const [owner, second] = [await site.operator('owner'), await site.operator('owner')];
  await disable(owner, second);
  expect(await owner.call('officeOwnerAlone', { code: old })).toMatchObject(reason('code_wrong'));
  expect(await owner.call('officeOwnerAlone', { code })).toMatchObject({ code: 1 });
  // One person may have the machine and be an owner: the code counts once all could see for a week that it was made.
  const auditor = await site.operator('auditor');
  const from = new Date(site.clock.now().getTime() + 7 * dayMs).toISOString();
  expect(await aloneOf(auditor)).toMatchObject({ state: 'asked', from });
  expect((await adding(owner, 'early')).data).not.toHaveProperty('operator');
  const { data } = await auditor.call('officeAuditList', { action: 'recovery_code_made' });
  expect(data).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ address: 'command line: root' })]),
  });
  site.clock.advance(7 * dayMs);
  expect((await adding(await again(owner), 'late')).data).toHaveProperty('operator');
});
