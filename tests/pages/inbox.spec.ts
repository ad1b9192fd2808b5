import type { Page } from '@playwright/test';
import { memberApi } from '../fixtures/member-api.ts';
import { memberApp } from '../fixtures/member-app.ts';
import { officeApi } from '../fixtures/office-api.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test } from '../fixtures/test.ts';

const screen = async (page: Page, name: string): Promise<void> => {
  expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
};
const notice = { title: 'The cup begins', body: 'All of it is on the list of matches.' };
const banner = { title: 'Eight days of cup', body: '' };
const letter = { title: 'About your question', body: 'We looked into it.' };

test('notices, banners and letters arrive while one looks, are read and deleted', async ({
  site,
  newMemberPhone,
}) => {
  const { page, app, api, session, faults } = await newMemberPhone();
  const { t } = app;
  const office = await officeApi(site.url, site.dataDir, 'host');
  const main = page.getByRole('main');
  const bell = (count: number) =>
    page.getByRole('link', {
      name: count === 0 ? t('nav.notify') : `${t('nav.notify')}, ${t('home.unread', { count })}`,
      exact: true,
    });

  await page.goto(site.url);
  const before = (await api.call('home', {})).unread;
  await expect(bell(before)).toBeVisible();
  await screen(page, 'home');

  // Published while home is open: the count and the notice ticker change without a reload.
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const published = await office.call('officeContentSave', {
    kind: 'notice',
    texts: { en: notice },
    link: '/pages/invest/invest',
  });
  await expect(bell(before + 1)).toBeVisible();
  await expect(main.getByRole('link', { name: notice.title })).toBeVisible();
  const shown = await office.call('officeContentSave', {
    kind: 'banner',
    texts: { en: banner },
    tone: 'pitch',
    link: '/pages/help/help',
  });

  // The line leads to the notice, which is read by that.
  await main.getByRole('link', { name: notice.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('nav.notify'), exact: true })).toBeVisible();
  const row = (title: string) => main.locator('[data-notice]').filter({ hasText: title });
  await expect(row(notice.title).getByText(notice.body)).toBeVisible();
  await expect.poll(async () => (await api.call('home', {})).unread).toBe(before);
  await screen(page, 'a notice');

  // A letter to this member alone arrives in the other box.
  await office.call('officeLetterSend', {
    key: `letter-${session.user.account}`,
    member: session.user.id,
    texts: { en: letter },
  });
  const boxes = page.getByRole('group', { name: t('inbox.boxes') });
  const letters = boxes.getByRole('radio', { name: t('inbox.letter') });
  await expect(letters.locator('..')).toHaveText(/\d/);
  await letters.click();
  await row(letter.title).getByRole('button').first().click();
  await expect(row(letter.title).getByText(letter.body)).toBeVisible();
  await screen(page, 'a letter');

  // Deleted once it is confirmed, and not before.
  const remove = row(letter.title).getByRole('button', { name: t('inbox.delete'), exact: true });
  await remove.click();
  const sheet = page.getByRole('dialog', { name: t('inbox.deleteTitle') });
  await expect(sheet.getByText(t('inbox.deleteText'))).toBeVisible();
  await screen(page, 'a letter to delete');
  await sheet.getByRole('button', { name: t('common.cancel') }).click();
  await expect(sheet).toBeHidden();
  await expect(row(letter.title)).toBeVisible();
  await remove.click();
  await sheet.getByRole('button', { name: t('inbox.delete'), exact: true }).click();
  await expect(row(letter.title)).toHaveCount(0);
  const kept = await api.call('noticeList', { box: 'letter', page: 1, limit: 20 });
  expect(kept.list.map(({ title }) => title)).not.toContain(letter.title);

  // All of a box: read, then deleted, until it is empty.
  await boxes.getByRole('radio', { name: t('inbox.system') }).click();
  const readAll = page.getByRole('button', { name: t('inbox.readAll') });
  await expect(readAll).toBeVisible();
  const { list } = await api.call('noticeList', { box: 'system' });
  if (list.some(({ read }) => !read)) await readAll.click();
  await page.getByRole('button', { name: t('inbox.deleteRead') }).click();
  await page
    .getByRole('dialog', { name: t('inbox.deleteReadTitle') })
    .getByRole('button', { name: t('inbox.delete'), exact: true })
    .click();
  await expect(main.getByText(t('inbox.noNotice'), { exact: true })).toBeVisible();
  await screen(page, 'no notice');

  // The banner leads to help.
  await page.getByRole('button', { name: t('common.back'), exact: true }).click();
  const banners = page.getByRole('region', { name: t('banner.label') });
  await expect(banners.getByText(banner.title)).toBeVisible();
  await screen(page, 'home with a banner');
  await banners.locator('li:not([inert])').filter({ hasText: banner.title }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: t('nav.help'), exact: true })).toBeVisible();
  expect(loads).toEqual([]);
  expect(faults).toEqual([]);
  for (const { id, version } of [published, shown]) {
    await office.call('officeContentDel', { id, seen: version });
  }
});

test('help is searched by a word of an answer, and leads to the pages of words', async ({
  site,
  newMemberPhone,
}) => {
  const { page, app, api, faults } = await newMemberPhone();
  const { t } = app;
  const main = page.getByRole('main');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await page.goto(`${site.url}/#/pages/help/help`);
  await expect(heading(t('nav.help'))).toBeVisible();
  const { list } = await api.call('helpList', { page: 1, limit: 100 });
  expect(list.length).toBeGreaterThan(0);
  const titles = main.locator('[data-help] summary');
  await expect(titles).toHaveCount(list.length);
  const wanted = (await titles.nth(1).innerText()).trim();
  await main.getByRole('searchbox').fill(wanted);
  await expect(main.locator('[data-help] mark').first()).toBeVisible();
  await expect(titles.filter({ hasText: wanted })).not.toHaveCount(0);
  await expect(titles).not.toHaveCount(list.length);
  await screen(page, 'help');
  await main.getByRole('searchbox').fill('zzzz');
  await expect(main.getByText(t('help.none'), { exact: true })).toBeVisible();

  await main.getByRole('link', { name: t('nav.companyprofile') }).click();
  await expect(heading(t('nav.companyprofile'))).toBeVisible();
  await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await screen(page, 'company profile');
  await page.goto(`${site.url}/#/pages/activity/activity`);
  await expect(main.getByText(t('activity.none'), { exact: true })).toBeVisible();
  await screen(page, 'no activity');
  expect(faults).toEqual([]);
});

test('the terms are accepted by a member who signed up without them', async ({ site, newMemberPhone }) => {
  const { page, app, api, faults } = await newMemberPhone();
  const { t } = app;
  const asked = page.getByRole('link', { name: t('home.terms') });
  await page.goto(site.url);
  await asked.click();
  await page.getByRole('button', { name: t('terms.accept') }).click();
  await expect(page.getByText(t('terms.accepted'), { exact: true })).toBeVisible();
  const { termsVersion } = (await api.call('systemConfig', {})).site;
  expect((await api.call('userInfo', {})).termsAccepted).toBe(termsVersion);
  await page.getByRole('button', { name: t('common.back'), exact: true }).click();
  await expect(asked).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('the terms are accepted by signing up on the page', async ({ site, phone, unique }) => {
  const { page, faults } = phone;
  const app = await memberApp(page, 'en');
  const { t } = app;
  await page.goto(site.url);
  const account = unique('nora');
  await app.register(account);
  await expect(page.getByText(app.money('1000.00'), { exact: true }).first()).toBeVisible();
  await page.goto(`${site.url}/#/pages/help/help`);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('nav.terms') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t('nav.terms'), exact: true })).toBeVisible();
  await expect(page.getByText(t('terms.accepted'), { exact: true })).toBeVisible();
  await screen(page, 'terms');
  const api = memberApi(site.url);
  await api.login(account);
  const { termsVersion } = (await api.call('systemConfig', {})).site;
  expect((await api.call('userInfo', {})).termsAccepted).toBe(termsVersion);
  expect(faults).toEqual([]);
});
