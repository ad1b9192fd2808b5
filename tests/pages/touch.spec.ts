import { readFile } from 'node:fs/promises';
import { keepMessages, stopTime } from '../fixtures/phone.ts';
import { textOfPng } from '../fixtures/qr.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { asIfAnswered, settle } from '../screens/stage.ts';
import { expect, profiles, test } from '../fixtures/test.ts';

test.use({ settings: profiles.replay });

test('a finger that rests on a QR code opens what can be done with it; one that slips or taps does not', async ({
  site,
  newMemberPhone,
}) => {
  const {
    page,
    app: { t },
  } = await newMemberPhone();
  await page.clock.install();
  await page.goto(site.url);
  await page.getByRole('link', { name: t('home.go.invite'), exact: true }).click();
  const code = page.getByRole('button', { name: t('team.qrLabel') });
  await expect(code).toBeVisible();
  await settle(page);
  const sheet = page.getByRole('dialog', { name: t('image.actions') });
  const box = await code.boundingBox();
  if (box === null) throw new Error('the code is not on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await stopTime(page);

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.clock.runFor(150);
  await page.mouse.up();
  await page.mouse.down();
  await page.mouse.move(x + 14, y);
  await page.clock.runFor(500);
  await page.mouse.up();
  await expect(sheet).toHaveCount(0);

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 6, y + 6);
  await page.clock.runFor(400);
  await page.clock.resume();
  await expect(sheet).toBeVisible();
  await page.mouse.up();
  expect(await wrongOnScreen(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: t('image.save') }).click(),
  ]);
  const text = await textOfPng(page, await readFile(await download.path()));
  expect(text).toContain('icode=');
  await expect(sheet).toBeHidden();

  // The keyboard gets there as well.
  await code.focus();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
});

test('a leg that was removed from the slip can be put back', async ({ site, newMatch, newMemberPhone }) => {
  const [first, second] = [await newMatch({ isNext: true }), await newMatch({ isNext: true })];
  const {
    page,
    app: { t },
  } = await newMemberPhone();
  await keepMessages(page);
  await page.goto(site.url);
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  const priceOf = ({ home }: { home: string }) =>
    page.getByRole('article').filter({ hasText: home }).locator('button[aria-pressed]').first();
  await priceOf(first).click();
  await expect(slip).toBeVisible();
  await page.keyboard.press('Escape');
  await priceOf(second).click();
  await page.getByRole('button', { name: new RegExp(`^${t('slip.open')}`) }).click();
  const legs = slip.getByRole('list', { name: t('slip.selections') }).getByRole('listitem');
  await expect(legs).toHaveCount(2);

  await legs
    .last()
    .getByRole('button', { name: /^Remove / })
    .click();
  await expect(legs).toHaveCount(0);
  await page.getByRole('button', { name: t('common.undo') }).click();
  await expect(legs).toHaveCount(2);
  await expect(legs.last()).toContainText(second.home);
});

test('a favourite that was removed can be put back', async ({ site, newMemberPhone }) => {
  const {
    page,
    app: { t },
  } = await newMemberPhone();
  await keepMessages(page);
  await page.goto(`${site.url}/#/pages/invest/invest`);
  await page
    .getByRole('article')
    .first()
    .getByRole('link')
    .click({ position: { x: 120, y: 20 } });
  await page.getByRole('button', { name: t('event.favour'), exact: true }).click();
  const unfavour = page.getByRole('button', { name: t('event.unfavour'), exact: true });
  await expect(unfavour).toBeVisible();
  await unfavour.click();
  await page.getByRole('button', { name: t('common.undo') }).click();
  await expect(unfavour).toBeVisible();
});

test('a star offers messages only where the site can send any', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const {
    page,
    app: { t },
  } = await newMemberPhone();
  const sheet = page.getByRole('dialog', { name: t('invest.favourites') });
  const openSheet = async (): Promise<void> => {
    // Each time of another match, which has no star yet.
    const { id } = await newMatch();
    await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${id}`);
    await page.getByRole('button', { name: t('event.favour'), exact: true }).click();
    await page.getByRole('button', { name: t('event.favourMore') }).click();
    await expect(sheet.getByRole('switch')).toHaveCount(4);
  };
  await openSheet();
  await expect(sheet.getByText(t('event.favourFirst'), { exact: true })).toBeVisible();
  await expect(sheet.getByRole('link', { name: t('event.alerts') })).toHaveCount(0);
  await sheet.getByRole('switch').first().click();

  await asIfAnswered(page, 'pushInfo', { publicKey: 'BKey', devices: 0 });
  await page.reload();
  await openSheet();
  await expect(sheet.getByText(t('event.favourText'))).toBeVisible();
  await sheet.getByRole('link', { name: t('event.alerts') }).click();
  await expect(page.getByText(t('push.title'))).toBeVisible();
  expect(await wrongOnScreen(page)).toEqual([]);
});
