import { limits } from '@touchline/contract/limits';
import { paths } from '@touchline/contract/paths';
import { SystemConfig } from '@touchline/contract/shapes/site';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { memberApp } from '../fixtures/member-app.ts';
import { keepMessages, stopTime } from '../fixtures/phone.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, profiles, test } from '../fixtures/test.ts';

test.use({ settings: profiles.replay });

test('the agent code of a link is sent with the sign-up', async ({ site, phone: { page }, unique }) => {
  const app = await memberApp(page, 'en');
  await page.goto(`${site.url}/?acode=agent-7#/pages/login/login`);
  const sent = page.waitForRequest((request) => request.url().endsWith(paths.register[1]));
  await app.register(unique('vera'));
  expect((await sent).postDataJSON()).toMatchObject({ agentCode: 'agent-7' });
});

test('an empty stake is refused in words, and the titles are there', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const { id } = await newMatch();
  const {
    page,
    app: { t },
  } = await newMemberPhone();
  await keepMessages(page);
  await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${id}`);
  await page.locator('main section button[aria-pressed]').first().click();
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  await slip.getByRole('button', { name: t('slip.enter') }).click();
  await expect(page.getByText('Betting amount cannot be empty').first()).toBeVisible();
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
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
  }

  await page.goto(`${site.url}/#/pages/help/help`);
  // Without a contact the help says so, and is none.
  await expect(page.getByText('Help centre', { exact: true })).toBeVisible();
  await expect(page.getByText('this site names no one to write to')).toBeVisible();
  await expect(page.getByText('Open now')).toHaveCount(0);
});

test('a page that does not come has a sign at once, the reason after a minute, and comes after a tap', async ({
  site,
  phone: { page },
}) => {
  const { t } = await memberApp(page, 'en');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await page.clock.install();
  await page.goto(`${site.url}/#/pages/lang/lang`);
  await expect(heading(t('nav.lang'))).toBeVisible();
  const code = /\/assets\/rules-[^/]+\.js$/;
  await page.route(code, () => undefined);
  await page.evaluate("void (location.hash = '#/pages/rules/rules')");
  await page.clock.runFor(limits.loadingDelayMs);
  await expect(page.getByText(t('common.loading'), { exact: true })).toBeAttached();
  await page.clock.runFor(limits.requestTimeoutMs);
  await expect(page.getByRole('alert')).toHaveText(
    'The connection timed out, click the screen to try again.',
  );
  await page.unroute(code);
  await page.getByRole('alert').click();
  await expect(heading(t('nav.rules'))).toBeVisible();
});

test('the flags of the country table are images', async ({ site }) => {
  const answer: unknown = await (await fetch(`${site.url}${paths.systemConfig[1]}`)).json();
  const { countries } = Value.Parse(Type.Object({ data: SystemConfig }), answer).data.site;
  expect(countries.length).toBeGreaterThan(200);
  const answers = await Promise.all(countries.map(({ flag }) => fetch(`${site.url}${flag}`)));
  expect(answers.filter(({ ok, headers }) => !ok || headers.get('content-type') !== 'image/svg+xml')).toEqual(
    [],
  );
});

test('the controls of a video hide while it plays and come back with a move', async ({
  site,
  phone: { page },
}) => {
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
  await page.clock.install();
  await page.goto(`${site.url}/#/pages/activity/activity`);
  const video = page.locator('video');
  await expect(video).toHaveAttribute('controls');
  await stopTime(page);
  // A placeholder for a video: the page's policy loads no video from an unknown host.
  await video.evaluate((element) => {
    Object.defineProperty(element, 'paused', { value: false });
    element.dispatchEvent(new Event('play'));
  });
  await page.clock.runFor(limits.videoControlsMs);
  await expect(video).not.toHaveAttribute('controls');
  await video.dispatchEvent('pointermove');
  await expect(video).toHaveAttribute('controls');
  await page.clock.runFor(limits.videoControlsMs);
  await expect(video).not.toHaveAttribute('controls');
});
