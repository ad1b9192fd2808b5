import { limits } from '@touchline/contract/limits';
import { paths } from '@touchline/contract/paths';
import { formatMoney, formatPercent } from '@touchline/locales/format';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Page } from '@playwright/test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { password } from '../fixtures/member-api.ts';
import { memberApp } from '../fixtures/member-app.ts';
import { keepMessages } from '../fixtures/phone.ts';
import { expect, test } from '../fixtures/test.ts';

const selected = (page: Page): Promise<string> => page.evaluate<string>('String(getSelection())');
const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
const rootFontPx = (page: Page): Promise<number> =>
  page.evaluate<number>('Number.parseFloat(getComputedStyle(document.documentElement).fontSize)');

/** The clipboard as pages without a permission find it: neither way of copying works. */
const refuseToCopy = (page: Page): Promise<unknown> =>
  page.evaluate(`
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    document.execCommand = () => false;
  `);

/** What the app keeps of the telephone code. */
const StoredTelephone = Type.Object({
  telephone: Type.Object({ code: Type.String(), country: Type.Object({ iso: Type.String() }) }),
});
const storedTelephone = async (page: Page) =>
  Value.Parse(StoredTelephone, JSON.parse(await page.evaluate(() => localStorage.getItem('config') ?? '')))
    .telephone;

test('copying tells whether it worked, and selects the text where it did not', async ({
  site,
  newMemberPhone,
}) => {
  const { page, app } = await newMemberPhone();
  const { t } = app;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await keepMessages(page);
  await page.goto(`${site.url}/#/pages/invitationcode/invitationcode`);
  const copyLink = page.getByRole('button', { name: t('cashier.copy') }).filter({ hasText: t('team.link') });
  const copyCode = page.getByRole('button', { name: t('team.copyCode') });
  const notice = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

  await copyLink.click();
  await notice('Content copied');
  const link = await clipboard(page);
  expect(link).toContain('icode=');
  await copyCode.click();
  await notice('Copy successful');
  expect(link).toContain(await clipboard(page));

  await refuseToCopy(page);
  await copyLink.click();
  await notice('Copy failed, please copy manually');
  expect(await selected(page)).toBe(link);
  await copyCode.click();
  await notice('Copy failed');
});

test('an empty amount to withdraw is refused in words, by the app and by the server', async ({
  site,
  newMemberPhone,
}) => {
  const { page, api } = await newMemberPhone();
  const { id } = await api.call('walletSave', {
    type: 'usdt-trc20',
    address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX',
    password,
  });
  const answer = await api.answer('createWithdraw', { key: 'withdrawal-1', wallet: id, amount: '' });
  expect(answer).toMatchObject({ code: 0, msg: 'Withdrawal amount cannot be empty' });

  await keepMessages(page);
  await page.goto(`${site.url}/#/pages/information/withdraw`);
  await page.locator('[data-payout]').first().click();
  await page.locator('[data-next]').click();
  await expect(page.getByText('Withdrawal amount cannot be empty').first()).toBeVisible();
});

test('a match shows its odds as a rate of return and as the income of a stake', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const { id } = await newMatch();
  const { page } = await newMemberPhone();
  await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${id}`);
  const table = page.getByRole('table').filter({ hasText: 'Income amount' });
  await expect(table.getByRole('row')).toHaveCount(4);
  const [heads = [], ...rows] = await table.evaluate((element) =>
    [...element.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.innerText.trim())),
  );
  expect(heads.slice(1)).toEqual(['Odds', 'Rate of return', 'Income amount for 100.00']);
  for (const [, odds = '', rate, income] of rows) {
    const gainMinor = (parseAmount(odds, 2) ?? 0n) * 100n - 10_000n;
    expect({ rate, income }).toEqual({
      rate: formatPercent(String(gainMinor / 100n), { lan: 'en' }),
      income: formatMoney(formatAmount(gainMinor, 2), { lan: 'en' }),
    });
  }
});

test('a bet is confirmed when it was placed, and its folded card has the time', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const { id } = await newMatch();
  const { page, app } = await newMemberPhone();
  await keepMessages(page);
  await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${id}`);
  await page.locator('main section button[aria-pressed]').first().click();
  await app.placeBet(page.getByRole('dialog', { name: app.t('slip.title') }), '10');
  await expect(page.getByText('Betting successful', { exact: true }).first()).toBeVisible();

  await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
  const card = page.locator('main button[aria-expanded="false"]').filter({ hasText: 'Bet time' }).first();
  await expect(card).toHaveText(/Bet time · \d\d:\d\d:\d\d/);
  await card.click();
  await expect(page.getByRole('heading', { name: 'Betting details' })).toBeVisible();
});

test('a match that has begun still shows when', async ({ site, newMatch, newMemberPhone }) => {
  const { id, move } = await newMatch();
  await move({ state: 'live', minute: '25', clockMinute: 25, score: { home: 1, away: 0 } });
  const { page, api } = await newMemberPhone();
  const { kickOff } = await api.call('eventDetail', { id });
  await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${id}`);
  const time = page.locator(`main time[datetime="${kickOff}"]`).first();
  await expect(time).toHaveText(/^\d+\s[A-Z][a-z]+, \d\d:\d\d$/);
});

test('where a code without a mail carrier is found stays next to the error of a mistyped one', async ({
  site,
  phone,
  unique,
}) => {
  const { page } = phone;
  const { t } = await memberApp(page, 'en');
  await page.goto(`${site.url}/#/pages/login/code`);
  await page.getByLabel(t('account.address')).fill(`${unique('vera')}@touchline.example`);
  await page.getByRole('button', { name: t('account.sendCode') }).click();
  const where = page.getByText(t('account.codeOnConsole', { minutes: limits.codeMinutes }));
  await expect(where).toBeVisible();
  await page.getByLabel(t('account.code')).fill('12');
  await page.getByRole('button', { name: t('login.submit') }).click();
  await expect(page.getByText(t('account.codeFormat'))).toBeVisible();
  await expect(where).toBeVisible();
});

test('the code of a country that was chosen is kept with the country', async ({ site, phone }) => {
  const { page } = phone;
  const { t } = await memberApp(page, 'en');
  await page.goto(`${site.url}/#/pages/login/signup`);
  await page.getByRole('radio', { name: t('signup.byMobile') }).click();
  await page.getByRole('button', { name: t('form.areaCode') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('Portugal');
  await dialog.getByRole('button', { name: /Portugal/ }).click();
  await expect(page.getByRole('button', { name: '+351' })).toBeVisible();
  expect(await storedTelephone(page)).toMatchObject({ code: '351', country: { iso: 'PT' } });
  await page.reload();
  await page.getByRole('radio', { name: t('signup.byMobile') }).click();
  await expect(page.getByRole('button', { name: '+351' })).toBeVisible();
});

test('the root font is the width by 23.4375 on phones, and that of 375 px from 700 px on', async ({
  site,
  phone,
}) => {
  const { page } = phone;
  await page.goto(`${site.url}/#/pages/login/login`);
  for (const [width, fontPx] of [
    [375, 16],
    [600, 25.6],
    [699, 29.824],
    [700, 16],
    [1_200, 16],
  ] as const) {
    await page.setViewportSize({ width, height: 812 });
    await expect.poll(() => rootFontPx(page)).toBeCloseTo(fontPx, 2);
  }
});

test('a call holds the app under a mask until it is answered, unless it opts out', async ({
  site,
  phone,
  unique,
}) => {
  const { page } = phone;
  const app = await memberApp(page, 'en');
  const mask = page.locator('[popover][aria-busy="true"]');
  const answer = Promise.withResolvers<void>();
  await page.route(`**${paths.register[1]}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto(`${site.url}/#/pages/login/login`);
  await app.register(unique('waiter'));
  await expect(mask).toBeVisible();
  answer.resolve();
  await expect(mask).toHaveCount(0);

  const asked = page.waitForRequest((request) => request.url().includes(paths.orderList[1]));
  await page.route(`**${paths.orderList[1]}*`, () => undefined);
  await app.openTab('records');
  await asked;
  await expect(mask).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
