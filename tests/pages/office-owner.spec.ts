import { loadAppCatalogue } from '@touchline/locales/load-app';
import { lans, localeOf } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { memberApi } from '../fixtures/member-api.ts';
import { officeApi, signInToOffice, type OfficeSession } from '../fixtures/office-api.ts';
import { officeSize } from '../fixtures/office-window.ts';
import { violations } from '../fixtures/screen-check.ts';
import { expect, test as base } from '../fixtures/test.ts';

const test = base.extend<{ newTrader: () => Promise<OfficeSession & { account: string }> }>({
  /** Makes an operator whom no other test knows: one owner proposes it, and another applies it. */
  newTrader: async ({ site, unique }, use) =>
    use(async () => {
      const [host, host2] = [
        await officeApi(site.url, site.dataDir, 'host'),
        await officeApi(site.url, site.dataDir, 'host2'),
      ];
      const operator = { account: unique('trader.'), password: 'granite-74-hill' };
      const { code } = await host.call('officeAccessAsk', operator);
      const { proposal } = await host.call('officeOperatorSave', {
        account: operator.account,
        roles: ['trader'],
        code,
      });
      await host2.call('officeOperatorDecide', {
        id: proposal?.id ?? '',
        version: proposal?.version ?? 0,
        decision: 'apply',
        code,
      });
      return { ...(await signInToOffice(site.url, operator)), account: operator.account };
    }),
});

test('a letter goes to the member who was found by account', async ({ site, unique, newOperatorWindow }) => {
  const account = unique('quirin');
  const api = memberApi(site.url);
  await api.register(account);
  const host = await newOperatorWindow(site, 'host');
  const { page, t, faults, press, button } = host;
  await press('g', 'e');
  await host.seeHeading(t('place.letters'));
  await page.getByLabel(t('letter.title')).fill('Your question');
  await page.getByLabel(t('letter.body')).fill('It is settled by now.');
  await expect(button(t('letter.send'))).toBeDisabled();
  await page.getByRole('textbox', { name: t('column.member') }).fill('quiri');
  await page
    .getByRole('list', { name: t('member.found') })
    .getByRole('button', { name: account })
    .click();
  expect(await violations(page)).toEqual([]);
  await button(t('letter.send')).click();
  await expect(page.getByText(t('letter.sent'))).toBeVisible();
  const { list } = await api.call('noticeList', { box: 'letter' });
  expect(list.map(({ title }) => title)).toContain('Your question');
  expect(faults).toEqual([]);
});

test('an operator is disabled by one owner once it was confirmed, and enabled by two', async ({
  site,
  newTrader,
  newOperatorWindow,
}) => {
  const { account } = await newTrader();
  const { page, t, faults, button } = await newOperatorWindow(site, 'host');
  const disabledAt = async (): Promise<unknown> =>
    (await site.database.pool.query('select disabled_at from operator where account = $1', [account])).rows[0]
      ?.disabled_at;
  await page.goto(`${site.url}/office/#/operators`);
  await page.locator('[data-row]', { hasText: account }).click();
  await button(t('operator.disable')).click();
  await expect(page.getByText(t('operator.disableSure', { account }))).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await disabledAt()).toBeNull();
  await button(t('operator.disable')).click();
  await expect(page.getByText(t('operator.off'))).toBeVisible();
  expect(await disabledAt()).not.toBeNull();
  await button(t('operator.enable')).click();
  await button(t('operator.enable')).click();
  await expect(page.getByText(t('operator.proposed'))).toBeVisible();
  expect(await disabledAt()).not.toBeNull();

  const second = await newOperatorWindow(site, 'host2');
  await second.page.goto(`${site.url}/office/#/operators?tab=proposals&state=proposed`);
  await second.page.locator('[data-row]', { hasText: account }).click();
  await second.button(t('correction.apply')).click();
  await expect(second.page.getByText(t('operatorChangeSure.enable', { account }))).toBeVisible();
  expect(await violations(second.page)).toEqual([]);
  await second.button(t('correction.apply')).click();
  await expect(second.page.getByText(t('proposal.applied', { account }))).toBeVisible();
  expect(await disabledAt()).toBeNull();

  await page.goto(`${site.url}/office/#/operators`);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: account });
  await expect(row.getByText(t('operator.waits'), { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect([...faults, ...second.faults]).toEqual([]);
});

test('a person asks for access, and two owners let them in by the code they gave both', async ({
  site,
  unique,
  newPhone,
  newOperatorWindow,
}) => {
  const account = unique('nora.');
  const host = await newOperatorWindow(site, 'host');
  const { t } = host;
  const { page, faults } = await newPhone(officeSize);
  await page.goto(`${site.url}/office/`);
  await page.getByRole('link', { name: t('askAccess.link') }).click();
  // The page before has a field of the account as well.
  await page.getByLabel(t('account.newPassword'), { exact: true }).fill('granite-74-hill');
  await page.getByLabel(t('signIn.account')).fill(account);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: t('askAccess.submit') }).click();
  const code = (await page.locator('code').textContent()) ?? '';
  expect(await violations(page)).toEqual([]);

  await host.page.goto(`${site.url}/office/#/operators`);
  await host.button(t('operator.add')).click();
  await host.page.getByLabel(t('signIn.account')).fill(account);
  await host.page.getByLabel(t('operator.code')).fill(code);
  await host.page.getByLabel(t('role.support'), { exact: true }).check();
  expect(await violations(host.page)).toEqual([]);
  await host.button(t('operator.proposeAdd')).click();
  await expect(host.page.getByText(t('operator.proposed'))).toBeVisible();

  const second = await newOperatorWindow(site, 'host2');
  await second.page.goto(`${site.url}/office/#/operators?tab=proposals&state=proposed`);
  await second.page.locator('[data-row]', { hasText: account }).click();
  await second.button(t('correction.apply')).click();
  await second.page.getByLabel(t('operator.code')).fill('AAAAA-AAAAA');
  await second.button(t('correction.apply')).click();
  await expect(second.page.getByRole('alert')).toBeVisible();
  await second.button(t('correction.apply')).click();
  await second.page.getByLabel(t('operator.code')).fill(code.toLowerCase());
  await second.button(t('correction.apply')).click();
  await expect(second.page.getByText(t('proposal.applied', { account }))).toBeVisible();

  await page.getByRole('link', { name: t('signIn.submit') }).click();
  await page.getByLabel(t('signIn.account')).fill(account);
  await page.getByLabel(t('signIn.password'), { exact: true }).fill('granite-74-hill');
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
  const [notice = ''] = t('shell.waits', { when: '|' }).split('|');
  await expect(page.getByText(notice)).toBeVisible();
  expect([...faults, ...host.faults, ...second.faults]).toEqual([]);
});

test('one owner who lost the other asks to be alone, and another operator stops it', async ({
  newSite,
  newOperatorWindow,
}) => {
  const site = await newSite();
  const host = await newOperatorWindow(site, 'host');
  const { page, t, button, faults } = host;
  const { list } = await host.office.call('officeOperatorList', { limit: 50 });
  const other = list.find(({ account }) => account === 'host2');
  await host.office.call('officeOperatorSave', { id: other?.id ?? '', version: 0, disabled: true });
  await page.goto(`${site.url}/office/#/operators`);
  await button(t('owner.ask')).click();
  await expect(page.getByText(t('owner.askSure'))).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await button(t('owner.ask')).click();
  const [, notice = ''] = t('owner.asked', { account: 'host', when: '|' }).split('|');
  await expect(page.getByText(notice)).toBeVisible();

  const cashier = await newOperatorWindow(site, 'cashier1');
  await expect(cashier.page.getByText(notice)).toBeVisible();
  expect(await violations(cashier.page)).toEqual([]);
  await cashier.button(t('owner.stop')).click();
  await expect(cashier.page.getByText(notice)).toHaveCount(0);
  await page.reload();
  await expect(button(t('owner.ask'))).toBeVisible();
  expect([...faults, ...cashier.faults]).toEqual([]);
});

test('an operator who waits reads on every page when they may decide', async ({
  site,
  newTrader,
  newOperatorWindow,
}) => {
  const { page, t, faults, press, seeHeading } = await newOperatorWindow(site, await newTrader());
  const [notice = ''] = t('shell.waits', { when: '|' }).split('|');
  await expect(page.getByText(notice)).toBeVisible();
  await press('g', 'x');
  await seeHeading(t('place.risk'));
  await expect(page.getByText(notice)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('reward rules that one owner proposes wait for another, and then give members what they say', async ({
  newSite,
  newOperatorWindow,
}) => {
  const site = await newSite();
  const api = memberApi(site.url);
  await api.register('ada');
  const { page, t, faults, button } = await newOperatorWindow(site, 'host');
  const reason = 'A whole week is worth more';
  const seventh = async (): Promise<string | undefined> => (await api.call('checkInInfo', {})).scale[6];
  await page.goto(`${site.url}/office/#/rewards?view=rules`);
  await button(t('ruleChange.propose')).click();
  const form = page.locator('form').filter({ hasText: t('reward.rulesHint') });
  const propose = form.getByRole('button', { name: t('ruleChange.propose') });
  await expect(propose).toBeDisabled();
  await form.getByLabel('7', { exact: true }).fill('6.50');
  await form.getByLabel(t('decision.reason')).fill(reason);
  expect(await violations(page)).toEqual([]);
  await propose.click();
  const proposal = page.getByRole('row').filter({ hasText: reason });
  await expect(proposal.getByText(t('proposalState.proposed'))).toBeVisible();
  await proposal.locator('[data-row]').click();
  await expect(page.getByText(t('ruleChange.own'))).toBeVisible();
  await expect(button(t('ruleChange.apply'))).toBeDisabled();

  const second = await newOperatorWindow(site, 'host2');
  await second.page.goto(`${site.url}/office/#/rewards?view=rules`);
  await second.page.locator('[data-row]', { hasText: reason }).click();
  await second.button(t('ruleChange.apply')).click();
  await expect(second.page.getByText(t('ruleChange.applySure', { operator: 'host' }))).toBeVisible();
  expect(await violations(second.page)).toEqual([]);
  await second.button(t('ruleChange.apply')).click();
  const version = t('ruleChange.versionOf', { version: '1' });
  await expect(second.page.getByRole('heading', { name: version })).toBeVisible();

  await page.reload();
  await expect(proposal.getByText(t('proposalState.applied'))).toBeVisible();
  expect(await seventh()).not.toBe('6.50');
  // As if the day had come from which they are in force.
  await site.database.owner.query('update reward_rules set counts_from = published_at::date');
  expect(await seventh()).toBe('6.50');
  expect([...faults, ...second.faults]).toEqual([]);
});

test('a language that is taken off is offered to no one, and who had chosen it reads another', async ({
  newSite,
  newPhone,
  newOperatorWindow,
}) => {
  const site = await newSite();
  const { page, t, faults, button } = await newOperatorWindow(site, 'host');
  const phone = await newPhone({ colorScheme: 'light' });
  const wordsIn = async (lan: 'en' | 'fr') =>
    createTranslator<AppMessages>(lan, await loadAppCatalogue(lan))('nav.lang');
  const [en, fr] = [await wordsIn('en'), await wordsIn('fr')];
  const offered = phone.page.getByRole('list', { name: en }).locator('[lang]');
  await phone.page.goto(`${site.url}/#/pages/lang/lang`);
  await expect(offered).toHaveText(lans.map((lan) => localeOf(lan).name));
  await phone.page.getByRole('button', { name: localeOf('fr').name }).click();
  await expect(phone.page.getByRole('heading', { name: fr })).toBeVisible();

  await page.goto(`${site.url}/office/#/settings?member=setting&id=LANGUAGES`);
  await page.getByLabel(localeOf('fr').name).uncheck();
  expect(await violations(page)).toEqual([]);
  await button(t('settings.collect')).click();
  await button(t('settings.review')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('decision.reason')).fill('No one writes it here');
  await dialog.getByRole('button', { name: t('settings.make') }).click();
  await expect(dialog).toHaveCount(0);

  const rest = lans.filter((lan) => lan !== 'fr').map((lan) => localeOf(lan).name);
  // The site takes changes over some seconds after they are made.
  await expect(async () => {
    await phone.page.reload();
    await expect(offered).toHaveText(rest, { timeout: 2_000 });
  }).toPass();
  expect([...faults, ...phone.faults]).toEqual([]);
});
