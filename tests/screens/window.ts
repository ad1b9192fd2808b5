import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import type { OfficeMessages } from '@touchline/locales/gen/office-messages.gen';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import { loadOfficeCatalogue } from '@touchline/locales/load-office';
import { officeLans, type Lan } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import type { Browser } from 'playwright-core';
import { memberApi } from '../fixtures/member-api.ts';
import { enterOffice, officeSize } from '../fixtures/office-window.ts';
import { openPhone, type Phone } from '../fixtures/phone.ts';
import type { Cast } from './life/cast.ts';
import type { MemberScreen } from './member.ts';
import type { OfficeScreen } from './office.ts';
import type { Options } from './options.ts';
import { keepAlways, type MemberStage, type OfficeStage } from './stage.ts';

/** A window in one language in which one screen after another is opened. */
export type Window<S> = { phone: Phone; stage: () => Promise<S> };

/** Matches of each kind as they are now: time passes while pictures are taken. */
const matchesNow = async ({ api }: Cast): Promise<MemberStage['matches']> => {
  const [{ live, next }, finished] = await Promise.all([
    api.call('home', {}),
    api.call('eventList', { state: 'finished', limit: 1 }),
  ]);
  const coming = next.at(-1);
  if (coming === undefined) throw new Error('no match to come');
  return { coming, later: next.slice(-5), live: live.at(-1), finished: finished.list[0] };
};

/** Opens windows of the member app, each with the session of who looks. */
export const memberWindows =
  (browser: Browser, { url, sizes: [size] }: Options, cast: Cast) =>
  async ({ as, worker }: MemberScreen, lan: Lan): Promise<Window<MemberStage>> => {
    const phone = await openPhone(browser, { ...size, serviceWorkers: worker ? 'allow' : 'block' });
    const { page } = phone;
    page.setDefaultTimeout(8_000);
    const { user, ...tokens } = as === 'visitor' ? { user: undefined } : await memberApi(url).login(cast[as]);
    await keepAlways(page, {
      config: { language: { chosen: lan }, theme: 'system' },
      ...(user !== undefined && { user: { user: { ...user, ...tokens } } }),
    });
    const t = createTranslator<AppMessages>(lan, await loadAppCatalogue(lan));
    return { phone, stage: async () => ({ page, url, root: '', t, matches: await matchesNow(cast) }) };
  };

/** Opens windows of the office, each signed in as an operator or signed out. */
export const officeWindows =
  (browser: Browser, { url, dataDir }: Options) =>
  async ({ as }: OfficeScreen, wanted: Lan): Promise<Window<OfficeStage>> => {
    const lan = officeLans.find((one) => one === wanted) ?? 'en';
    const open = async (): Promise<Phone> => {
      if (as !== 'visitor')
        return enterOffice({ browser, url, dataDir }, { account: as, lan, colorScheme: 'dark' });
      const phone = await openPhone(browser, officeSize);
      await keepAlways(phone.page, { 'office.settings': { lan } });
      return phone;
    };
    const phone = await open();
    const { page } = phone;
    page.setDefaultTimeout(5_000);
    const t = createTranslator<OfficeMessages>(lan, await loadOfficeCatalogue(lan));
    return { phone, stage: async () => ({ page, url, root: '/office', t }) };
  };
