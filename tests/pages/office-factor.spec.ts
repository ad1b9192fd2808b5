import { Secret, TOTP } from 'otpauth';
import { password } from '../fixtures/member-api.ts';
import { violations } from '../fixtures/screen-check.ts';
import { expect, test } from '../fixtures/test.ts';

test('two operators take a lost second factor off: one proposes it, the other applies it', async ({
  site,
  newMember,
  newOperatorWindow,
}) => {
  const { account, api } = await newMember();
  const begun = await api.call('otpBegin', { password });
  const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
  await api.call('otpConfirm', { otp: totp.generate() });

  const { page, t, press, button, faults } = await newOperatorWindow(site, 'host');
  await press('g', 'm');
  await page.locator('[data-row]').filter({ hasText: account }).first().click();
  await page.getByRole('link', { name: t('memberTab.sessions') }).click();
  await expect(page.getByText(t('member.factorApp'))).toBeVisible();
  await button(t('member.factorEnd')).click();
  await page.getByRole('textbox', { name: t('decision.reason') }).fill('Telephone was stolen');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Telephone was stolen')).toBeVisible();
  // The proposer cannot apply it.
  await expect(button(t('member.factorApply'))).toBeDisabled();
  expect((await api.call('userInfo', {})).otp).toBe(true);

  const other = await newOperatorWindow(site, 'host2', { lan: 'zh-CN', colorScheme: 'dark' });
  const { page: theirs, t: zh } = other;
  await theirs.getByRole('link', { name: zh('todayQueue.factorEnds') }).click();
  await theirs.locator('[data-row]').filter({ hasText: account }).first().click();
  await expect(theirs.getByText(zh('member.factorWaits'))).toBeVisible();
  await theirs.getByRole('link', { name: zh('memberTab.sessions') }).click();
  await expect(other.button(zh('member.factorApply'))).toBeEnabled();
  expect(await violations(theirs)).toEqual([]);
  await other.button(zh('member.factorApply')).click();
  await expect(theirs.getByText('host', { exact: false }).first()).toBeVisible();
  // A decision does not begin on its button.
  await theirs.keyboard.press('Tab');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByText(zh('member.factorNone'))).toBeVisible();
  await expect(theirs.getByText(zh('member.factorHeld'))).toBeVisible();
  expect(await api.answer('userInfo', {})).toMatchObject({ code: 303 });
  await api.login(account);
  expect((await api.call('userInfo', {})).otp).toBe(false);
  expect([...faults, ...other.faults]).toEqual([]);
});

test('operators read what is wrong with settings in their own language', async ({
  site,
  newOperatorWindow,
}) => {
  const { page, t, press, seeHeading } = await newOperatorWindow(site, 'host2', { lan: 'zh-CN' });
  await press('g', 'h');
  await seeHeading(t('place.settings'));
  await page.getByText(t('setting.STAKE_MAX'), { exact: true }).first().click();
  await page.getByRole('textbox', { name: t('settings.edit') }).fill('0.50');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: t('settings.review') })).toBeVisible();
  await press('p');
  const wrong = t('settingProblem.below', problem(t('setting.STAKE_MAX'), t('setting.STAKE_MIN')));
  await expect(page.getByText(wrong)).toBeVisible();
  await expect(page.getByRole('alert')).not.toHaveText(/STAKE|less than/);
});

/** The values of a problem of settings; what its message does not need is left empty. */
const problem = (setting: string, than: string) => ({
  setting,
  other: than,
  kind: '',
  limit: '',
  channel: '',
  field: '',
  level: '',
  than: '',
});
