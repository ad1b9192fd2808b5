import { afterEach, beforeEach, expect, test } from 'vitest';
import { testTouchline, type TestTouchline } from '../testing/touchline.ts';
import type { ManualClock } from '../core/clock.ts';

const noon = new Date('2026-06-11T12:00:00Z');

let site: TestTouchline<ManualClock>;
beforeEach(async () => {
  site = await testTouchline({ frozenAt: noon });
});
afterEach(() => site.close());

const offer = async (): Promise<string> => (await site.modules.office.service.first.offer()) ?? '';
const password = 'granite-74-hill';
const use = (code: string, account = 'The.Owner', chosen = password) =>
  site.call('officeFirst', { code, account, password: chosen });
const wrong = { code: 0, data: { reason: 'code_wrong' } };
const operators = async () => {
  const { rows } = await site.database.pool.query('select account, roles from operator');
  return rows;
};

test('the code makes the owner, who signs in with the password they chose', async () => {
  const { data } = await use(await offer());
  expect(data.operator).toMatchObject({
    account: 'The.Owner',
    roles: ['owner', 'trader', 'cashier', 'support', 'content'],
  });
  const login = await site.call('officeLogin', { account: 'the.owner', password });
  expect(login).toMatchObject({ code: 1, data: { operator: { id: data.operator.id } } });
  const { rows } = await site.database.pool.query(
    `select operator_id, detail, address from office_audit where action = 'operator_added'`,
  );
  expect(rows).toMatchObject([
    { operator_id: null, address: '127.0.0.1', detail: { first: true, after: { account: 'The.Owner' } } },
  ]);
  // A site with an operator offers no code.
  expect(await site.modules.office.service.first.offer()).toBeUndefined();
});

test('counts once; of two at once, one makes an owner', async () => {
  const code = await offer();
  const answers = await Promise.all(['one', 'two', 'three'].map((name) => use(code, `owner.${name}`)));
  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  expect(await operators()).toHaveLength(1);
  expect(await use(code, 'later')).toMatchObject(wrong);
});

test('a new start takes the place of an unused one', async () => {
  const first = await offer();
  const second = await offer();
  expect(await use(first)).toMatchObject(wrong);
  expect(await use(second)).toMatchObject({ code: 1 });
});

test('not after a day, not guessed, and not once an operator was added otherwise', async () => {
  const code = await offer();
  for (const guess of ['x'.repeat(43), `${code}x`, code.slice(1), '']) {
    expect((await use(guess)).code).toBe(0);
  }
  site.clock.advance(24 * 60 * 60_000);
  expect(await use(code)).toMatchObject(wrong);
  const again = await offer();
  await site.modules.office.service.operators.add({ account: 'added', roles: ['auditor'] }, { address: '' });
  expect(await use(again)).toMatchObject(wrong);
  expect(await operators()).toHaveLength(1);
});

test('a name or a password that is none leaves the code as it is; the database does not have it', async () => {
  const code = await offer();
  expect(await use(code, '1')).toMatchObject({ data: { rules: { account: 'account' } } });
  expect(await use(code, 'The.Owner', 'too-short')).toMatchObject({
    data: { rules: { password: 'operator_password' } },
  });
  expect(await use(code, 'The.Owner', 'The.Owner1234')).toMatchObject({
    data: { reason: 'password_common' },
  });
  const { rows } = await site.database.pool.query('select (office_first.*)::text as text from office_first');
  expect(rows).toHaveLength(1);
  expect(rows[0].text).not.toContain(code);
  expect(await use(code)).toMatchObject({ code: 1 });
});
