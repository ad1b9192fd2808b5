import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import type { Lan } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import type { Browser } from 'playwright-core';
import { memberApi } from '../../fixtures/member-api.ts';
import { openPhone, type Phone } from '../../fixtures/phone.ts';
import type { Cast } from './cast.ts';
import type { Size } from './options.ts';
import type { Screen, Stage } from './stage.ts';

/** A window in one language in which one screen after another is opened. */
export type Window = { phone: Phone; lan: Lan; t: Stage['t'] };

/** Matches of each kind as they are now: time passes while pictures are taken. */
const matchesNow = async ({ api }: Cast): Promise<Stage['matches']> => {
  const [{ live, next }, finished] = await Promise.all([
    api.call('home', {}),
    api.call('eventList', { state: 'finished', limit: 1 }),
  ]);
  const coming = next.at(-1);
  if (coming === undefined) throw new Error('no match to come');
  return { coming, later: next.slice(-5), live: live.at(-1), finished: finished.list[0] };
};

/** What the app keeps in the browser: its language, the system's look and the session. */
const stored = async (cast: Cast, url: string, as: Screen['as'], lan: Lan) => {
  const config = { language: { chosen: lan }, theme: 'system' };
  if (as === 'visitor') return { config };
  const { user, ...tokens } = await memberApi(url).login(cast[as]);
  return { config, user: { user: { ...user, ...tokens } } };
};

/** A window in one language, with the session of who looks. */
export const openWindow = async (
  browser: Browser,
  { cast, url, size }: { cast: Cast; url: string; size: Size | undefined },
  { as, worker }: Pick<Screen, 'as' | 'worker'>,
  lan: Lan,
): Promise<Window> => {
  const phone = await openPhone(browser, { ...size, serviceWorkers: worker ? 'allow' : 'block' });
  phone.page.setDefaultTimeout(8_000);
  const keep = JSON.stringify(Object.entries(await stored(cast, url, as, lan)));
  // Only where nothing is kept yet: what the app changes later is its own.
  await phone.page.addInitScript(
    `if (location.protocol !== 'about:') for (const [key, value] of ${keep}) if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(value))`,
  );
  return { phone, lan, t: createTranslator<AppMessages>(lan, await loadAppCatalogue(lan)) };
};

/** Opens a screen. @returns why it could not be reached, if so */
export const reach = async (
  { phone, t }: Window,
  { cast, url, size }: { cast: Cast; url: string; size: Size | undefined },
  screen: Screen,
): Promise<string | undefined> => {
  const { page } = phone;
  if (size !== undefined) await page.setViewportSize(size);
  try {
    await screen.open({ page, url, t, matches: await matchesNow(cast) });
    // What answers the last tap has arrived.
    await page.waitForTimeout(250);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
};
