import { memberApp } from '../fixtures/member-app.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, profiles, test } from '../fixtures/test.ts';

test.use({ settings: { ...profiles.announced, PUBLIC_PAGES: 'false' } });

const someId = '0197a000-0000-7000-8000-000000000001';
const closed = [
  'invest/invest',
  'invest/eventsinfo',
  'search/search',
  'rules/rules',
  'house/house',
  'activity/activity',
  'teamrules/teamrules',
];

test('a site that keeps its pages from visitors leads them to the sign-in, and links to none of the pages', async ({
  site,
  newMemberPhone,
  newPhone,
  phone: { page },
}) => {
  const { t } = await memberApp(page, 'en');
  const links = () =>
    page.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const expectNoWay = async () => {
    const found = await links();
    expect(found.filter((href) => closed.some((path) => href.includes(`/pages/${path}`)))).toEqual([]);
    expect(await wrongOnScreen(page)).toEqual([]);
  };

  await test.step('a first visit learns it from the site, and comes back after the sign-in', async () => {
    await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${someId}`);
    await expect(page.getByRole('heading', { level: 1, name: t('nav.login') })).toBeVisible();
    await expect(page).toHaveURL(/to=%2Fpages%2Finvest%2Feventsinfo/);
    await expectNoWay();
    await expect(page.getByRole('article')).toHaveCount(0);
  });

  await test.step('later visits know it at once', async () => {
    const refused: string[] = [];
    page.on('request', (request) => {
      if (
        /\/(eventList|eventDetail|search|rules|housePage|activityList|teamRules|visitorTicket)$/.test(
          request.url(),
        )
      )
        refused.push(request.url());
    });
    for (const path of closed) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other in one window
      await page.goto(`${site.url}/#/pages/${path}`);
      // oxlint-disable-next-line no-await-in-loop
      await expect(page).toHaveURL(/login\/login/);
    }
    expect(refused).toEqual([]);
  });

  await test.step('help, terms and who runs the site stay open', async () => {
    for (const [path, name] of [
      ['help/help', t('nav.help')],
      ['terms/terms', t('nav.terms')],
      ['companyprofile/companyprofile', t('nav.companyprofile')],
      ['login/signup', t('nav.signup')],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other in one window
      await page.goto(`${site.url}/#/pages/${path}`);
      // oxlint-disable-next-line no-await-in-loop
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      // oxlint-disable-next-line no-await-in-loop
      await expectNoWay();
    }
  });

  await test.step('a first visit to the help asks for questions before it knows, and shows no failure', async () => {
    const { page: first } = await newPhone();
    const refusal = first.waitForResponse(/\/helpList\?/);
    await first.route('**/systemConfig', async (route) => {
      await refusal;
      await route.continue();
    });
    await first.goto(`${site.url}/#/pages/help/help`);
    await refusal;
    await expect(first.getByRole('link', { name: t('nav.rules') })).toHaveCount(0);
    await expect(first.getByRole('button', { name: t('common.retry') })).toHaveCount(0);
  });

  const member = await newMemberPhone();
  await member.page.goto(`${site.url}/#/pages/invest/invest`);
  await expect(member.page.getByRole('heading', { level: 1, name: t('nav.invest') })).toBeVisible();
});
