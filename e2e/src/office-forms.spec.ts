import { expect, test } from './test.ts';

test('a form names what it still needs, and what is wrong before it is collected', async ({
  site,
  newMember,
  newOperatorWindow,
}) => {
  const { account } = await newMember();
  const { page, t, faults } = await newOperatorWindow(site, 'host');
  await test.step('a correction without a member', async () => {
    await page.goto(`${site.url}/office/#/corrections?member=-&id=new`);
    await expect(page.getByText(t('bar.member'), { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: t('correction.propose') })).toBeDisabled();
  });
  await test.step('a setting that is no number', async () => {
    await page.goto(`${site.url}/office/#/settings?member=setting&id=STAKE_MAX`);
    const panel = page.getByRole('region', { name: t('setting.STAKE_MAX') });
    const field = panel.getByLabel(t('settings.edit'));
    await expect(panel.getByText(t('content.barSame'), { exact: true })).toBeVisible();
    await field.fill('abc');
    await panel.getByRole('button', { name: t('settings.collect') }).click();
    const wrong = panel.getByRole('alert');
    await expect(wrong).toContainText(t('setting.STAKE_MAX'));
    await expect(page.getByText(t('settings.inDraft'))).toHaveCount(0);
    await field.fill('900.00');
    await expect(wrong).toHaveCount(0);
    await panel.getByRole('button', { name: t('settings.collect') }).click();
    await expect(page.getByText(t('settings.inDraft'))).toBeVisible();
  });
  await test.step('a change that is left', async () => {
    await page.getByRole('link', { name: t('place.letters') }).click();
    const asks = page.getByRole('dialog', { name: t('content.unsaved') });
    await asks.getByRole('button', { name: t('content.leave') }).click();
  });
  await test.step('a letter that is left', async () => {
    await page.getByLabel(t('letter.title')).fill('Good news');
    await page.getByRole('link', { name: t('place.settings') }).click();
    const asks = page.getByRole('dialog', { name: t('content.unsaved') });
    await asks.getByRole('button', { name: t('content.stay') }).click();
    await expect(page.getByLabel(t('letter.title'))).toHaveValue('Good news');
  });
  await test.step('a field that the server refuses', async () => {
    await page.route('**/adjustmentAdd', (route) =>
      route.fulfill({
        json: {
          code: 0,
          msg: 'Wrong format',
          data: { reason: 'validation', fields: { amount: 'Wrong format' } },
        },
      }),
    );
    await page.getByLabel(t('letter.title')).fill('');
    await page.goto(`${site.url}/office/#/corrections?member=-&id=new`);
    const form = page.getByRole('region', { name: t('correction.new') });
    await form.getByLabel(t('column.member')).fill(account);
    await form.getByRole('button', { name: account }).click();
    await form.getByLabel(t('column.amount', { currency: 'PLAY' })).fill('1');
    await form.getByLabel(t('decision.reason')).fill('Paid twice by mistake');
    await form.getByRole('button', { name: t('correction.propose') }).click();
    await expect(form.getByRole('alert')).toHaveText(`${t('field.amount')}: Wrong format`);
  });
  expect(faults).toEqual([]);
});
