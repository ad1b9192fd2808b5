import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDemoOperators, demoOperators } from '../demo-operators.ts';
import { officeApp, type OfficeApp } from '../testing/office-app.ts';

let room: OfficeApp;
beforeAll(async () => {
  room = await officeApp();
});
afterAll(() => room.close());

const reason = (name: string) => ({ data: { reason: name } });

describe('an owner', () => {
  test('adds an operator, whose password is told once', async () => {
    const owner = await room.operator('owner');
    const account = 'New.Cashier';
    const { data } = await owner.call('officeOperatorSave', {
      account,
      roles: ['content', 'cashier', 'content'],
    });
    expect(data).toMatchObject({
      operator: { account, roles: ['cashier', 'content'], createdBy: { id: owner.id } },
      password: expect.stringMatching(/^[a-z2-9]{16}$/),
    });
    expect(await room.call('officeLogin', { account, password: data.password })).toMatchObject({ code: 1 });
    const { data: list } = await owner.call('officeOperatorList');
    expect(list.list[0]).toEqual(data.operator);
    expect(JSON.stringify(list)).not.toMatch(/password|hash/);
    const again = await owner.call('officeOperatorSave', {
      account: account.toUpperCase(),
      roles: ['auditor'],
    });
    expect(again).toMatchObject(reason('account_taken'));
  });

  test('changes roles, which counts at once', async () => {
    const owner = await room.operator('owner');
    const ann = await room.operator('cashier');
    expect(await ann.call('officeAuditList')).toMatchObject({ status: 403 });
    await owner.call('officeOperatorSave', { id: ann.id, roles: ['auditor'] });
    expect(await ann.call('officeAuditList')).toMatchObject({ code: 1 });
  });

  test('disables, which ends the sessions, and enables again', async () => {
    const owner = await room.operator('owner');
    const ann = await room.operator('cashier');
    const { data } = await owner.call('officeOperatorSave', { id: ann.id, disabled: true });
    expect(data.operator.disabledAt).toBe(room.clock.now().toISOString());
    expect(await ann.call('officeMe')).toMatchObject({ code: 303 });
    const login = { account: ann.account, password: ann.password };
    expect(await room.call('officeLogin', login)).toMatchObject(reason('wrong_credentials'));
    await owner.call('officeOperatorSave', { id: ann.id, disabled: false });
    expect(await ann.call('officeMe')).toMatchObject({ code: 303 });
    expect(await room.call('officeLogin', login)).toMatchObject({ code: 1 });
  });

  test('gives a new password', async () => {
    const owner = await room.operator('owner');
    const ann = await room.operator('cashier');
    const { data } = await owner.call('officeOperatorSave', { id: ann.id, newPassword: true });
    expect(await ann.call('officeMe')).toMatchObject({ code: 303 });
    const login = { account: ann.account, password: data.password };
    expect(await room.call('officeLogin', login)).toMatchObject({ code: 1 });
  });

  test('never changes or disables themself', async () => {
    const owner = await room.operator('owner');
    for (const change of [{ roles: ['owner', 'cashier'] }, { disabled: true }, { newPassword: true }]) {
      expect(await owner.call('officeOperatorSave', { id: owner.id, ...change })).toMatchObject(
        reason('same_operator'),
      );
    }
  });

  test('bad input is named', async () => {
    const owner = await room.operator('owner');
    const save = (input: Record<string, unknown>) => owner.call('officeOperatorSave', input);
    expect(await save({})).toMatchObject({ data: { rules: { account: 'required' } } });
    expect(await save({ account: 'ann' })).toMatchObject({ data: { rules: { roles: 'required' } } });
    expect(await save({ account: '1', roles: ['owner'] })).toMatchObject({
      data: { rules: { account: 'account' } },
    });
    expect(await save({ account: 'ann', roles: ['boss'] })).toMatchObject(reason('validation'));
    expect(await save({ account: 'ann', roles: [] })).toMatchObject(reason('validation'));
    for (const id of ['nobody', '0197a000-0000-7000-8000-000000000009']) {
      expect(await save({ id, disabled: true })).toMatchObject(reason('not_found'));
    }
  });
});

test('of two admins who disable each other at once, one stays', async () => {
  const pairs = await Promise.all(
    Array.from(
      { length: 5 },
      async () => [await room.operator('owner'), await room.operator('owner')] as const,
    ),
  );
  for (const [one, other] of pairs) {
    await Promise.all([
      one.call('officeOperatorSave', { id: other.id, disabled: true }),
      other.call('officeOperatorSave', { id: one.id, disabled: true }),
    ]);
    const answers = [await one.call('officeMe'), await other.call('officeMe')];
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([1, 303]));
  }
});

describe('the audit log', () => {
  test('tells what was done, by whom, and from where', async () => {
    const auditor = await room.operator('auditor');
    const owner = await room.operator('owner');
    const ann = await room.operator('cashier');
    await owner.call('officeOperatorSave', { id: ann.id, roles: ['cashier'], newPassword: true });
    await room.call('officeLogin', { account: ann.account, password: 'guess' });
    const { data } = await auditor.call('officeAuditList', { subject: ann.id });
    expect(data.list.map((line: { action: string }) => line.action)).toEqual([
      ...['sign_in_failed', 'operator_changed', 'sign_in', 'operator_added'],
    ]);
    expect(data.list[0]).not.toHaveProperty('operator');
    expect(data.list[1]).toMatchObject({
      operator: { id: owner.id, account: owner.account },
      subject: { kind: 'operator', id: ann.id },
      detail: { before: { roles: ['cashier'] }, after: { roles: ['cashier'] }, newPassword: true },
      address: '127.0.0.1',
    });
    expect(JSON.stringify(data)).not.toMatch(/guess/);
    const mine = await auditor.call('officeAuditList', { operator: owner.id, action: 'operator_changed' });
    expect(mine.data).toMatchObject({ total: 1, list: [{ subject: { id: ann.id } }] });
  });

  test('is searched by day', async () => {
    const auditor = await room.operator('auditor');
    const today = room.clock.now().toISOString().slice(0, 10);
    const ask = async (filter: Record<string, unknown>) =>
      (await auditor.call('officeAuditList', { operator: auditor.id, ...filter })).data.total;
    expect(await ask({ from: today, to: today })).toBe(1);
    expect(await ask({ to: '2020-01-01' })).toBe(0);
    expect(await ask({ operator: 'nobody' })).toBe(0);
    expect(await auditor.call('officeAuditList', { from: '2026-02-02', to: '2026-02-01' })).toMatchObject(
      reason('validation'),
    );
  });

  test('is searched by words, of which the last may be a beginning, and tells numbers and hashes', async () => {
    const auditor = await room.operator('auditor');
    const owner = await room.operator('owner');
    const ann = await room.operator('cashier');
    await room.withTotp(ann);
    await owner.call('officeFactorEnd', { id: ann.id, reason: 'Telephone fell into the harbour' });
    await room.office.seal();
    const ask = async (q: string) => (await auditor.call('officeAuditList', { q })).data;
    expect(await ask('Harbour teleph')).toMatchObject({
      total: 1,
      list: [
        {
          ...{ action: 'factor_removed', subject: { id: ann.id } },
          ...{ seq: expect.stringMatching(/^[1-9]\d*$/), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
      ],
    });
    expect(await ask('factor_remo')).toMatchObject({ total: 1 });
    for (const q of ['harbours', 'teleph harbour', '& | ! :*', "' or 1=1", '<->']) {
      expect(await ask(q)).toMatchObject({ total: 0, list: [] });
    }
  });

  test('an unknown account that fails to sign in stands there without what was typed', async () => {
    const auditor = await room.operator('auditor');
    await room.call('officeLogin', { account: 'my secret password', password: 'x' });
    const { data } = await auditor.call('officeAuditList', { action: 'sign_in_failed', subject: 'unknown' });
    expect(data.list[0]).toMatchObject({ subject: { kind: 'operator', id: 'unknown' } });
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  test('is only ever added to', () => {
    const sources = globSync('**/*.ts', { cwd: new URL('..', import.meta.url).pathname })
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
    expect(sources.filter((text) => /\boffice_audit\b/.test(text)).length).toBeGreaterThan(0);
    expect(
      sources.filter((text) =>
        /(update|delete\s+from|truncate|merge\s+into)\s+office_audit(_seal)?\b/i.test(text),
      ),
    ).toEqual([]);
  });
});

test('play mode’s operators are made once, and their file is the server’s alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-office-'));
  const first = await demoOperators(room.office, folder);
  expect(first.map(({ account }) => account)).toEqual([
    ...['host', 'host2', 'trader1', 'trader2', 'cashier1', 'cashier2', 'auditor'],
  ]);
  const file = join(folder, 'demo-operators.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(
    first.map(({ account, password }) => ({ account, password })),
  );
  expect(await demoOperators(room.office, folder)).toEqual(first);
  for (const { account, password } of first) {
    expect(await room.call('officeLogin', { account, password })).toMatchObject({ code: 1 });
  }
  const other = await mkdtemp(join(tmpdir(), 'touchline-office-'));
  expect(await demoOperators(room.office, other)).toEqual([]);
  await rm(folder, { recursive: true });
  await rm(other, { recursive: true });
});

test('play mode’s operators are disabled where others reach the server, but for those somebody took over', async () => {
  const own = await officeApp();
  const folder = await mkdtemp(join(tmpdir(), 'touchline-office-'));
  const offered = await demoOperators(own.office, folder);
  const [host, host2] = offered;
  if (host === undefined || host2 === undefined) throw new Error('no demo operators');
  const signIn = ({ account, password }: { account: string; password: string }) =>
    own.call('officeLogin', { account, password });
  const session = await signIn(host);
  const { data } = await signIn(host2);
  const renewed = await own.call(
    'officePasswordRenew',
    { password: host2.password },
    { 'ba-office-token': String(data.token) },
  );

  const closed = await closeDemoOperators(own.office, folder);
  expect(closed.toSorted()).toEqual(
    offered
      .map(({ account }) => account)
      .filter((account) => account !== host2.account)
      .toSorted(),
  );
  for (const one of offered.filter(({ account }) => closed.includes(account))) {
    expect(await signIn(one)).toMatchObject({ code: 0, data: { reason: 'wrong_credentials' } });
  }
  // A session from before is over too.
  const answer = await own.call('officeMe', {}, { 'ba-office-token': String(session.data.token) });
  expect(answer).toMatchObject({ code: 303 });
  expect(await signIn({ account: host2.account, password: String(renewed.data.password) })).toMatchObject({
    code: 1,
  });
  expect(await closeDemoOperators(own.office, folder)).toEqual([]);
  const { rows } = await own.database.pool.query(
    `select count(*)::int as lines from office_audit where action = 'operator_changed' and detail ->> 'demo' = 'true'`,
  );
  expect(rows).toEqual([{ lines: closed.length }]);

  // A start on loopback enables them again.
  await demoOperators(own.office, folder);
  expect(await signIn(host)).toMatchObject({ code: 1 });
  await rm(folder, { recursive: true });
  await own.close();
});
