import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lan } from '@touchline/locales/locales';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../fixtures/browser.ts';
import { memberPaths, officePages } from '../fixtures/pages.ts';
import { violations } from '../fixtures/screen-check.ts';
import { assemble } from './life/cast.ts';
import { fillWithLife } from './life/office.ts';
import { desktopColumns, misfits, pathOf, picture, titleOf, turnTo, type View } from './look.ts';
import { memberScreens, type MemberScreen } from './member.ts';
import { officeScreens, type OfficeScreen } from './office.ts';
import { isWanted, readOptions } from './options.ts';
import { writeSheets } from './sheets.ts';
import { open, settled, type MemberStage, type OfficeStage, type Screen } from './stage.ts';
import { memberWindows, officeWindows, type Window } from './window.ts';

// Pictures of every screen of an app of a running server, and what a program can see wrong in them.
const options = readOptions(process.argv.slice(2));
const { outDir, url, dataDir, only, sizes, themes, lans, whole, sheet, single } = options;
const [size] = sizes;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

type AnyStage = MemberStage | OfficeStage;
/** An app whose site has what its screens show. */
type App<S, T extends Screen<S, string>> = {
  screens: readonly T[];
  /** Does what a list of screens needs that one account looks at. */
  begin: () => Promise<unknown>;
  openWindow: (screen: T, lan: Lan) => Promise<Window<S>>;
  /** Windows at work at once: while one waits for its page, another draws. */
  hands: number;
  /** In how many of the sizes axe looks, which takes its time. */
  checkedSizes: number;
  /** Waits for what the app fetches for a size. */
  arrived?: (page: MemberStage['page']) => Promise<void>;
};

/** The screens of a list, and one of each page that the list leaves out. */
const withOthers = <T extends { at: string }>(
  screens: readonly T[],
  paths: readonly string[],
  screenOf: (page: { name: string; at: string }) => T,
): T[] => {
  const listed = new Set(screens.map(({ at }) => at.split('?')[0]));
  const others = paths.filter((path) => !listed.has(path));
  return [...screens, ...others.map((at) => screenOf({ name: at.slice(1).replaceAll('/', '-'), at }))];
};

const memberApp = async (browser: Browser): Promise<App<MemberStage, MemberScreen>> => {
  say(`Betting, and waiting for bets to be won and lost at ${url} …`);
  const cast = await assemble(url, join(outDir, 'cast.json'));
  return {
    screens: withOthers(memberScreens, await memberPaths(), (page) => ({ ...page, as: 'player' })),
    begin: () => cast.api.login(cast.player),
    openWindow: memberWindows(browser, options, cast),
    hands: 3,
    checkedSizes: 1,
    arrived: desktopColumns,
  };
};

const officeApp = async (browser: Browser): Promise<App<OfficeStage, OfficeScreen>> => {
  const paths = (await officePages()).map(({ path }) => path);
  for (const failed of await fillWithLife(url, dataDir, browser)) say(`Not done: ${failed}`);
  return {
    screens: withOthers(officeScreens, paths, (page) => ({ ...page, as: 'host' })),
    begin: async () => undefined,
    openWindow: officeWindows(browser, options),
    // Some screens need what one before has done.
    hands: 1,
    checkedSizes: sizes.length,
  };
};

/** Screens not reached one after another; so many mean that nothing can be. */
const missedMost = 6;

/** Opens the screens of an app and looks at each. @returns the screens wanted */
const draw = async <S extends AnyStage, T extends Screen<S, string>>(app: App<S, T>): Promise<T[]> => {
  const wanted = app.screens.filter(({ name }) => isWanted(name, only));
  let missed = 0;

  /** Opens a screen. @returns why it could not be reached, if so */
  const reach = async ({ phone: { page }, stage }: Window<S>, screen: T): Promise<string | undefined> => {
    if (size !== undefined) await page.setViewportSize(size);
    try {
      const on = await stage();
      await open(on, screen);
      // What answers the last tap has arrived.
      await page.waitForTimeout(250);
      if (on.root !== '') await settled(on);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message.split('\n')[0] : String(error);
    }
  };

  /** Looks at the open screen in every size and theme. */
  const lookAt = async ({ page, faults }: Window<S>['phone'], name: string, lan: Lan): Promise<void> => {
    for (const [nth, size] of sizes.entries()) {
      for (const theme of themes) {
        const view: View = { name, size, theme, lan };
        await turnTo(page, view, whole, app.arrived);
        await picture(page, pathOf(outDir, view));
        const broken = nth < app.checkedSizes && !sheet && !single ? await violations(page) : [];
        // A call that a screen cut off is no fault.
        const strange = faults.splice(0).filter((fault) => !/ERR_(FAILED|INTERNET_DISCONNECTED)/.test(fault));
        for (const fault of [...strange, ...(await misfits(page)), ...broken]) {
          say(`${titleOf(view)}: ${fault}`);
        }
      }
    }
  };

  /** Takes one screen after another from a list that other windows take from as well. */
  const workOff = async (window: Window<S>, list: Iterable<T>, lan: Lan): Promise<void> => {
    const { page } = window.phone;
    for (const screen of list) {
      const why = await reach(window, screen);
      if (why !== undefined) say(`${screen.name} ${lan}: NOT REACHED: ${why}`);
      missed = why === undefined ? 0 : missed + 1;
      if (missed > missedMost) throw new Error('one screen after another cannot be reached');
      await lookAt(window.phone, screen.name, lan);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().setOffline(false);
    }
  };

  for (const lan of lans) {
    for (const list of Map.groupBy(wanted, ({ as, worker }) => `${as} ${worker}`).values()) {
      const [first] = list;
      if (first === undefined) continue;
      await app.begin();
      const hands = Array.from({ length: app.hands }, () => app.openWindow(first, lan));
      const windows = await Promise.all(hands);
      const queue = list.values();
      await Promise.all(windows.map((window) => workOff(window, queue, lan)));
      for (const { phone } of windows) await phone.close();
    }
  }
  return wanted;
};

await mkdir(join(outDir, 'sheets'), { recursive: true });
const browser = await launchBrowser();
const drawn: readonly { name: string }[] =
  options.app === 'member' ? await draw(await memberApp(browser)) : await draw(await officeApp(browser));
await browser.close();
if (!single) {
  // One that has shown hundreds of pages may refuse a picture as large as a sheet.
  const fresh = await launchBrowser();
  await writeSheets(fresh, options, drawn);
  await fresh.close();
}
