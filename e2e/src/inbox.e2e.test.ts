import type { Lan } from '@touchline/locales/locales';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberApi } from './member-api.ts';
import { memberApp } from './member-app.ts';
import { officeApi } from './office-api.ts';
import { withPhone, type Phone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

const stories: { lan: Lan; account: string; notice: string; banner: string; letter: string }[] = [
  {
    lan: 'en',
    account: 'nora',
    notice: 'The cup begins',
    banner: 'Eight days of cup',
    letter: 'About your question',
  },
  {
    lan: 'ar',
    account: 'nadim',
    notice: 'انطلاق الكأس',
    banner: 'ثمانية أيام من الكأس',
    letter: 'بخصوص سؤالك',
  },
];

/** The words of a text; the language of last resort must be among them. */
const textsIn = (lan: Lan, title: string, body: string) => ({
  en: { title, body },
  [lan]: { title, body },
});

describe('what the house says, at 375×812', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', OFFICE_DEMO: 'true' });
  });
  afterAll(() => site?.close());

  const tell = async (story: (typeof stories)[number], { page, faults }: Phone) => {
    const { lan, account } = story;
    const app = await memberApp(page, lan);
    const { t } = app;
    const api = memberApi(site.url);
    const office = await officeApi(site.url, site.dataDir, 'host');
    const main = page.getByRole('main');
    const screen = async (name: string) => {
      expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
    };
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const back = () => page.getByRole('button', { name: t('common.back'), exact: true }).click();
    const bell = (count: number) =>
      page.getByRole('link', {
        name: count === 0 ? t('nav.notify') : `${t('nav.notify')}, ${t('home.unread', { count })}`,
        exact: true,
      });

    await page.goto(site.url);
    await app.chooseLanguage();
    await back();
    await app.register(account);
    await page.getByText(app.money('1000.00'), { exact: true }).waitFor();
    const { user } = await api.login(account);
    const before = (await api.call('home', {})).unread;
    await bell(before).waitFor();
    await screen('home');

    // Published while home is open: the count and the notice ticker change without a reload.
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    await office.call('officeContentSave', {
      kind: 'notice',
      texts: textsIn(lan, story.notice, 'All of it is on the list of matches.'),
      link: '/pages/invest/invest',
    });
    await bell(before + 1).waitFor();
    await main.getByRole('link', { name: story.notice }).waitFor();
    await office.call('officeContentSave', {
      kind: 'banner',
      texts: textsIn(lan, story.banner, ''),
      tone: 'pitch',
      link: '/pages/help/help',
    });

    // The line leads to the notice, which is read by that.
    await main.getByRole('link', { name: story.notice }).click();
    await heading(t('nav.notify'));
    const row = (title: string) => main.locator('[data-notice]').filter({ hasText: title });
    await row(story.notice).getByText('All of it is on the list of matches.').waitFor();
    await expect.poll(async () => (await api.call('home', {})).unread).toBe(before);
    await screen('a notice');

    // A letter to this member alone arrives in the other box meanwhile.
    await office.call('officeLetterSend', {
      key: `letter-${account}`,
      member: user.id,
      texts: textsIn(lan, story.letter, 'We looked into it.'),
    });
    const boxes = page.getByRole('group', { name: t('inbox.boxes') });
    await expect
      .poll(async () =>
        boxes
          .getByRole('radio', { name: t('inbox.letter') })
          .locator('..')
          .innerText(),
      )
      .toMatch(/\d/);
    await boxes.getByRole('radio', { name: t('inbox.letter') }).click();
    await row(story.letter).getByRole('button').first().click();
    await row(story.letter).getByText('We looked into it.').waitFor();
    await screen('a letter');

    // Deleted once it is confirmed, and not before.
    await row(story.letter)
      .getByRole('button', { name: t('inbox.delete'), exact: true })
      .click();
    const sheet = page.getByRole('dialog', { name: t('inbox.deleteTitle') });
    await sheet.getByText(t('inbox.deleteText')).waitFor();
    await screen('a letter to delete');
    await sheet.getByRole('button', { name: t('common.cancel') }).click();
    await sheet.waitFor({ state: 'hidden' });
    await row(story.letter).waitFor();
    await row(story.letter)
      .getByRole('button', { name: t('inbox.delete'), exact: true })
      .click();
    await sheet.getByRole('button', { name: t('inbox.delete'), exact: true }).click();
    await row(story.letter).waitFor({ state: 'detached' });
    const letters = await api.call('noticeList', { box: 'letter', page: 1, limit: 20 });
    expect(letters.list.map(({ title }) => title)).not.toContain(story.letter);

    // All of a box: read, then deleted, until it says that it is empty.
    await boxes.getByRole('radio', { name: t('inbox.system') }).click();
    const readAll = page.getByRole('button', { name: t('inbox.readAll') });
    await readAll.waitFor();
    if (await readAll.isEnabled()) await readAll.click();
    await page.getByRole('button', { name: t('inbox.deleteRead') }).click();
    await page
      .getByRole('dialog', { name: t('inbox.deleteReadTitle') })
      .getByRole('button', { name: t('inbox.delete'), exact: true })
      .click();
    await main.getByText(t('inbox.noNotice'), { exact: true }).waitFor();
    await screen('no notice');

    // The banner leads to help.
    await back();
    const banners = page.getByRole('region', { name: t('banner.label') });
    await banners.getByText(story.banner).waitFor();
    await screen('home with a banner');
    const dots = banners.getByRole('button', { name: /\d/ });
    for (let at = 0; at < (await dots.count()); at += 1) {
      await dots.nth(at).click();
      if (await banners.locator('li:not([inert])').getByText(story.banner).isVisible()) break;
    }
    await banners.locator('li:not([inert])').getByRole('link').click();
    await heading(t('nav.help'));

    // Help: an answer is found by a word of it.
    const { list } = await api.call('helpList', { page: 1, limit: 100 });
    expect(list.length).toBeGreaterThan(0);
    const titles = main.locator('[data-help] summary');
    await titles.first().waitFor();
    const wanted = (await titles.nth(1).innerText()).trim();
    await main.getByRole('searchbox').fill(wanted);
    await main.locator('[data-help] mark').first().waitFor();
    await expect.poll(async () => titles.count()).toBeLessThan(list.length);
    expect((await titles.allInnerTexts()).map((text) => text.trim())).toContain(wanted);
    await screen('help');
    await main.getByRole('searchbox').fill('zzzz');
    await main.getByText(t('help.none'), { exact: true }).waitFor();

    // The pages of words.
    await main.getByRole('link', { name: t('nav.companyprofile') }).click();
    await heading(t('nav.companyprofile'));
    await main.getByRole('heading', { level: 2 }).first().waitFor();
    await screen('company profile');
    await back();
    await heading(t('nav.help'));
    await main.getByRole('link', { name: t('nav.terms') }).click();
    await heading(t('nav.terms'));
    // Accepted by signing up.
    await main.getByText(t('terms.accepted'), { exact: true }).waitFor();
    await screen('terms');
    expect((await api.call('userInfo', {})).termsAccepted).toBe(
      (await api.call('systemConfig', {})).site.termsVersion,
    );
    await page.goto(`${site.url}/#/pages/activity/activity`);
    await main.getByText(t('activity.none'), { exact: true }).waitFor();
    await screen('no activity');
    expect(loads).toEqual([]);
    expect(faults).toEqual([]);
  };

  it.for(stories)('arrives while one looks, is read, searched and deleted, in "$lan"', (story) =>
    withPhone(site.browser, (phone) => tell(story, phone)),
  );

  it('is accepted by a member who signed up without it', () =>
    withPhone(site.browser, async ({ page, faults }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      const api = memberApi(site.url);
      await api.register('olga');
      await page.goto(site.url);
      await page.getByLabel(t('login.account')).fill('olga');
      await page.getByLabel(t('form.password'), { exact: true }).fill('stone-74-hill');
      await page.getByRole('button', { name: t('login.submit') }).click();
      await page.getByRole('link', { name: t('home.terms') }).click();
      await page.getByRole('button', { name: t('terms.accept') }).click();
      await page.getByText(t('terms.accepted'), { exact: true }).waitFor();
      const { termsVersion } = (await api.call('systemConfig', {})).site;
      expect((await api.call('userInfo', {})).termsAccepted).toBe(termsVersion);
      await page.getByRole('button', { name: t('common.back'), exact: true }).click();
      await page.getByRole('link', { name: t('home.terms') }).waitFor({ state: 'detached' });
      expect(faults).toEqual([]);
    }));
});
