import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFeed } from './feed.ts';
import { memberApp } from './member-app.ts';
import { withPhone, type Phone } from './phone.ts';
import { scanQr } from './qr.ts';
import { wrongOnScreen } from './screen-check.ts';
import { invite } from './screens/team-samples.ts';
import { asIfAnswered } from './screens/stage.ts';
import { openSite, type Site } from './site-under-test.ts';

describe('safer play and inviting at 375×812', () => {
  let site: Site;
  let feed: Awaited<ReturnType<typeof openFeed>>;
  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false' });
    feed = await openFeed(site.database);
  });
  afterAll(() => site?.close());

  const right = async ({ page }: Phone, screen: string): Promise<void> => {
    expect({ screen, wrong: await wrongOnScreen(page) }).toEqual({ screen, wrong: [] });
  };

  it('a limit holds a bet back, a time-out closes everything but withdrawing, and a reload changes nothing', () =>
    withPhone(site.browser, async (phone) => {
      const { page } = phone;
      const match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3 * 3_600_000));
      const app = await memberApp(page, 'en');
      const { t } = app;
      const dialog = page.getByRole('dialog');
      await page.goto(site.url);
      await app.register('paula');
      await page.getByText(app.money('1000.00'), { exact: true }).first().waitFor();
      await page.getByRole('button', { name: t('shell.net') }).click();
      await dialog.getByRole('row', { name: new RegExp(t('play.net.all')) }).waitFor();
      await right(phone, 'net position');
      await dialog.getByRole('link', { name: t('play.way.limits') }).click();

      const stakeLimits = page.getByRole('region', { name: t('play.limit.stake') });
      await stakeLimits.getByRole('button', { name: t('play.per.day') }).click();
      await dialog.getByRole('button', { name: '5', exact: true }).click();
      await dialog.getByRole('button', { name: t('play.setLimitTo', { amount: '5.00' }) }).click();
      await stakeLimits.getByRole('button', { name: /5\.00/ }).waitFor();
      await right(phone, 'limits');

      // Higher than that has to wait, and can be taken back.
      await stakeLimits.getByRole('button', { name: /5\.00/ }).click();
      for (const digit of ['8', '0']) await dialog.getByRole('button', { name: digit, exact: true }).click();
      await dialog.getByRole('button', { name: t('play.setLimitTo', { amount: '80.00' }) }).click();
      await dialog.getByRole('button', { name: t('play.keepLimit') }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('progressbar', { name: t('play.used') }).waitFor();

      await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${match.id}`);
      const slip = await app.pickScore({ home: 2, away: 1 });
      await app.placeBet(slip, '6');
      await slip.getByText(/stake limit/i).waitFor();
      await slip.getByRole('link', { name: t('play.limitsLink') }).click();

      await page.getByRole('button', { name: t('play.timeOut') }).click();
      await dialog.getByRole('radio', { name: t('play.length.24h') }).click();
      await dialog.getByRole('button', { name: t('play.next') }).click();
      await dialog.getByRole('button', { name: t('play.beginTimeOut') }).click();
      const banner = page.getByRole('complementary', { name: t('nav.play') });
      await banner.getByText(t('play.closedText')).waitFor();
      await right(phone, 'paused');

      await page.goto(`${site.url}/#/`);
      await page.reload();
      await banner.waitFor();
      const actions = page.getByRole('navigation', { name: t('cashier.actions') });
      await actions.getByRole('link', { name: t('nav.withdraw') }).waitFor();
      expect(await actions.getByRole('link', { name: t('nav.recharge') }).count()).toBe(0);
      const prices = page.locator('main section button[aria-pressed]');
      await prices.first().waitFor();
      expect(await prices.and(page.locator(':enabled')).count()).toBe(0);
      await page.goto(`${site.url}/#/pages/recharge/recharge`);
      await page.getByText(t('play.rechargeClosed')).waitFor();
      await banner.getByRole('link', { name: t('nav.withdraw') }).click();
      await page.getByRole('heading', { level: 1, name: t('nav.withdraw') }).waitFor();
    }));

  it('the QR code of an invitation is its link', () =>
    withPhone(site.browser, async (phone) => {
      const { page } = phone;
      const app = await memberApp(page, 'en');
      const { t } = app;
      const invitation = invite(site.url);
      await page.goto(site.url);
      await app.register('quirin');
      await page.getByRole('button', { name: t('shell.net') }).waitFor();
      await asIfAnswered(page, 'inviteInfo', invitation);
      await page.goto(`${site.url}/#/pages/invitationcode/invitationcode`);
      const code = page.getByRole('button', { name: t('team.qrLabel') });
      await code.waitFor();
      expect(await scanQr(code)).toBe(invitation.link);
      await right(phone, 'invitation');
    }));
});
