import { formatAmount, parseAmount } from '@touchline/money/amount';
import { placeBet } from '../fixtures/feed.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test } from '../fixtures/test.ts';

test('a sale in play shows that it waits, what it pays at least, and that it was made', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const { page, app, api, faults } = await newMemberPhone();
  const bet = await placeBet(api, await newMatch());
  const { t } = app;
  // The quote is that of a match in play, and the sale waits until the test lets it through.
  await page.route('**/cashOutQuote', async (route) => {
    const answer = await route.fetch();
    const body: { data: object } = await answer.json();
    await route.fulfill({ json: { ...body, data: { ...body.data, waitMs: 3_600_000 } } });
  });
  const isOver = Promise.withResolvers<undefined>();
  let sent: unknown;
  await page.route('**/cashOut', async (route) => {
    sent = route.request().postDataJSON();
    await isOver.promise;
    await route.continue();
  });

  await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
  const record = page.getByRole('article').first();
  const { offer } = await api.call('cashOutQuote', { bet: bet.id });
  const least = formatAmount(((parseAmount(offer, 2) ?? 0n) * 95n) / 100n, 2);
  await record.getByRole('button', { name: t('cashOut.title') }).click();
  const sheet = page.getByRole('dialog', { name: t('cashOut.title') });
  await expect(sheet.getByText(t('cashOut.wait', { amount: app.money(least) }))).toBeVisible();
  expect(await wrongOnScreen(page)).toEqual([]);
  await sheet.getByRole('button', { name: t('cashOut.confirm', { amount: app.money(offer) }) }).click();
  // It counts down and takes no taps.
  const [word = ''] = t('slip.waiting', { seconds: 3 }).split('3');
  const waiting = sheet.getByRole('button', { name: word });
  await expect(waiting).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => sent).toMatchObject({ bet: bet.id, least });

  isOver.resolve(undefined);
  await expect(waiting).toBeHidden();
  await expect
    .poll(async () => (await api.call('orderList', {})).list[0])
    .toMatchObject({ id: bet.id, cashOut: offer });
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});
