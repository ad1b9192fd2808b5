import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accountScreens } from './office/account-screens.ts';
import { dayScreens } from './office/day-screens.ts';
import { houseScreens } from './office/house-screens.ts';
import { fillWithLife } from './office/life.ts';
import { memberScreens } from './office/member-screens.ts';
import { moneyScreens } from './office/money-screens.ts';
import { readOptions } from './office/options.ts';
import { at, type Account, type Screen } from './office/stage.ts';
import { tradingScreens } from './office/trading-screens.ts';
import { openDesk, type Desk } from './office/desk.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { officePages } from '../fixtures/pages.ts';
import { violations } from '../fixtures/screen-check.ts';
import { misfits } from './member/look.ts';
import { isWanted } from './member/options.ts';
import { turnTo } from './member/view.ts';

// Pictures of every page of the office of a running server, and what a program can see wrong in them.
const options = readOptions(process.argv.slice(2));
const { outDir, url, dataDir, only, sizes, themes, lans } = options;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const listed: readonly Screen[] = [
  ...dayScreens,
  ...memberScreens,
  ...accountScreens,
  ...tradingScreens,
  ...moneyScreens,
  ...houseScreens,
];
/** A screen for each page of the navigation that the lists do not show. */
const others: readonly Screen[] = (await officePages())
  .filter((page) => !listed.some(({ name }) => `${name}-`.startsWith(`${page.name}-`)))
  .map(({ name, path }) => ({ name, as: 'host', open: at(path) }));
const screens = [...listed, ...others];
const wanted = screens.filter(({ name }) => isWanted(name, only));
const [firstSize] = sizes;

/** Looks at the open page in every size and theme. */
const lookAt = async ({ page, faults, lan }: Desk, name: string): Promise<void> => {
  for (const size of sizes) {
    for (const theme of themes) {
      const title = `${name}-${size.width}-${theme}-${lan}`;
      await turnTo(page, { name, size, theme, lan }, options.whole);
      await page.screenshot({ path: join(outDir, `${title}.png`) });
      const wrong = options.check ? [...(await misfits(page)), ...(await violations(page))] : [];
      for (const fault of [...faults.splice(0), ...wrong]) say(`${title}: ${fault}`);
    }
  }
};

await mkdir(outDir, { recursive: true });
const browser = await launchBrowser();
for (const failed of await fillWithLife(url, dataDir, browser)) say(`Not done: ${failed}`);

/** Opens one screen after another at the desk of who looks at them. */
const workOff = async (desk: Desk, list: readonly Screen[]): Promise<void> => {
  for (const { name, open } of list) {
    if (firstSize !== undefined) await desk.page.setViewportSize(firstSize);
    try {
      await open({ ...desk, url });
    } catch (error) {
      say(
        `${name} ${desk.lan}: NOT REACHED: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      );
    }
    await lookAt(desk, name);
    await desk.page.unrouteAll({ behavior: 'ignoreErrors' });
  }
};

for (const lan of lans) {
  const lists = [...Map.groupBy(wanted, ({ as }): Account | undefined => as)];
  for (const [as, list] of lists) {
    const desk = await openDesk({ browser, url, dataDir }, as, lan);
    await workOff(desk, list);
    await desk.close();
  }
}
await browser.close();
