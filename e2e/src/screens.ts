import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import type { Lan } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { memberApi } from './member-api.ts';
import { openPhone } from './phone.ts';
import { assemble, type Cast } from './screens/cast.ts';
import { contactSheet, type Picture } from './screens/contact-sheet.ts';
import { misfits } from './screens/look.ts';
import { screens } from './screens/screen-list.ts';
import type { Screen, Stage } from './screens/stage.ts';

// node e2e/src/screens.ts OUTDIR [URL] [SCREEN …]: pictures of every screen of a running server (or SCREENS_URL).
const [outDir, url = process.env.SCREENS_URL ?? 'http://127.0.0.1:3000', ...only] = process.argv.slice(2);
const lans: readonly Lan[] = ['en', 'de', 'ar', 'zh-CN'];
const themes = ['dark', 'light'] as const;
type Theme = (typeof themes)[number];
type Size = readonly [width: number, height: number];
const phone: Size = [375, 812];
const otherSizes: readonly Size[] = [
  [320, 640],
  [430, 932],
  [768, 1024],
  [1440, 900],
];

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Matches of each kind as they are now: time goes on while pictures are taken. */
const matchesNow = async ({ api, player }: Cast): Promise<Stage['matches']> => {
  await api.login(player);
  const { live, next } = await api.call('home', {});
  const finished = await api.call('eventList', { state: 'finished', limit: 1 });
  const coming = next.at(-1);
  if (coming === undefined) throw new Error('no match to come');
  return { coming, later: next.slice(-5), live: live.at(-1), finished: finished.list[0] };
};

/** What the app keeps in the browser: its language, its look and the session. */
const stored = async (cast: Cast, as: Screen['as'], { lan, theme }: { lan: Lan; theme: Theme }) => {
  const config = { language: { chosen: lan }, theme };
  if (as === 'visitor') return { config };
  const { user, ...tokens } = await memberApi(url).login(cast[as]);
  return { config, user: { user: { ...user, ...tokens } } };
};

type Look = { cast: Cast; lan: Lan; theme: Theme; size: Size; as: Screen['as']; list: readonly Screen[] };

const pathOf = (name: string, { size, theme, lan }: Pick<Look, 'size' | 'theme' | 'lan'>): string =>
  join(outDir ?? '', `${name}-${size[0]}-${theme}-${lan}.png`);

/** Takes the pictures of one kind of visitor in one language, theme and size. */
const take = async (browser: Browser, look: Look): Promise<void> => {
  const { cast, lan, theme, size, as, list } = look;
  const [width, height] = size;
  const { page, faults, close } = await openPhone(browser, { width, height });
  page.setDefaultTimeout(8_000);
  const keep = JSON.stringify(Object.entries(await stored(cast, as, { lan, theme })));
  // Only where nothing is kept yet: what the app changes later is its own.
  await page.addInitScript(
    `if (location.protocol !== 'about:') for (const [key, value] of ${keep}) if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(value))`,
  );
  const t = createTranslator<AppMessages>(lan, await loadAppCatalogue(lan));
  const stage: Stage = { page, url, t, matches: await matchesNow(cast) };
  for (const screen of list) {
    const title = `${screen.name} ${width} ${theme} ${lan}`;
    try {
      await screen.open(stage);
      // What answers the last tap has arrived.
      await page.waitForTimeout(250);
      for (const misfit of await misfits(page)) say(`${title}: ${misfit}`);
    } catch (error) {
      say(`${title}: NOT REACHED: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
    await page.screenshot({ path: pathOf(screen.name, look) });
    for (const fault of faults.splice(0)) say(`${title}: ${fault}`);
  }
  await close();
};

const takeAll = async (browser: Browser, cast: Cast): Promise<void> => {
  for (const size of [phone, ...otherSizes]) {
    for (const theme of size === phone ? themes : (['dark'] as const)) {
      const wanted = screens.filter(
        ({ name, main }) => (size === phone || main) && (only.length === 0 || only.includes(name)),
      );
      for (const lan of lans) {
        for (const [as, list] of Map.groupBy(wanted, (screen) => screen.as)) {
          await take(browser, { cast, lan, theme, size, as, list });
        }
      }
      for (const { name } of wanted) {
        const pictures: Picture[] = lans.map((lan) => ({
          path: pathOf(name, { size, theme, lan }),
          title: `${name} ${size.join('×')} ${theme} ${lan}`,
          width: Math.min(size[0], 720),
        }));
        await contactSheet(
          browser,
          pictures,
          join(outDir ?? '', 'sheets', `${name}-${size[0]}-${theme}.png`),
        );
      }
      say(`— ${size.join('×')} ${theme} done`);
    }
  }
};

if (outDir === undefined) throw new Error('node e2e/src/screens.ts OUTDIR [URL] [SCREEN …]');
await mkdir(join(outDir, 'sheets'), { recursive: true });
say(`Betting, and waiting for bets to be won and lost at ${url} …`);
const cast = await assemble(url);
const browser = await launchBrowser();
await takeAll(browser, cast);
await browser.close();
