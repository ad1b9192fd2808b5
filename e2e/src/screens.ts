import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import type { Lan } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { memberApi } from './member-api.ts';
import { openPhone, type Phone } from './phone.ts';
import { violations } from './screen-check.ts';
import { assemble, type Cast } from './screens/cast.ts';
import { contactSheet } from './screens/contact-sheet.ts';
import { misfits } from './screens/look.ts';
import { readOptions } from './screens/options.ts';
import { screens } from './screens/screen-list.ts';
import type { Screen, Stage } from './screens/stage.ts';
import { pathOf, picture, sheetWidth, titleOf, turnTo, type View } from './screens/view.ts';

// Pictures of every screen of a running server, and what a program can see wrong in them.
const options = readOptions(process.argv.slice(2));
const { outDir, url, only, sizes, themes, lans, whole } = options;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

type Window = { phone: Phone; lan: Lan; t: Stage['t'] };

/** Matches of each kind as they are now: time goes on while pictures are taken. */
const matchesNow = async ({ api }: Cast): Promise<Stage['matches']> => {
  const { live, next } = await api.call('home', {});
  const finished = await api.call('eventList', { state: 'finished', limit: 1 });
  const coming = next.at(-1);
  if (coming === undefined) throw new Error('no match to come');
  return { coming, later: next.slice(-5), live: live.at(-1), finished: finished.list[0] };
};

/** What the app keeps in the browser: its language, the system's look and the session. */
const stored = async (cast: Cast, as: Screen['as'], lan: Lan) => {
  const config = { language: { chosen: lan }, theme: 'system' };
  if (as === 'visitor') return { config };
  const { user, ...tokens } = await memberApi(url).login(cast[as]);
  return { config, user: { user: { ...user, ...tokens } } };
};

/** Looks at the open screen in every size and theme; axe, which takes its time, at the first size in each theme. */
const lookAt = async ({ page, faults }: Phone, { name }: Screen, lan: Lan): Promise<void> => {
  for (const size of sizes) {
    for (const theme of themes) {
      const view: View = { name, size, theme, lan };
      await turnTo(page, view, whole);
      await picture(page, pathOf(outDir, view));
      const broken = size === sizes[0] ? await violations(page) : [];
      // A call that a screen cut off is no fault.
      const strange = faults.splice(0).filter((fault) => !fault.includes('ERR_FAILED'));
      const found = [...strange, ...(await misfits(page)), ...broken];
      for (const fault of found) say(`${titleOf(view)}: ${fault}`);
    }
  }
};

/** A window in one language, with the session of who looks. */
const openWindow = async (browser: Browser, cast: Cast, as: Screen['as'], lan: Lan): Promise<Window> => {
  const phone = await openPhone(browser, sizes[0]);
  phone.page.setDefaultTimeout(8_000);
  const keep = JSON.stringify(Object.entries(await stored(cast, as, lan)));
  // Only where nothing is kept yet: what the app changes later is its own.
  await phone.page.addInitScript(
    `if (location.protocol !== 'about:') for (const [key, value] of ${keep}) if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(value))`,
  );
  return { phone, lan, t: createTranslator<AppMessages>(lan, await loadAppCatalogue(lan)) };
};

/** Opens a screen in one language and takes its pictures. */
const take = async ({ phone, lan, t }: Window, cast: Cast, screen: Screen): Promise<void> => {
  const { page } = phone;
  if (sizes[0] !== undefined) await page.setViewportSize(sizes[0]);
  try {
    await screen.open({ page, url, t, matches: await matchesNow(cast) });
    // What answers the last tap has arrived.
    await page.waitForTimeout(250);
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    say(`${screen.name} ${lan}: NOT REACHED: ${why}`);
  }
  await lookAt(phone, screen, lan);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
};

/** One sheet for each screen and size: a row for each theme, a picture for each language. */
const writeSheets = async (browser: Browser, { name }: Screen): Promise<void> => {
  for (const size of sizes) {
    const rows = themes.map((theme) =>
      lans.map((lan) => {
        const view: View = { name, size, theme, lan };
        return { path: pathOf(outDir, view), title: titleOf(view), width: sheetWidth(size) };
      }),
    );
    await contactSheet(browser, rows, join(outDir, 'sheets', `${name}-${size.width}.jpg`));
  }
};

await mkdir(join(outDir, 'sheets'), { recursive: true });
const wanted = screens.filter(({ name }) => only.length === 0 || only.includes(name));
say(`Betting, and waiting for bets to be won and lost at ${url} …`);
const cast = await assemble(url);
const browser = await launchBrowser();
for (const [as, list] of Map.groupBy(wanted, (screen) => screen.as)) {
  const windows = await Promise.all(lans.map((lan) => openWindow(browser, cast, as, lan)));
  for (const screen of list) {
    await cast.api.login(cast.player);
    for (const window of windows) await take(window, cast, screen);
    await writeSheets(browser, screen);
  }
  for (const { phone } of windows) await phone.close();
}
await browser.close();
