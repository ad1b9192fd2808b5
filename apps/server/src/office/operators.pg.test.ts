import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closeDemoOperators, demoOperators } from '../operations/demo/operators.ts';
import { sharedSites } from '../testing/shared-sites.ts';
import { testTouchline, type TestTouchline } from '../testing/touchline.ts';
import { newId } from '../core/ids.ts';
import { setUpOperatorApp } from '../testing/second-factors.ts';
import type { ManualClock } from '../core/clock.ts';

const noon = new Date('2026-06-11T12:00:00Z');

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

const reason = (name: string) => ({ data: { reason: name } });

const password = 'granite-74-hill';

/** A person asks to be let in. @returns the code they tell two owners */
const askedAccess = async (account: string): Promise<string> =>
  (await site.call('officeAccessAsk', { account, password })).data.code;

describe('an owner', () => {
  test('proposes an operator who asked for access, and another owner lets them in', async () => {
    const [owner, second] = [await site.operator('owner'), await site.operator('owner')];
    const account = 'New.Cashier';
    const code = await askedAccess(account);
    const input = { account, roles: ['content', 'cashier', 'content'], code };
    const { data: proposed } = await owner.call('officeOperatorSave', input);
    expect(proposed).toEqual({
      proposal: expect.objectContaining({
        change: { change: 'add', account, roles: ['cashier', 'content'], access: expect.any(String) },
        state: 'proposed',
        version: 0,
        proposedBy: { id: owner.id, account: owner.account },
      }),
    });
    expect((await owner.call('officeOperatorSave', input)).data.proposal?.id).toBe(proposed.proposal?.id);
    const seen = { id: proposed.proposal?.id, version: 0, code };
    expect(await owner.call('officeOperatorDecide', { ...seen, decision: 'apply' })).toMatchObject(
      reason('same_operator'),
    );
    // Typed as it was heard.
    const heard = code.toLowerCase().replace('-', ' ');
    const { data } = await second.call('officeOperatorDecide', { ...seen, code: heard, decision: 'apply' });
    expect(data).toEqual({
      proposal: expect.objectContaining({
        state: 'applied',
        decidedBy: { id: second.id, account: second.account },
      }),
      operator: expect.objectContaining({
        account,
        roles: ['cashier', 'content'],
        createdBy: { id: owner.id, account: owner.account },
      }),
    });
    const { data: list } = await owner.call('officeOperatorList');
    expect(list.list[0]).toEqual(data.operator);
    expect(JSON.stringify(list)).not.toMatch(/password|hash|link/);

    for (const typed of [account, `\u200e${account.toUpperCase()}\u200f `]) {
      expect(await site.call('officeLogin', { account: typed, password })).toMatchObject({ code: 1 });
    }
    const again = await owner.call('officeOperatorSave', {
      account: account.toUpperCase(),
      roles: ['auditor'],
      code,
    });
    expect(again).toMatchObject(reason('account_taken'));
  });

  test('takes roles away at once, and proposes roles', async () => {
    const [owner, second] = [await site.operator('owner'), await site.operator('owner')];
    const ann = await site.operator('cashier', 'trader');
    const less = await owner.call('officeOperatorSave', { id: ann.id, version: 0, roles: ['cashier'] });
    expect(less.data).toMatchObject({ operator: { roles: ['cashier'], version: 1 } });
    expect(await ann.call('officeAuditList')).toMatchObject({ status: 403 });
    const { data } = await owner.call('officeOperatorSave', { id: ann.id, version: 1, roles: ['auditor'] });
    expect(data).toMatchObject({
      proposal: {
        operator: { id: ann.id },
        change: { change: 'roles', before: ['cashier'], roles: ['auditor'] },
      },
    });
    expect(data).not.toHaveProperty('operator');
    expect(await ann.call('officeAuditList')).toMatchObject({ status: 403 });
    await second.call('officeOperatorDecide', { id: data.proposal?.id, version: 0, decision: 'apply' });
    expect(await ann.call('officeAuditList')).toMatchObject({ code: 1 });
  });

  test('disables, which ends the sessions, and proposes to enable again', async () => {
    const [owner, second] = [await site.operator('owner'), await site.operator('owner')];
    const ann = await site.operator('cashier');
    const { data } = await owner.call('officeOperatorSave', { id: ann.id, version: 0, disabled: true });
    expect(data.operator?.disabledAt).toBe(site.clock.now().toISOString());
    expect(await ann.call('officeMe')).toMatchObject({ code: 303 });
    const login = { account: ann.account, password: ann.password };
    expect(await site.call('officeLogin', login)).toMatchObject(reason('wrong_credentials'));
    const on = await owner.call('officeOperatorSave', { id: ann.id, version: 1, disabled: false });
    expect(await site.call('officeLogin', login)).toMatchObject(reason('wrong_credentials'));
    const seen = { id: on.data.proposal?.id, version: 0, decision: 'apply' };
    expect(await second.call('officeOperatorDecide', seen)).toMatchObject({ code: 1 });
    expect(await ann.call('officeMe')).toMatchObject({ code: 303 });
    expect(await site.call('officeLogin', login)).toMatchObject({ code: 1 });
  });

  test('proposes the new password that an operator asked for, which no owner learns', async () => {
    const [owner, second] = [await site.operator('owner'), await site.operator('owner')];
    const ann = await site.operator('cashier');
    const code = await askedAccess(ann.account);
    const wish = { id: ann.id, version: 0, newPassword: true };
    expect(await owner.call('officeOperatorSave', wish)).toMatchObject({
      data: { rules: { code: 'required' } },
    });
    const other = await askedAccess((await site.operator('cashier')).account);
    expect(await owner.call('officeOperatorSave', { ...wish, code: other })).toMatchObject(
      reason('code_wrong'),
    );
    const asked = await owner.call('officeOperatorSave', { ...wish, code });
    expect(await ann.call('officeMe')).toMatchObject({ code: 1 });
    await second.call('officeOperatorDecide', {
      id: asked.data.proposal?.id,
      version: 0,
      decision: 'apply',
      code,
    });
    expect(await ann.call('officeMe')).toMatchObject({ code: 303 });
    const login = { account: ann.account, password: ann.password };
    expect(await site.call('officeLogin', login)).toMatchObject(reason('wrong_credentials'));
    expect(await site.call('officeLogin', { ...login, password })).toMatchObject({ code: 1 });
  });

  test('refuses a person whose request the other owner made', async () => {
    const [owner, second] = [await site.operator('owner'), await site.operator('owner')];
    const account = `anna${newId().slice(-10)}`;
    const [annas, forged] = [await askedAccess(account), await askedAccess(account)];
    const wish = { account, roles: ['cashier'], code: forged };
    const { data } = await owner.call('officeOperatorSave', wish);
    const decide = (code: string | undefined) =>
      second.call('officeOperatorDecide', { id: data.proposal?.id, version: 0, decision: 'apply', code });
    expect(await decide(undefined)).toMatchObject({ data: { rules: { code: 'required' } } });
    expect(await decide(annas)).toMatchObject(reason('code_wrong'));
    expect(await site.call('officeLogin', { account, password })).toMatchObject(reason('wrong_credentials'));
    const { data: asked } = await owner.call('officeOperatorProposals', { state: 'proposed' });
    expect(JSON.stringify(asked)).not.toContain(annas);
  });

  test('refuses a person whose request was not proposed within a day', async () => {
    const account = `late${newId().slice(-10)}`;
    const code = await askedAccess(account);
    site.clock.advance(24 * 3_600_000);
    const owner = await site.operator('owner');
    expect(await owner.call('officeOperatorSave', { account, roles: ['cashier'], code })).toMatchObject(
      reason('code_wrong'),
    );
    await site.modules.office.service.tidy();
    expect(
      (await site.database.pool.query('select from operator_access where account = $1', [account])).rowCount,
    ).toBe(0);
  });

  test('proposes to remove the second factor', async () => {
    const [owner, second] = [await site.operator('owner'), await site.operator('owner')];
    const ann = await site.operator('cashier');
    const wish = { id: ann.id, version: 0, reason: 'Lost the phone' };
    expect(await owner.call('officeFactorEnd', wish)).toMatchObject(reason('otp_state'));
    await setUpOperatorApp(site, ann);
    const { data } = await owner.call('officeFactorEnd', wish);
    expect(data).toMatchObject({ proposal: { change: { change: 'factor_end' }, reason: 'Lost the phone' } });
    const login = { account: ann.account, password: ann.password };
    expect(await site.call('officeLogin', login)).toMatchObject(reason('otp_needed'));
    await second.call('officeOperatorDecide', { id: data.proposal?.id, version: 0, decision: 'apply' });
    expect(await site.call('officeLogin', login)).toMatchObject({ code: 1 });
  });

  test('never changes or disables themself', async () => {
    const owner = await site.operator('owner');
    for (const change of [{ roles: ['owner', 'cashier'] }, { disabled: true }, { newPassword: true }]) {
      expect(await owner.call('officeOperatorSave', { id: owner.id, version: 0, ...change })).toMatchObject(
        reason('same_operator'),
      );
    }
  });

  test('names the version that was seen, and one change', async () => {
    const [owner, ann] = [await site.operator('owner'), await site.operator('cashier')];
    const save = (input: Record<string, unknown>) =>
      owner.call('officeOperatorSave', { id: ann.id, ...input });
    expect(await save({ disabled: true })).toMatchObject({ data: { rules: { version: 'required' } } });
    expect(await save({ version: 1, disabled: true })).toMatchObject(reason('outdated'));
    expect(await save({ version: 0, disabled: true, roles: ['cashier'] })).toMatchObject(
      reason('validation'),
    );
    expect(await save({ version: 0 })).toMatchObject(reason('validation'));
    expect(await ann.call('officeMe')).toMatchObject({ data: { version: 0 } });
  });

  test('bad input is named', async () => {
    const owner = await site.operator('owner');
    const save = (input: Record<string, unknown>) => owner.call('officeOperatorSave', input);
    expect(await save({})).toMatchObject({ data: { rules: { account: 'required' } } });
    expect(await save({ account: 'ann' })).toMatchObject({ data: { rules: { roles: 'required' } } });
    expect(await save({ account: '1', roles: ['owner'] })).toMatchObject({
      data: { rules: { account: 'account' } },
    });
    expect(await save({ account: 'ann', roles: ['boss'] })).toMatchObject(reason('validation'));
    expect(await save({ account: 'ann', roles: [] })).toMatchObject(reason('validation'));
    for (const id of ['nobody', '0197a000-0000-7000-8000-000000000009']) {
      expect(await save({ id, version: 0, disabled: true })).toMatchObject(reason('not_found'));
    }
  });
});

describe('a proposed change of an operator', () => {
  const wish = async (change: Record<string, unknown> = { roles: ['cashier', 'trader'] }) => {
    const [owner, second] = [await site.operator('owner'), await site.operator('owner')];
    const ann = await site.operator('cashier');
    const { data } = await owner.call('officeOperatorSave', { id: ann.id, version: 0, ...change });
    const decide = (by: typeof owner, decision: string, more: Record<string, unknown> = {}) =>
      by.call('officeOperatorDecide', { id: data.proposal?.id, version: 0, decision, ...more });
    return { owner, second, ann, decide, id: String(data.proposal?.id) };
  };

  test('is refused by another owner, with a note, or withdrawn by who proposed it', async () => {
    const refused = await wish();
    expect(await refused.decide(refused.second, 'withdraw')).toMatchObject(reason('forbidden'));
    const { data } = await refused.decide(refused.second, 'refuse', { note: 'Not needed' });
    expect(data).toEqual({
      proposal: expect.objectContaining({ state: 'refused', note: 'Not needed', version: 1 }),
    });
    expect(await refused.decide(refused.second, 'apply', { version: 1 })).toMatchObject(
      reason('decided_already'),
    );
    const withdrawn = await wish();
    expect((await withdrawn.decide(withdrawn.owner, 'withdraw')).data.proposal?.state).toBe('withdrawn');
    expect((await withdrawn.ann.call('officeMe')).data.roles).toEqual(['cashier']);
  });

  test('is decided once, however many decide at once', async () => {
    const { second, owner, decide } = await wish();
    const third = await site.operator('owner');
    const answers = await Promise.all([
      decide(second, 'apply'),
      decide(third, 'refuse'),
      decide(owner, 'withdraw'),
    ]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  test('is outdated once the operator has changed, or its proposer is no owner any more', async () => {
    const one = await wish();
    await one.second.call('officeOperatorSave', { id: one.ann.id, version: 0, disabled: true });
    expect(await one.decide(one.second, 'apply')).toMatchObject(reason('outdated'));
    const other = await wish();
    const third = await site.operator('owner');
    await third.call('officeOperatorSave', { id: other.owner.id, version: 0, disabled: true });
    expect(await other.decide(other.second, 'apply')).toMatchObject(reason('outdated'));
  });

  test('expires after a week, and stays in the list as expired', async () => {
    const { second, decide, id } = await wish();
    site.clock.advance(7 * 24 * 3_600_000);
    const login = await site.call('officeLogin', { account: second.account, password: second.password });
    const token = { 'ba-office-token': login.data.token };
    const late = { id, version: 0, decision: 'apply' };
    expect(await site.call('officeOperatorDecide', late, token)).toMatchObject(reason('outdated'));
    await site.modules.office.service.tidy();
    const { data } = await site.call('officeOperatorProposals', { state: 'expired' }, token);
    expect(data.list).toContainEqual(expect.objectContaining({ id, state: 'expired' }));
    const auditor = await site.operator('auditor');
    const { data: lines } = await auditor.call('officeAuditList', { subject: id });
    expect(lines.list.map(({ action }: { action: string }) => action)).toEqual([
      'operator_expired',
      'operator_proposed',
    ]);
    await expect(decide(second, 'apply')).resolves.toMatchObject({ code: 303 });
  });

  test('shows the deciding operator what they share with the proposer', async () => {
    const { second, id } = await wish();
    const { data } = await second.call('officeOperatorProposals', { state: 'proposed' });
    expect(data.list.find((one: { id: string }) => one.id === id)).toMatchObject({ shared: 'device' });
  });

  test('is seen by an auditor, and not by a cashier', async () => {
    const { id } = await wish();
    const auditor = await site.operator('auditor');
    const { data } = await auditor.call('officeOperatorProposals');
    expect(data.list).toContainEqual(expect.objectContaining({ id }));
    expect(await (await site.operator('cashier')).call('officeOperatorProposals')).toMatchObject({
      status: 403,
    });
  });
});

test('of two admins who disable each other at once, one stays', async () => {
  const pairs = await Promise.all(
    Array.from(
      { length: 5 },
      async () => [await site.operator('owner'), await site.operator('owner')] as const,
    ),
  );
  for (const [one, other] of pairs) {
    await Promise.all([
      one.call('officeOperatorSave', { id: other.id, version: 0, disabled: true }),
      other.call('officeOperatorSave', { id: one.id, version: 0, disabled: true }),
    ]);
    const answers = [await one.call('officeMe'), await other.call('officeMe')];
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([1, 303]));
  }
});

describe('the audit log', () => {
  test('lists what was done, by whom, and from where', async () => {
    const auditor = await site.operator('auditor');
    const owner = await site.operator('owner');
    const ann = await site.operator('cashier', 'trader');
    await owner.call('officeOperatorSave', { id: ann.id, version: 0, roles: ['cashier'] });
    await site.call('officeLogin', { account: ann.account, password: 'guess' });
    const { data } = await auditor.call('officeAuditList', { subject: ann.id });
    expect(data.list.map((line: { action: string }) => line.action)).toEqual([
      'sign_in_failed',
      'operator_changed',
      'sign_in',
      'operator_added',
    ]);
    expect(data.list[0]).not.toHaveProperty('operator');
    expect(data.list[1]).toMatchObject({
      operator: { id: owner.id, account: owner.account },
      subject: { kind: 'operator', id: ann.id },
      detail: { before: { roles: ['trader', 'cashier'] }, after: { roles: ['cashier'] } },
      address: '127.0.0.1',
    });
    expect(JSON.stringify(data)).not.toMatch(/guess/);
    const mine = await auditor.call('officeAuditList', { operator: owner.id, action: 'operator_changed' });
    expect(mine.data).toMatchObject({ total: 1, list: [{ subject: { id: ann.id } }] });
  });

  test('is searched by day', async () => {
    const auditor = await site.operator('auditor');
    const today = site.clock.now().toISOString().slice(0, 10);
    const ask = async (filter: Record<string, unknown>) =>
      (await auditor.call('officeAuditList', { operator: auditor.id, ...filter })).data.total;
    expect(await ask({ from: today, to: today })).toBe(1);
    expect(await ask({ to: '2020-01-01' })).toBe(0);
    expect(await ask({ operator: 'nobody' })).toBe(0);
    expect(await auditor.call('officeAuditList', { from: '2026-02-02', to: '2026-02-01' })).toMatchObject(
      reason('validation'),
    );
  });

  test('is searched by words, the last of which may be a prefix, and shows numbers and hashes', async () => {
    const auditor = await site.operator('auditor');
    const owner = await site.operator('owner');
    const ann = await site.operator('cashier');
    await setUpOperatorApp(site, ann);
    const wish = { id: ann.id, version: 0, reason: 'Telephone fell into the harbour' };
    const { data: asked } = await owner.call('officeFactorEnd', wish);
    const second = await site.operator('owner');
    await second.call('officeOperatorDecide', { id: asked.proposal?.id, version: 0, decision: 'apply' });
    await site.modules.office.service.seal();
    const ask = async (q: string) => (await auditor.call('officeAuditList', { q })).data;
    const found = await ask('Harbour teleph');
    expect(found.list.map(({ action }: { action: string }) => action)).toEqual([
      'operator_applied',
      'factor_removed',
      'operator_proposed',
    ]);
    expect(found.list[1]).toMatchObject({
      subject: { id: ann.id },
      seq: expect.stringMatching(/^[1-9]\d*$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await ask('harbour factor_remo')).total).toBe(1);
    for (const q of ['harbours', 'teleph harbour', '& | ! :*', "' or 1=1", '<->']) {
      expect(await ask(q)).toMatchObject({ total: 0, list: [] });
    }
  });

  test('a failed sign-in to an unknown account is logged without what was typed', async () => {
    const auditor = await site.operator('auditor');
    await site.call('officeLogin', { account: 'my secret password', password: 'x' });
    const { data } = await auditor.call('officeAuditList', { action: 'sign_in_failed', subject: 'unknown' });
    expect(data.list[0]).toMatchObject({ subject: { kind: 'operator', id: 'unknown' } });
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  test('is only ever added to', () => {
    const sources = globSync('**/*.ts', { cwd: new URL('..', import.meta.url).pathname })
      .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
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
  const first = await demoOperators(site.modules.office.service, folder);
  expect(first.map(({ account }) => account)).toEqual([
    'host',
    'host2',
    'trader1',
    'trader2',
    'cashier1',
    'cashier2',
    'auditor',
  ]);
  const file = join(folder, 'demo-operators.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(
    first.map(({ account, password }) => ({ account, password })),
  );
  expect(await demoOperators(site.modules.office.service, folder)).toEqual(first);
  for (const { account, password } of first) {
    expect(await site.call('officeLogin', { account, password })).toMatchObject({ code: 1 });
  }
  const other = await mkdtemp(join(tmpdir(), 'touchline-office-'));
  expect(await demoOperators(site.modules.office.service, other)).toEqual([]);
  // A server that was killed at its first start, while another one added the accounts, has passwords that count nowhere.
  const claimed = first.map(({ account }) => ({ account, password: 'never-added-1' }));
  await writeFile(join(other, 'demo-operators.json'), JSON.stringify(claimed));
  expect(await demoOperators(site.modules.office.service, other)).toEqual([]);
  await rm(folder, { recursive: true });
  await rm(other, { recursive: true });
});

test('play mode’s operators are disabled where others reach the server, but for those that were taken over', async () => {
  const own = await testTouchline({ frozenAt: noon });
  const folder = await mkdtemp(join(tmpdir(), 'touchline-office-'));
  const offered = await demoOperators(own.modules.office.service, folder);
  const [host, host2] = offered;
  if (host === undefined || host2 === undefined) throw new Error('no demo operators');
  const signIn = ({ account, password }: { account: string; password: string }) =>
    own.call('officeLogin', { account, password });
  const session = await signIn(host);
  const { data } = await signIn(host2);
  const newPassword = 'granite-74-hill';
  await own.call(
    'officePasswordRenew',
    { password: host2.password, newPassword },
    { 'ba-office-token': data.token },
  );

  const closed = await closeDemoOperators(own.modules.office.service, folder);
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
  const answer = await own.call('officeMe', {}, { 'ba-office-token': session.data.token });
  expect(answer).toMatchObject({ code: 303 });
  expect(await signIn({ account: host2.account, password: newPassword })).toMatchObject({
    code: 1,
  });
  expect(await closeDemoOperators(own.modules.office.service, folder)).toEqual([]);
  const { rows } = await own.database.pool.query(
    `select count(*)::int as lines from office_audit where action = 'operator_changed' and detail ->> 'demo' = 'true'`,
  );
  expect(rows).toEqual([{ lines: closed.length }]);

  // A start on loopback enables them again.
  await demoOperators(own.modules.office.service, folder);
  expect(await signIn(host)).toMatchObject({ code: 1 });
  await rm(folder, { recursive: true });
  await own.close();
});
