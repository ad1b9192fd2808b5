import type { Page } from '@playwright/test';
import { scanQr } from '../fixtures/qr.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { invite } from '../screens/samples/team.ts';
import { asIfAnswered } from '../screens/stage.ts';
import { expect, test } from '../fixtures/test.ts';

const right = async (page: Page, screen: string): Promise<void> => {
  expect({ screen, wrong: await wrongOnScreen(page) }).toEqual({ screen, wrong: [] });
};

test('a limit holds a bet back, a time-out closes everything but withdrawing, and a reload changes nothing', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const match = await newMatch();
  const { page, app } = await newMemberPhone();
  const { t } = app;
  const dialog = page.getByRole('dialog');
  await page.goto(site.url);
  await page.getByRole('button', { name: t('shell.net') }).click();
  await expect(dialog.getByRole('row', { name: new RegExp(t('play.net.all')) })).toBeVisible();
  await right(page, 'net position');
  await dialog.getByRole('link', { name: t('play.way.limits') }).click();

  const stakeLimits = page.getByRole('region', { name: t('play.limit.stake') });
  await stakeLimits.getByRole('button', { name: t('play.per.day') }).click();
  await dialog.getByRole('button', { name: '5', exact: true }).click();
  await dialog.getByRole('button', { name: t('play.setLimitTo', { amount: '5.00' }) }).click();
  await expect(stakeLimits.getByRole('button', { name: /5\.00/ })).toBeVisible();
  await right(page, 'limits');

  // Higher than that has to wait, and can be taken back.
  await stakeLimits.getByRole('button', { name: /5\.00/ }).click();
  for (const digit of ['8', '0']) await dialog.getByRole('button', { name: digit, exact: true }).click();
  await dialog.getByRole('button', { name: t('play.setLimitTo', { amount: '80.00' }) }).click();
  await dialog.getByRole('button', { name: t('play.keepLimit') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('progressbar', { name: t('play.used') })).toBeVisible();

  await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${match.id}`);
  const slip = await app.pickScore({ home: 2, away: 1 });
  await app.placeBet(slip, '6');
  await expect(slip.getByText(/stake limit/i)).toBeVisible();
  await slip.getByRole('link', { name: t('play.limitsLink') }).click();

  await page.getByRole('button', { name: t('play.timeOut') }).click();
  await dialog.getByRole('radio', { name: t('play.length.24h') }).click();
  await dialog.getByRole('button', { name: t('play.next') }).click();
  await dialog.getByRole('button', { name: t('play.beginTimeOut') }).click();
  const banner = page.getByRole('complementary', { name: t('nav.play') });
  await expect(banner.getByText(t('play.closedText'))).toBeVisible();
  await right(page, 'paused');

  await page.goto(`${site.url}/#/`);
  await page.reload();
  await expect(banner).toBeVisible();
  const actions = page.getByRole('navigation', { name: t('cashier.actions') });
  await expect(actions.getByRole('link', { name: t('nav.withdraw') })).toBeVisible();
  await expect(actions.getByRole('link', { name: t('nav.recharge') })).toHaveCount(0);
  const prices = page.locator('main section button[aria-pressed]');
  await expect(prices.first()).toBeVisible();
  await expect(prices.and(page.locator(':enabled'))).toHaveCount(0);
  await page.goto(`${site.url}/#/pages/recharge/recharge`);
  await expect(page.getByText(t('play.rechargeClosed'))).toBeVisible();
  await banner.getByRole('link', { name: t('nav.withdraw') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('nav.withdraw') })).toBeVisible();
});

test('the QR code of an invitation is its link', async ({ site, newMemberPhone }) => {
  const { page, app } = await newMemberPhone();
  const invitation = invite(site.url);
  await asIfAnswered(page, 'inviteInfo', invitation);
  await page.goto(`${site.url}/#/pages/invitationcode/invitationcode`);
  const code = page.getByRole('button', { name: app.t('team.qrLabel') });
  await expect(code).toBeVisible();
  expect(await scanQr(code)).toBe(invitation.link);
  await right(page, 'invitation');
});
