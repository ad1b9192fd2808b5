import { dayMs } from '@touchline/contract/durations';
import { expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { sharedSites } from '../testing/shared-sites.ts';
import type { TestTouchline } from '../testing/touchline.ts';
import type { ManualClock } from '../core/clock.ts';

const password = 'granite-74-hill';
const reason = (name: string) => ({ code: 0, data: { reason: name } });

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

const invited = async (): Promise<{ account: string; code: string; id: string }> => {
  const account = `joan${newId().slice(-10)}`;
  const { row, link } = await site.modules.office.service.operators.invite(
    { account, roles: ['cashier'] },
    { address: '' },
  );
  return { account, code: link, id: row.id };
};

test('the link sets the password once, without signing in', async () => {
  const { account, code, id } = await invited();
  const answer = await site.call('officePasswordSet', { code, password });
  expect(answer).toMatchObject({ code: 1, data: { account } });
  expect(answer.data).not.toHaveProperty('token');
  expect(await site.call('officePasswordSet', { code, password: 'another-74-hill' })).toMatchObject(
    reason('code_wrong'),
  );
  expect(await site.call('officeLogin', { account, password })).toMatchObject({ code: 1 });
  const auditor = await site.operator('auditor');
  const { data } = await auditor.call('officeAuditList', { subject: id, action: 'password_set' });
  expect(data).toMatchObject({ total: 1, list: [{ operator: { id } }] });
});

test('of two who use a link at once, one sets the password', async () => {
  const { account, code } = await invited();
  const words = ['granite-74-hill', 'another-74-hill', 'yet-other-74-hill'];
  const answers = await Promise.all(
    words.map((word) => site.call('officePasswordSet', { code, password: word })),
  );
  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  const chosen = words[answers.findIndex((answer) => answer.code === 1)];
  expect(await site.call('officeLogin', { account, password: chosen })).toMatchObject({ code: 1 });
});

test('a link is over after a day, and when another is made', async () => {
  const first = await invited();
  const second = await site.modules.office.service.operators.relink(first.account, { address: '' });
  expect(await site.call('officePasswordSet', { code: first.code, password })).toMatchObject(
    reason('code_wrong'),
  );
  site.clock.advance(dayMs);
  expect(await site.call('officePasswordSet', { code: second, password })).toMatchObject(
    reason('code_wrong'),
  );
  await site.modules.office.service.tidy();
  expect((await site.database.pool.query('select from operator_password_link')).rowCount).toBe(0);
});

test('a new link ends the password and the sessions there were', async () => {
  const ann = await site.operator('cashier');
  const code = await site.modules.office.service.operators.relink(ann.account, { address: '' });
  expect(await ann.call('officeMe')).toMatchObject({ code: 303 });
  const login = { account: ann.account, password: ann.password };
  expect(await site.call('officeLogin', login)).toMatchObject(reason('wrong_credentials'));
  expect(await site.call('officePasswordSet', { code, password })).toMatchObject({ code: 1 });
});

test('a disabled operator sets none', async () => {
  const owner = await site.operator('owner');
  const { code, id } = await invited();
  await owner.call('officeOperatorSave', { id, version: 0, disabled: true });
  expect(await site.call('officePasswordSet', { code, password })).toMatchObject(reason('code_wrong'));
});

test('short, common and telling passwords are refused, and the link stays', async () => {
  const { link: code } = await site.modules.office.service.operators.invite(
    { account: 'joan.cashier', roles: ['cashier'] },
    { address: '' },
  );
  const set = (word: string) => site.call('officePasswordSet', { code, password: word });
  expect(await set('granite-74')).toMatchObject({ data: { rules: { password: 'operator_password' } } });
  expect(await set('')).toMatchObject(reason('validation'));
  expect(await set('password1234')).toMatchObject(reason('password_common'));
  expect(await set('joan.cashier12')).toMatchObject(reason('password_common'));
  expect(await set(password)).toMatchObject({ code: 1 });
});

test('an operator chooses another password by the old one, and every session ends', async () => {
  const ann = await site.operator('cashier');
  const renew = (input: Record<string, unknown>) => ann.call('officePasswordRenew', input);
  expect(await renew({ password: 'wrong', newPassword: password })).toMatchObject(
    reason('wrong_credentials'),
  );
  expect(await renew({ password: ann.password, newPassword: 'short' })).toMatchObject({
    data: { rules: { newPassword: 'operator_password' } },
  });
  expect(await ann.call('officeMe')).toMatchObject({ code: 1 });
  expect(await renew({ password: ann.password, newPassword: password })).toMatchObject({ code: 1, data: {} });
  expect(await ann.call('officeMe')).toMatchObject({ code: 303 });
  expect(await site.call('officeLogin', { account: ann.account, password })).toMatchObject({ code: 1 });
});
