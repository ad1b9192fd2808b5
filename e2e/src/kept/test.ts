import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import type { Lan } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import { expect, test as base } from '@playwright/test';
import type { Browser } from 'playwright-core';
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

type OpenWindow = (options: KeptOptions) => Promise<KeptWindow>;

const openWindow = async (
  browser: Browser,
  keptSite: KeptSite,
  { as, lan, ...options }: KeptOptions,
): Promise<KeptWindow> => {
  const { page, faults } = await openPhone(browser, options);
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
};

type WorkerFixtures = {
  keptSite: KeptSite;
  /** The window of these options, which tests share that leave it as they found it: opening one takes longer than most of them. */
  sharedWindow: OpenWindow;
};

/** `test` over kept answers: the pages of the member app without a server, at one fixed time. */
export const test = base.extend<{ newWindow: OpenWindow }, WorkerFixtures>({
  keptSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
    async ({}, use) => {
      const site = await startKeptSite(answers);
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  sharedWindow: [
    async ({ browser, keptSite }, use) => {
      const windows = new Map<string, KeptWindow>();
      await use(async (options) => {
        const key = JSON.stringify(options);
        const window = windows.get(key) ?? (await openWindow(browser, keptSite, options));
        windows.set(key, window);
        return window;
      });
      for (const { page } of windows.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
  newWindow: async ({ browser, keptSite }, use) => {
    const opened: KeptWindow[] = [];
    await use(async (options) => {
      const window = await openWindow(browser, keptSite, options);
      opened.push(window);
      return window;
    });
    for (const { page } of opened) await page.context().close();
  },
});
