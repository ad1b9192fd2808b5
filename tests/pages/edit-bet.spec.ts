import { formatAmount, parseAmount } from '@touchline/money/amount';
import { placeBet } from '../fixtures/feed.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test } from '../fixtures/test.ts';

const minor = (text = ''): bigint => parseAmount(text, 2) ?? -1n;

test('an open bet is edited: sold and replaced in one step, with both prices before and both receipts after', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const { page, app, api, faults } = await newMemberPhone();
  const old = await placeBet(api, await newMatch());
  const { t } = app;
  const { offer } = await api.call('cashOutQuote', { bet: old.id });

  await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
  const record = page.getByRole('article').first();
  await record.getByRole('button', { expanded: false }).first().click();
  await record.getByRole('button', { name: t('slip.edit.open') }).click();
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  const edit = slip.getByRole('region', { name: t('slip.edit.open') });
  // The old bet's value, and what comes back of it after the stake that it had.
  await expect(edit.getByText(app.money(offer), { exact: true })).toBeVisible();
  const differenceAt = (stake: bigint): string => {
    const more = stake - minor(offer);
    return app.money(formatAmount(more < 0n ? -more : more, 2));
  };
  await expect(edit.getByText(differenceAt(1_000n), { exact: true })).toBeVisible();

  for (const key of ['Backspace', 'Backspace', '2', '5']) await page.keyboard.press(key);
  await expect(edit.getByText(t('slip.edit.pays'))).toBeVisible();
  await expect(edit.getByText(differenceAt(2_500n), { exact: true })).toBeVisible();
  expect(await wrongOnScreen(page)).toEqual([]);
  await slip.getByRole('button', { name: t('slip.edit.replace') }).click();

  // The receipt says that the bet was changed, and shows the new one before the old one.
  const done = page.getByRole('dialog', { name: t('slip.edit.done') });
  await expect(done.getByText(t('slip.edit.done'), { exact: true }).last()).toBeVisible();
  await expect(done.getByRole('heading', { level: 3 })).toHaveText([t('slip.edit.new'), t('slip.edit.old')]);
  await expect(done.getByText(t('slip.placed'))).toHaveCount(0);
  await expect(done.getByText(t('record.cashedOut'))).toBeVisible();
  await expect(done.getByText(app.money(offer), { exact: true })).toBeVisible();
  await expect(done.getByText(app.money('25.00'), { exact: true })).toBeVisible();

  const { list } = await api.call('orderList', {});
  expect(list).toHaveLength(2);
  const [placed, sold] = list;
  expect(placed).toMatchObject({ state: 'waiting', stake: '25.00', odds: old.odds });
  expect(sold).toMatchObject({ id: old.id, cashOut: offer });
  const { balance } = await api.call('userInfo', {});
  expect(minor(balance)).toBe(100_000n - 1_000n + minor(offer) - 2_500n);
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});
