import type { OfficeLan } from '@touchline/locales/locales';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberApi, type MemberApi, password } from './member-api.ts';
import { enterOffice, type OfficeWindow } from './office-window.ts';
import { violations } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

/** What waits for a second operator, from the first page on: a lost second factor, and a change of settings. */
describe('two operators in the browser', () => {
  let site: Site;
  let ada: MemberApi;
  let host: OfficeWindow;
  let other: OfficeWindow;
  const windows: OfficeWindow[] = [];
  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', OFFICE_DEMO: 'true' });
    ada = memberApi(site.url);
    await ada.register('ada');
    const begun = await ada.call('otpBegin', { password });
    const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
    await ada.call('otpConfirm', { otp: totp.generate({ timestamp: Date.now() - 30_000 }) });
    host = await enter('host', 'en', 'light');
    other = await enter('host2', 'zh-CN', 'dark');
  });
  afterAll(async () => {
    for (const { close } of windows) await close();
    await site?.close();
  });

  const enter = async (account: string, lan: OfficeLan, colorScheme: 'dark' | 'light') => {
    const opened = await enterOffice(site, { account, lan, colorScheme });
    windows.push(opened);
    return opened;
  };

  it('take a lost second factor off', async () => {
    const { page, t, press, button } = host;
    await press('g', 'm');
    await page.locator('[data-row]').first().click();
    await page.getByRole('link', { name: t('memberTab.sessions') }).click();
    await page.getByText(t('member.factorApp')).waitFor();
    await button(t('member.factorEnd')).click();
    await page.getByRole('textbox', { name: t('decision.reason') }).fill('Telephone was stolen');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Telephone was stolen').waitFor();
    // The proposer cannot apply it.
    expect(await button(t('member.factorApply')).isDisabled()).toBe(true);
    expect((await ada.call('userInfo', {})).otp).toBe(true);

    const { page: theirs, t: zh } = other;
    await theirs.reload();
    await theirs.getByRole('link', { name: zh('todayQueue.factorEnds') }).click();
    await theirs.locator('[data-row]').first().click();
    await theirs.getByText(zh('member.factorWaits')).waitFor();
    await theirs.getByRole('link', { name: zh('memberTab.sessions') }).click();
    expect(await violations(theirs)).toEqual([]);
    await other.button(zh('member.factorApply')).click();
    await theirs.getByText('host', { exact: false }).first().waitFor();
    await theirs.keyboard.press('Enter');
    await theirs.getByText(zh('member.factorNone')).waitFor();
    await theirs.getByText(zh('member.factorHeld')).waitFor();
    expect(await ada.answer('userInfo', {})).toMatchObject({ code: 303 });
    await ada.login('ada');
    expect((await ada.call('userInfo', {})).otp).toBe(false);
    expect([...host.faults, ...other.faults]).toEqual([]);
  });

  it('read what is wrong with settings in their own language', async () => {
    const { page, t, press } = other;
    await press('g', 'h');
    await other.seeHeading(t('place.settings'));
    await page.getByText(t('setting.STAKE_MAX'), { exact: true }).first().click();
    await page.getByRole('textbox', { name: t('settings.edit') }).fill('0.50');
    await page.keyboard.press('Enter');
    await press('p');
    await page
      .getByText(t('settingProblem.below', problem(t('setting.STAKE_MAX'), t('setting.STAKE_MIN'))))
      .waitFor();
    const words = await page.getByRole('alert').innerText();
    expect(words).not.toMatch(/STAKE|less than/);
  });
});

/** The values of a problem of settings; what its message does not need is left empty. */
const problem = (setting: string, than: string) => ({
  setting,
  other: than,
  kind: '',
  limit: '',
  channel: '',
  field: '',
  level: '',
  than: '',
});
