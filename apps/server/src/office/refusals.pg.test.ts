import { auditExportPath, officeFilePath } from '@touchline/contract/paths';
import { expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { home } from '../testing/callers.ts';
import { sharedSites } from '../testing/shared-sites.ts';
import { outcomeOf, type TestOperator, type TestTouchline } from '../testing/touchline.ts';
import { setUpOperatorApp } from '../testing/second-factors.ts';
import type { ManualClock } from '../core/clock.ts';

let site: TestTouchline<ManualClock>;
let auditor: TestOperator;
sharedSites.beforeAll(async ({ frozenSite }) => {
  site = frozenSite;
  auditor = await site.operator('auditor');
});

const linesOf = async (operator: string): Promise<Record<string, unknown>[]> => {
  const { data } = await auditor.call('officeAuditList', { operator, action: 'refused' });
  return data.list;
};

test('a call that the role may not make is recorded before it is answered', async () => {
  const support = await site.operator('support');
  const member = newId();
  const given = { key: newId(), member, amount: '5', reason: 'For the test' };
  expect(await support.call('officeAdjustmentAdd', given)).toMatchObject({ data: { reason: 'forbidden' } });
  expect(await linesOf(support.id)).toMatchObject([
    {
      operator: { id: support.id, account: support.account },
      action: 'refused',
      subject: { kind: 'call', id: 'officeAdjustmentAdd' },
      address: home,
      detail: { reason: 'forbidden' },
    },
  ]);
});

test('an operator who decides their own proposal is logged, with its subject', async () => {
  const [cashier, member] = [await site.operator('cashier'), await site.member()];
  const made = await cashier.call('officeAdjustmentAdd', {
    key: newId(),
    member: member.id,
    amount: '5',
    reason: 'For the test',
  });
  const given = { id: made.data.id, version: 0, decision: 'apply', note: 'a secret word' };
  expect(await cashier.call('officeAdjustmentDecide', given)).toMatchObject({
    data: { reason: 'same_operator' },
  });
  const lines = await linesOf(cashier.id);
  expect(lines).toMatchObject([{ subject: { kind: 'call', id: 'officeAdjustmentDecide' } }]);
  expect(lines[0]?.detail).toEqual({
    reason: 'same_operator',
    id: made.data.id,
    version: '0',
    decision: 'apply',
  });
});

test('unknown ids, and wrong passwords and codes, are recorded without what was typed', async () => {
  const owner = await site.operator('owner');
  const id = newId();
  await owner.call('officeOperatorSignOut', { id });
  await owner.call('officeOtpBegin', { password: 'not the password' });
  await setUpOperatorApp(site, owner);
  await owner.call('officeOtpRenew', { password: owner.password, otp: '000000' });
  const lines = await linesOf(owner.id);
  expect(lines.map(({ detail }) => detail)).toEqual([
    { reason: 'otp_wrong' },
    { reason: 'wrong_credentials' },
    { reason: 'not_found', id },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/not the password|000000/);
});

test('files of the office are no way around', async () => {
  const content = await site.operator('content');
  const headers = { 'ba-office-token': content.token };
  for (const url of [auditExportPath, `${officeFilePath}?member=${newId()}&id=${newId()}`]) {
    expect((await site.app.inject({ method: 'GET', url, headers })).statusCode).toBe(403);
  }
  const calls = (await linesOf(content.id)).map(({ subject }) => subject);
  expect(calls).toEqual([
    { kind: 'call', id: 'officeFile' },
    { kind: 'call', id: 'officeAuditExport' },
  ]);
});

test('guesses of unknown callers are logged, and a member’s calls are not', async () => {
  await site.modules.office.service.refusals.flush({ all: true });
  const before = await site.database.pool.query(`select from office_audit where action = 'refused'`);
  await site.call('officeFirst', {
    code: 'x'.repeat(43),
    account: 'first',
    password: 'granite-74-hill',
  });
  await site.call('officePasswordSet', { code: 'x'.repeat(43), password: 'granite-74-hill' });
  await site.call('officePasskeyLogin', { challenge: newId(), response: {} });
  await site.call('officeOperatorList', {}, { 'ba-office-token': 'x'.repeat(43) });
  await (await site.member()).call('officeOperatorList');
  await (await site.member()).call('sessionEnd', { id: newId() });
  const { rows } = await site.database.pool.query<{ subject_id: string; operator_id: null }>(
    `select subject_id, operator_id from office_audit where action = 'refused' order by id offset $1`,
    [before.rowCount],
  );
  expect(rows).toEqual([
    { subject_id: 'officeFirst', operator_id: null },
    { subject_id: 'officePasswordSet', operator_id: null },
    { subject_id: 'officePasskeyLogin', operator_id: null },
  ]);
});

test('equal ones within a minute are counted in one line', async () => {
  const trader = await site.operator('trader');
  for (let i = 0; i < 50; i++) await trader.call('officeOperatorList');
  expect(await linesOf(trader.id)).toHaveLength(1);
  await site.modules.office.service.seal();
  expect(await linesOf(trader.id)).toHaveLength(1);
  site.clock.advance(60_000);
  await site.modules.office.service.seal();
  await site.modules.office.service.seal();
  expect((await linesOf(trader.id)).map(({ detail }) => detail)).toEqual([
    { reason: 'forbidden', again: 49 },
    { reason: 'forbidden' },
  ]);
  await trader.call('officeOperatorList');
  expect(await linesOf(trader.id)).toHaveLength(3);
});

test('a script that tries ever other ids fills no log', async () => {
  const owner = await site.operator('owner');
  for (let i = 0; i < 60; i++) await owner.call('officeOperatorSignOut', { id: newId() });
  expect(await linesOf(owner.id)).toHaveLength(20);
  await site.modules.office.service.refusals.flush({ all: true });
  const lines = await linesOf(owner.id);
  expect(lines).toHaveLength(20);
  const { data } = await auditor.call('officeAuditList', { operator: owner.id, subject: 'all' });
  expect(data).toMatchObject({ total: 1, list: [{ action: 'refused', detail: { times: 40 } }] });
});

test('it is refused also where the log cannot be written', async () => {
  const content = await site.operator('content');
  await site.database.owner.query('alter table office_audit rename to office_audit_away');
  const answer = await content.call('officeOperatorList');
  await site.database.owner.query('alter table office_audit_away rename to office_audit');
  expect(answer).toMatchObject({ status: 403, data: { reason: 'forbidden' } });
  expect(await linesOf(content.id)).toEqual([]);
});

test('nothing strange gets into the log', async () => {
  const support = await site.operator('support');
  for (const id of ['x'.repeat(65), '\0', '=1+1', { a: 1 }, ['x']]) {
    const answer = await support.call('officeMemberLock', {
      member: id,
      version: 0,
      locked: true,
      why: 'For the test',
    });
    expect(outcomeOf(answer)).toMatch(/^(validation|not_found)$/);
  }
  const strange = await site.app.inject({
    method: 'GET',
    url: '/api/office/operatorList?id=%00&member=%3D1',
    query: { id: '\0' },
    headers: { 'ba-office-token': support.token },
  });
  expect(strange.statusCode).toBe(403);
  for (const { detail } of await linesOf(support.id)) {
    expect([{ reason: 'forbidden' }, { reason: 'not_found', version: '0' }]).toContainEqual(detail);
  }
});
