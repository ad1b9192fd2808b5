import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '../fixtures/browser.ts';
import { memberPaths } from '../fixtures/pages.ts';
import { violations } from '../fixtures/screen-check.ts';
import { assemble } from './member/cast.ts';
import { misfits } from './member/look.ts';
import { isWanted, readOptions } from './member/options.ts';
import { screens } from './member/screen-list.ts';
import { writeSheets } from './member/sheets.ts';
import { at, type Screen } from './member/stage.ts';
import { desktopColumns, pathOf, picture, titleOf, turnTo, type View } from './member/view.ts';
import { openWindow, reach, type Window } from './member/window.ts';

// Pictures of every screen of a running server, and what a program can see wrong in them.
const options = readOptions(process.argv.slice(2));
const { outDir, url, only, sizes, themes, lans, whole, sheet, single } = options;
const [size] = sizes;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
/** Windows at work at once: while one waits for its page, another draws. */
const hands = 3;

/** Looks at the open screen in every size and theme; axe, which takes its time, at the first size in each theme. */
const lookAt = async ({ phone, lan }: Window, { name }: Screen): Promise<void> => {
  const { page, faults } = phone;
  for (const size of sizes) {
    for (const theme of themes) {
      const view: View = { name, size, theme, lan };
      await turnTo(page, view, whole, desktopColumns);
      await picture(page, pathOf(outDir, view));
      const broken = size === sizes[0] && !sheet && !single ? await violations(page) : [];
      // A call that a screen cut off is no fault.
      const strange = faults.splice(0).filter((fault) => !/ERR_(FAILED|INTERNET_DISCONNECTED)/.test(fault));
      const found = [...strange, ...(await misfits(page)), ...broken];
      for (const fault of found) say(`${titleOf(view)}: ${fault}`);
    }
  }
};

await mkdir(join(outDir, 'sheets'), { recursive: true });
const wanted = screens.filter(({ name }) => isWanted(name, only));
say(`Betting, and waiting for bets to be won and lost at ${url} …`);
const cast = await assemble(url, join(outDir, 'cast.json'));
const browser = await launchBrowser();
const house = { cast, url, size };
const seen = new Set<string>();
/** Screens not reached one after another; so many mean that nothing can be. */
let missed = 0;
const missedMost = 6;

/** Takes one screen after another from a list that other windows take from as well. */
const workOff = async (window: Window, list: Iterable<Screen>): Promise<void> => {
  const { page } = window.phone;
  page.on('framenavigated', () => seen.add(page.url()));
  for (const screen of list) {
    const why = await reach(window, house, screen);
    if (why !== undefined) say(`${screen.name} ${window.lan}: NOT REACHED: ${why}`);
    missed = why === undefined ? 0 : missed + 1;
    if (missed > missedMost) throw new Error('one screen after another cannot be reached');
    await lookAt(window, screen);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
  }
};

/** Opens the screens of a list, which one account looks at. */
const showAll = async (list: readonly Screen[], lan: Window['lan']): Promise<void> => {
  const [first] = list;
  if (first === undefined) return;
  await cast.api.login(cast.player);
  const windows = await Promise.all(
    Array.from({ length: hands }, () => openWindow(browser, house, first, lan)),
  );
  const queue = list.values();
  await Promise.all(windows.map((window) => workOff(window, queue)));
  for (const { phone } of windows) await phone.close();
};

/** Pages that no screen of the list has opened, each as it opens for the player. */
const otherPages = async (): Promise<Screen[]> => {
  const opened = new Set([...seen].map((address) => address.replace(/^[^#]*#?/, '').split('?')[0] || '/'));
  return (await memberPaths())
    .filter((path) => !opened.has(path))
    .map((path) => ({ name: path.slice(1).replaceAll('/', '-'), as: 'player', open: at(path) }));
};

let others: readonly Screen[] | undefined;
for (const lan of lans) {
  for (const list of Map.groupBy(wanted, ({ as, worker }) => `${as} ${worker}`).values()) {
    await showAll(list, lan);
  }
  if (only.length === 0) {
    others ??= await otherPages();
    await showAll(others, lan);
  }
}
await browser.close();
if (!single) {
  // One that has shown hundreds of pages may refuse a picture as large as a sheet.
  const fresh = await launchBrowser();
  await writeSheets(fresh, options, [...wanted, ...(others ?? [])]);
  await fresh.close();
}
