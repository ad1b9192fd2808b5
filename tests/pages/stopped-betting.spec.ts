import { officeApi } from '../fixtures/office-api.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test } from '../fixtures/test.ts';

test('while all betting is stopped every page says so, and the slip says why it has no price', async ({
  site,
  newMatch,
  newMemberPhone,
  newPhone,
}) => {
  const match = await newMatch();
  const trader = await officeApi(site.url, site.dataDir, 'trader1');
  const { page, app } = await newMemberPhone();
  const { t } = app;
  const address = `${site.url}/#/pages/invest/eventsinfo?id=${match.id}`;
  const note = page.getByRole('complementary').filter({ hasText: t('betting.stoppedText') });
  await page.goto(address);
  await page.locator('main section button[aria-pressed]').first().click();
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  await expect(slip).toBeVisible();
  await expect(note).toBeHidden();

  const stop = await trader.call('officeSuspend', { reason: 'The feed is compromised' });
  await test.step('a page that is open hears it from the stream', async () => {
    await expect(slip.getByText(t('slip.allStopped'))).toBeVisible();
    await slip.getByRole('button', { name: t('common.close') }).click();
    await expect(note.getByText(t('betting.stopped'), { exact: true })).toBeVisible();
    // What traders write is for the house alone.
    await expect(page.getByText('The feed is compromised')).toHaveCount(0);
    expect(await wrongOnScreen(page)).toEqual([]);
  });

  const visitor = await newPhone();
  const shown = visitor.page.getByRole('complementary').filter({ hasText: t('betting.stoppedText') });
  await test.step('a page that opens later reads it, a visitor’s too', async () => {
    await visitor.page.goto(address);
    await expect(shown).toBeVisible();
  });

  await trader.call('officeOpen', { stop: stop.id, reason: 'The feed is fine again' });
  await expect(note).toBeHidden();
  await expect(shown).toBeHidden();
  await page.goto(`${site.url}/#/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(note).toBeHidden();
});
