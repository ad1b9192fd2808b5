import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import type { Lan } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import { expect, test as base } from '@playwright/test';
import { openPhone, type PhoneOptions } from '../phone.ts';
import { sampleTime } from '../screens/sample-time.ts';
import type { Stage } from '../screens/stage.ts';
import { answers, user } from './answers.ts';
import { eventDetail } from './kept-answers.ts';
import { startKeptSite, type KeptSite } from './site.ts';

export { expect };

export type KeptOptions = PhoneOptions & { as: 'member' | 'visitor'; lan: Lan };

/** A window on the kept site, and what screens are opened with. */
export type KeptWindow = Stage & {
  /** What went wrong in the window since the last look. */
  faults: () => string[];
};

const tokens = { token: 'a', refreshToken: 'b', expiresAt: '2036-01-01T00:00:00.000Z' };

/** `test` over kept answers: the pages of the member app without a server, at one fixed time. */
export const test = base.extend<
  { newWindow: (options: KeptOptions) => Promise<KeptWindow> },
  { keptSite: KeptSite }
>({
  keptSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
    async ({}, use) => {
      const site = await startKeptSite(answers);
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  newWindow: async ({ browser, keptSite }, use) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async ({ as, lan, ...options }) => {
      const { page, faults, close } = await openPhone(browser, { ...options, serviceWorkers: 'block' });
      closing.push(close);
      await page.clock.setFixedTime(sampleTime);
      const known = {
        config: { language: { chosen: lan }, theme: 'system' },
        ...(as === 'member' && { user: { user: { ...user, ...tokens } } }),
      };
      await page.addInitScript(
        `if (location.protocol !== 'about:') for (const [key, value] of ${JSON.stringify(Object.entries(known))}) if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(value))`,
      );
      return {
        page,
        url: keptSite.url,
        t: createTranslator<AppMessages>(lan, await loadAppCatalogue(lan)),
        matches: { coming: eventDetail, later: [], live: undefined, finished: undefined },
        faults: () => [...faults.splice(0), ...keptSite.faults()],
      };
    });
    for (const close of closing) await close();
  },
});
