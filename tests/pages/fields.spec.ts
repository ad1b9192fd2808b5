import { expect, test } from '../fixtures/kept/test.ts';
import { altered, asIfAnswered } from '../screens/stage.ts';
import * as team from '../screens/samples/team.ts';

test('members of a team show what the specification names, and up to which day it counts', async ({
  newWindow,
}) => {
  const { page, url, t } = await newWindow({ as: 'member', lan: 'en' });
  await page.goto(`${url}/#/pages/team/myteam?level=1`);
  const card = page.getByRole('article').nth(1);
  const [, member] = team.members.list;
  await expect(card.getByText(t('team.vip', { level: member?.memberLevel ?? 0 }))).toBeVisible();
  await expect(card.getByText(t('team.teamLevel', { level: member?.teamLevel ?? 0 }))).toBeVisible();
  await expect(card.getByText(t('team.friends')).locator('xpath=..')).toContainText(
    String(member?.number ?? 0),
  );
  await expect(card.getByText(/since .*, \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText(/^Income and bets count up to .*, the last closed day\.$/)).toBeVisible();

  await altered(page, 'teamInfo', ({ upTo: _none, ...info }) => info);
  await page.goto(`${url}/#/pages/team/team`);
  await expect(page.getByText(t('team.upToNone'))).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('fields of a bank card prompt for what they want, and a new password for itself', async ({
  newWindow,
}) => {
  const { page, url, t } = await newWindow({ as: 'member', lan: 'en' });
  await altered(page, 'userInfo', (user) => ({
    ...user,
    identity: 'verified',
    verified: true,
    realName: 'Ada Lovelace',
  }));
  await page.goto(`${url}/#/pages/information/bank`);
  await page.getByRole('button', { name: t('cashier.addPayout') }).click();
  for (const field of ['branch', 'branchNumber', 'bankAddress'] as const) {
    await expect(page.getByLabel(t(`cashier.field.${field}`), { exact: true })).toHaveAttribute(
      'placeholder',
      t(`cashier.prompt.${field}`),
    );
  }
  await page.getByRole('button', { name: t('cashier.save') }).click();
  for (const field of ['bankName', 'bankCode', 'account', 'phone'] as const) {
    await expect(page.getByText(t(`cashier.prompt.${field}`), { exact: true })).toBeVisible();
  }

  await page.unrouteAll({ behavior: 'wait' });

  const visitor = await newWindow({ as: 'visitor', lan: 'en' });
  await visitor.page.goto(`${url}/#/pages/login/signup`);
  await visitor.page.getByRole('button', { name: t('signup.submit') }).click();
  await expect(visitor.page.getByText('Account cannot be empty')).toBeVisible();
  await expect(visitor.page.getByText('Password cannot be empty', { exact: true })).toBeVisible();
  await visitor.page.goto(`${url}/#/pages/login/reset`);
  await visitor.page.getByRole('button', { name: t('account.setPassword') }).click();
  await expect(visitor.page.getByText(t('form.newPasswordEmpty'))).toBeVisible();
});

test('a payout method is deleted after a question, with a word that it was', async ({ newWindow }) => {
  const { page, url, t } = await newWindow({ as: 'member', lan: 'en' });
  await asIfAnswered(page, 'walletDel', { receipts: [] });
  await page.goto(`${url}/#/pages/information/bank`);
  const asked = page.getByRole('dialog', { name: t('cashier.deletePayoutTitle') });
  const deletion = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.locator('[data-delete]').first().click();
  await asked.getByRole('button', { name: t('cashier.delete'), exact: true }).click();
  expect(new URL((await deletion).url()).searchParams.get('id')).not.toBe(null);
  await expect(page.getByText(t('cashier.payoutDeleted'), { exact: true }).first()).toBeVisible();
});

test('a phone lists the matches of one competition, and withdraws from home', async ({ newWindow }) => {
  const { page, url, t } = await newWindow({ as: 'member', lan: 'en' });
  await altered(page, 'competitionList', ({ list }) => ({
    list: [...list, { competition: { id: 'c-2', name: 'Harbour Cup' }, inPlay: 0, today: 1, open: 3 }],
  }));
  await page.goto(`${url}/#/pages/invest/invest`);
  const listed = page.waitForRequest((request) => request.url().includes('competition=c-2'));
  await page
    .getByRole('group', { name: t('invest.competitions') })
    .getByRole('button', { name: /Harbour Cup/ })
    .click();
  await listed;

  await altered(page, 'userInfo', (user) => ({ ...user, held: '0.00' }));
  await altered(page, 'turnoverList', (owed) => ({ ...owed, left: '0.00' }));
  await page.goto(`${url}/#/`);
  await expect(
    page
      .getByRole('navigation', { name: t('cashier.actions') })
      .getByRole('link', { name: t('nav.withdraw') }),
  ).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('the returns of a match are next to the prices that they are of', async ({ newWindow }) => {
  const { page, url, t } = await newWindow({ as: 'visitor', lan: 'en' });
  await page.goto(`${url}/#/pages/invest/eventsinfo?id=id-12`);
  const table = page.getByRole('table').filter({ hasText: t('odds.rate') });
  await expect(table).toBeVisible();
  const second = page.getByRole('heading', { name: t('market.double_chance') }).first();
  const [above, below] = [await table.boundingBox(), await second.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
});
