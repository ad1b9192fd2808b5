import { paths } from '@touchline/contract/paths';
import { SystemConfig } from '@touchline/contract/shapes/site';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

describe('what the specification shows', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ REPLAY_SPEED: '1' });
  });
  afterAll(() => site?.close());

  it('the codes of a link go along, an empty stake is refused in words, and the titles are there', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.goto(`${site.url}/?acode=agent-7#/pages/login/login`);
      const sent = page.waitForRequest((request) => request.url().endsWith(paths.register[1]));
      await app.register('vera');
      expect((await sent).postDataJSON()).toMatchObject({ agentCode: 'agent-7' });

      const price = page.locator('main section button[aria-pressed]').first();
      await price.waitFor();
      await price.click();
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      await slip.getByRole('button', { name: t('slip.enter') }).click();
      await page.getByText('Betting amount cannot be empty').first().waitFor();
      await page.keyboard.press('Escape');

      for (const [path, title] of [
        ['/pages/information/information', 'Information'],
        ['/pages/information/editinfo', 'User information'],
        ['/pages/information/bank', 'Wallet list'],
        ['/pages/information/levels', 'Membership level'],
        ['/pages/invest/eventrecord', 'Event record'],
        ['/pages/lang/lang', 'Language setting'],
      ] as const) {
        await page.goto(`${site.url}/#${path}`);
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
        expect(await wrongOnScreen(page)).toEqual([]);
      }

      await page.goto(`${site.url}/#/pages/help/help`);
      await page.getByRole('link', { name: /Help centre/ }).waitFor();
    }));

  it('the flags of the country table are images', async () => {
    const answer: unknown = await (await fetch(`${site.url}${paths.systemConfig[1]}`)).json();
    const { countries } = Value.Parse(Type.Object({ data: SystemConfig }), answer).data.site;
    expect(countries.length).toBeGreaterThan(200);
    const answers = await Promise.all(countries.map(({ flag }) => fetch(`${site.url}${flag}`)));
    expect(
      answers.filter(({ ok, headers }) => !ok || headers.get('content-type') !== 'image/svg+xml'),
    ).toEqual([]);
  });

  it('the controls of a video hide while it plays and come back with a move', () =>
    withPhone(site.browser, async ({ page }) => {
      const now = new Date().toISOString();
      const activity = {
        id: 'a1',
        title: 'Final',
        body: 'x',
        video: 'https://video.example/a.mp4',
        from: now,
      };
      await page.route(`**${paths.activityList[1]}*`, (route) =>
        route.fulfill({
          json: { code: 1, msg: '', data: { list: [activity], total: 1, page: 1, limit: 100 } },
        }),
      );
      await page.goto(`${site.url}/#/pages/activity/activity`);
      const video = page.locator('video');
      await video.waitFor();
      expect(await video.getAttribute('controls')).not.toBeNull();
      // A placeholder for a video: the page's policy loads no video from an unknown host.
      await video.evaluate((element) => {
        Object.defineProperty(element, 'paused', { value: false });
        element.dispatchEvent(new Event('play'));
      });
      await page.locator('video:not([controls])').waitFor();
      await video.dispatchEvent('pointermove');
      await page.locator('video[controls]').waitFor();
      await page.locator('video:not([controls])').waitFor();
    }));
});
