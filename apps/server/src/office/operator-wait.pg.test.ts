import { hourMs } from '@touchline/contract/durations';
import { describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { sharedSites } from '../testing/shared-sites.ts';
import { testTouchline, type TestOperator, type TestTouchline } from '../testing/touchline.ts';
import { setUpOperatorApp } from '../testing/second-factors.ts';
import type { ManualClock } from '../core/clock.ts';

const noon = new Date('2026-06-11T12:00:00Z');

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

/** The input of a decision on another operator's correction. */
const correction = async (): Promise<Record<string, unknown>> => {
  const [proposer, member] = [await site.operator('cashier'), await site.member()];
  const { data } = await proposer.call('officeAdjustmentAdd', {
    key: newId(),
    member: member.id,
    amount: '1',
    reason: 'For the test',
  });
  return { id: data.id, version: 0, note: 'For the test' };
};
const refuse = async (by: TestOperator) =>
  by.call('officeAdjustmentDecide', { ...(await correction()), decision: 'refuse' });
const untilIn = (hours: number): string =>
  new Date(site.clock.now().getTime() + hours * hourMs).toISOString();

const password = 'granite-74-hill';

/** What an owner wants of operators, once another owner has applied it. */
const agreed = async (owner: TestOperator, name: 'officeOperatorSave' | 'officeFactorEnd', wish: object) => {
  const second = await site.operator('owner');
  const { data } = await owner.call(name, { ...wish });
  const { data: done } = await second.call('officeOperatorDecide', {
    id: data.proposal?.id,
    version: 0,
    decision: 'apply',
    code: 'code' in wish ? wish.code : undefined,
  });
  return done;
};

/** An operator whom two owners have added, signed in. */
const added = async (owner: TestOperator, roles: string[]): Promise<TestOperator> => {
  const account = `new${newId().slice(-10)}`;
  const { data: asked } = await site.call('officeAccessAsk', { account, password });
  const data = await agreed(owner, 'officeOperatorSave', { account, roles, code: asked.code });
  const login = await site.call('officeLogin', { account, password });
  const token = login.data.token;
  return {
    id: String(data.operator?.id),
    account,
    password,
    token,
    ...site.as({ 'ba-office-token': token }),
  };
};

describe('an operator whom an owner has added', () => {
  test('neither proposes nor decides for a day', async () => {
    const owner = await site.operator('owner');
    const ann = await added(owner, ['cashier']);
    const until = untilIn(24);
    expect(await ann.call('officeMe')).toMatchObject({ data: { waitsUntil: until } });
    const waits = {
      status: 200,
      code: 0,
      msg: expect.stringContaining('You can propose and decide in'),
      data: { reason: 'operator_waits', until },
    };
    expect(await refuse(ann)).toMatchObject(waits);
    // The owner who made an operator could decide on what that one proposes.
    const member = await site.member();
    const wish = { key: newId(), member: member.id, amount: '1', reason: 'For the test' };
    expect(await ann.call('officeAdjustmentAdd', wish)).toMatchObject(waits);

    site.clock.advance(24 * hourMs - 1);
    expect(await refuse(await signedInAgain(ann))).toMatchObject({ data: { reason: 'operator_waits' } });
    site.clock.advance(1);
    const again = await signedInAgain(ann);
    expect(await refuse(again)).toMatchObject({ code: 1 });
    expect(await again.call('officeAdjustmentAdd', wish)).toMatchObject({ code: 1 });
    const { data: me } = await again.call('officeMe');
    expect(me).not.toHaveProperty('waitsUntil');
  });

  test('is shown to owners as waiting', async () => {
    const owner = await site.operator('owner');
    const ann = await added(owner, ['cashier']);
    const { data } = await owner.call('officeOperatorList', { limit: 1 });
    expect(data.list).toMatchObject([{ id: ann.id, waitsUntil: untilIn(24) }]);
  });

  test('decides on no operator either', async () => {
    const owner = await site.operator('owner');
    const [second, third] = [await added(owner, ['owner']), await site.operator('cashier')];
    const waits = { data: { reason: 'operator_waits' } };
    const save = (input: Record<string, unknown>) => second.call('officeOperatorSave', input);
    expect(await save({ id: owner.id, version: 0, disabled: true })).toMatchObject(waits);
    expect(await save({ account: 'puppet', roles: ['cashier'], code: 'x' })).toMatchObject(waits);
    const { data: person } = await site.call('officeAccessAsk', { account: 'joan', password });
    const wish = { account: 'joan', roles: ['owner'], code: person.code };
    const { data: asked } = await owner.call('officeOperatorSave', wish);
    const decision = { id: asked.proposal?.id, version: 0, decision: 'apply', code: person.code };
    expect(await second.call('officeOperatorDecide', decision)).toMatchObject(waits);
    expect(await owner.call('officeMe')).toMatchObject({ code: 1 });
    // Ending sessions protects.
    expect(await second.call('officeOperatorSignOut', { id: third.id })).toMatchObject({ code: 1 });
  });
});

const signedInAgain = async ({ account, password, id }: TestOperator): Promise<TestOperator> => {
  const { data } = await site.call('officeLogin', { account, password });
  const token = data.token;
  return {
    id,
    account,
    password,
    token,
    ...site.as({ 'ba-office-token': token }),
  };
};

describe('an operator waits again', () => {
  test.each([
    ['with a role more', { roles: ['trader', 'cashier'] }, true],
    ['with another role', { roles: ['cashier'], from: ['trader'] }, true],
    ['with a role less', { roles: ['cashier'], from: ['cashier', 'trader'] }, false],
    ['with the same roles', { roles: ['cashier'] }, false],
  ] as const)('%s: %j is %s', async (_what, { roles, ...given }, waits) => {
    const owner = await site.operator('owner');
    const before = 'from' in given ? given.from : (['cashier'] as const);
    const ann = await site.operator(...before);
    const wish = { id: ann.id, version: 0, roles };
    const saved = waits
      ? await agreed(owner, 'officeOperatorSave', wish)
      : (await owner.call('officeOperatorSave', wish)).data;
    expect(saved.operator?.roles).toEqual(roles);
    const { data } = await ann.call('officeMe');
    expect(data.waitsUntil).toBe(waits ? untilIn(24) : undefined);
  });

  test('with a new password, and with one by a link from when it is chosen', async () => {
    const owner = await site.operator('owner');
    const ann = await site.operator('cashier');
    const { data: asked } = await site.call('officeAccessAsk', { account: ann.account, password });
    const wish = { id: ann.id, version: 0, newPassword: true, code: asked.code };
    const { operator } = await agreed(owner, 'officeOperatorSave', wish);
    expect(operator?.waitsUntil).toBe(untilIn(24));
    const link = await site.modules.office.service.operators.relink(ann.account, { address: '' });
    site.clock.advance(hourMs);
    await site.call('officePasswordSet', { code: link, password });
    const again = await signedInAgain({ ...ann, password });
    expect((await again.call('officeMe')).data.waitsUntil).toBe(untilIn(24));
    expect(await refuse(again)).toMatchObject({ data: { reason: 'operator_waits' } });
  });

  test('once enabled again, not while disabled', async () => {
    const owner = await site.operator('owner');
    const ann = await site.operator('cashier');
    const off = await owner.call('officeOperatorSave', { id: ann.id, version: 0, disabled: true });
    expect(off.data.operator).not.toHaveProperty('waitsUntil');
    const on = await agreed(owner, 'officeOperatorSave', { id: ann.id, version: 1, disabled: false });
    expect(on.operator?.waitsUntil).toBe(untilIn(24));
    expect(await refuse(await signedInAgain(ann))).toMatchObject({ data: { reason: 'operator_waits' } });
  });

  test('without the second factor that two owners took off', async () => {
    const owner = await site.operator('owner');
    const ann = await site.operator('cashier');
    await setUpOperatorApp(site, ann);
    const ended = await agreed(owner, 'officeFactorEnd', {
      id: ann.id,
      version: 0,
      reason: 'Lost the phone',
    });
    expect(ended.operator?.waitsUntil).toBe(untilIn(24));
    expect(await refuse(await signedInAgain(ann))).toMatchObject({ data: { reason: 'operator_waits' } });
  });
});

test('an operator of the command line waits too, except the first of a site', async () => {
  const site = await testTouchline({ frozenAt: noon });
  try {
    const add = (account: string) =>
      site.modules.office.service.operators.add({ account, roles: ['owner'], waits: true }, { address: '' });
    expect((await add('first')).row.waits_until).toBeNull();
    expect((await add('second')).row.waits_until).toEqual(new Date(site.clock.now().getTime() + 24 * hourMs));
  } finally {
    await site.close();
  }
});

test('with OPERATOR_WAIT_HOURS 0 no operator waits', async () => {
  const site = await testTouchline({ frozenAt: noon, env: { OPERATOR_WAIT_HOURS: '0' } });
  try {
    const owner = await site.operator('owner');
    const { data: asked } = await site.call('officeAccessAsk', { account: 'ann', password });
    const wish = { account: 'ann', roles: ['cashier'], code: asked.code };
    const { data } = await owner.call('officeOperatorSave', wish);
    expect(data.operator).not.toHaveProperty('waitsUntil');
  } finally {
    await site.close();
  }
});
