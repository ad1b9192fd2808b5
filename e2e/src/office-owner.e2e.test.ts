import { loadAppCatalogue } from '@touchline/locales/load-app';
import { lans, localeOf } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberApi, type MemberApi } from './member-api.ts';
import { enterOffice, type OfficeWindow } from './office-window.ts';
import { openPhone } from './phone.ts';
import { violations } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

describe('what an owner keeps, in a browser', () => {
  let site: Site;
  let ada: MemberApi;
  let host: OfficeWindow;
  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', OFFICE_DEMO: 'true' });
    ada = memberApi(site.url);
    await ada.register('ada');
    host = await enterOffice(site, { account: 'host', lan: 'en', colorScheme: 'light' });
  });
  afterAll(async () => {
    await host?.close();
    await site?.close();
  });

  it('a letter goes to the member who was found by account', async () => {
    const { page, t, faults, press, button } = host;
    await press('g', 'e');
    await host.seeHeading(t('place.letters'));
    await page.getByLabel(t('letter.title')).fill('Your question');
    await page.getByLabel(t('letter.body')).fill('It is settled by now.');
    expect(await button(t('letter.send')).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: t('column.member') }).fill('ad');
    await page
      .getByRole('list', { name: t('member.found') })
      .getByRole('button', { name: 'ada' })
      .click();
    expect(await violations(page)).toEqual([]);
    await button(t('letter.send')).click();
    await page.getByText(t('letter.sent')).waitFor();
    const { list } = await ada.call('noticeList', { box: 'letter' });
    expect(list.map(({ title }) => title)).toContain('Your question');
    expect(faults).toEqual([]);
  });

  it('an operator is disabled by one owner once it was confirmed, and enabled by two', async () => {
    const { page, t, faults, button } = host;
    const open = (name: string) => page.locator('[data-row]', { hasText: name }).first().click();
    const disabledAt = async (): Promise<unknown> =>
      (await site.database.pool.query("select disabled_at from operator where account = 'trader2'")).rows[0]
        ?.disabled_at;
    await page.goto(`${site.url}/office/#/operators`);
    await open('trader2');
    await button(t('operator.disable')).click();
    await page.getByText(t('operator.disableSure', { account: 'trader2' })).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await disabledAt()).toBeNull();
    await button(t('operator.disable')).click();
    await page.getByText(t('operator.off')).waitFor();
    expect(await disabledAt()).not.toBeNull();
    await button(t('operator.enable')).click();
    await button(t('operator.enable')).click();
    await page.getByText(t('operator.proposed')).waitFor();
    expect(await disabledAt()).not.toBeNull();

    const second = await enterOffice(site, { account: 'host2', lan: 'en', colorScheme: 'light' });
    await second.page.goto(`${site.url}/office/#/operators?tab=proposals&state=proposed`);
    await second.page.locator('[data-row]', { hasText: 'trader2' }).first().click();
    await second.button(t('correction.apply')).click();
    await second.page.getByText(t('operatorChangeSure.enable', { account: 'trader2' })).waitFor();
    expect(await violations(second.page)).toEqual([]);
    await second.button(t('correction.apply')).click();
    await second.page.getByText(t('proposal.applied', { account: 'trader2' })).waitFor();
    expect(await disabledAt()).toBeNull();
    expect(second.faults).toEqual([]);
    await second.close();

    await page.goto(`${site.url}/office/#/operators`);
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'trader2' });
    await row.getByText(t('operator.waits'), { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('shows a readmitted operator on every page when they may decide again', async () => {
    const { page, t, faults, close, press, seeHeading } = await enterOffice(site, {
      account: 'trader2',
      lan: 'en',
      colorScheme: 'light',
    });
    const [notice = ''] = t('shell.waits', { when: '|' }).split('|');
    await page.getByText(notice).waitFor();
    await press('g', 'x');
    await seeHeading(t('place.risk'));
    await page.getByText(notice).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('reward rules that one owner proposes wait for another, and then give members what they say', async () => {
    const { page, t, faults, button } = host;
    const reason = 'A whole week is worth more';
    const seventh = async (): Promise<string | undefined> => (await ada.call('checkInInfo', {})).scale[6];
    await page.goto(`${site.url}/office/#/rewards?view=rules`);
    await button(t('ruleChange.propose')).click();
    const form = page.locator('form').filter({ hasText: t('reward.rulesHint') });
    const propose = form.getByRole('button', { name: t('ruleChange.propose') });
    expect(await propose.isDisabled()).toBe(true);
    await form.getByLabel('7', { exact: true }).fill('6.50');
    await form.getByLabel(t('decision.reason')).fill(reason);
    expect(await violations(page)).toEqual([]);
    await propose.click();
    const proposal = page.getByRole('row').filter({ hasText: reason });
    await proposal.getByText(t('proposalState.proposed')).waitFor();
    await proposal.locator('[data-row]').click();
    await page.getByText(t('ruleChange.own')).waitFor();
    expect(await button(t('ruleChange.apply')).isDisabled()).toBe(true);

    const second = await enterOffice(site, { account: 'host2', lan: 'en', colorScheme: 'light' });
    await second.page.goto(`${site.url}/office/#/rewards?view=rules`);
    await second.page.locator('[data-row]', { hasText: reason }).click();
    await second.button(t('ruleChange.apply')).click();
    await second.page.getByText(t('ruleChange.applySure', { operator: 'host' })).waitFor();
    expect(await violations(second.page)).toEqual([]);
    await second.button(t('ruleChange.apply')).click();
    await second.page.getByRole('heading', { name: t('ruleChange.versionOf', { version: '1' }) }).waitFor();
    expect(second.faults).toEqual([]);
    await second.close();

    await page.reload();
    await proposal.getByText(t('proposalState.applied')).waitFor();
    const before = await seventh();
    expect(before).not.toBe('6.50');
    // As if the day had come from which they are in force.
    await site.database.owner.query('update reward_rules set counts_from = published_at::date');
    expect(await seventh()).toBe('6.50');
    expect(faults).toEqual([]);
  });

  it('a language that is taken off is offered to nobody, and who had chosen it reads another', async () => {
    const { page, t, faults, button } = host;
    const phone = await openPhone(site.browser, { width: 375, height: 812, colorScheme: 'light' });
    const wordsIn = async (lan: 'en' | 'fr') =>
      createTranslator<AppMessages>(lan, await loadAppCatalogue(lan))('nav.lang');
    const offered = async (title: string): Promise<string[]> => {
      await phone.page.goto(`${site.url}/#/pages/lang/lang`);
      await phone.page.reload();
      await phone.page.getByRole('heading', { name: title }).waitFor();
      return phone.page.getByRole('list', { name: title }).locator('[lang]').allTextContents();
    };
    expect(await offered(await wordsIn('en'))).toEqual(lans.map((lan) => localeOf(lan).name));
    await phone.page.getByRole('button', { name: localeOf('fr').name }).click();
    await phone.page.getByRole('heading', { name: await wordsIn('fr') }).waitFor();

    await page.goto(`${site.url}/office/#/settings?member=setting&id=LANGUAGES`);
    await page.getByLabel(localeOf('fr').name).uncheck();
    expect(await violations(page)).toEqual([]);
    await button(t('settings.collect')).click();
    await button(t('settings.review')).click();
    await page.getByRole('dialog').getByLabel(t('decision.reason')).fill('Nobody writes it here');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('settings.make') })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const rest = lans.filter((lan) => lan !== 'fr').map((lan) => localeOf(lan).name);
    await expect.poll(async () => offered(await wordsIn('en')), { timeout: 30_000 }).toEqual(rest);
    expect([...faults, ...phone.faults]).toEqual([]);
    await phone.close();
  });
});
