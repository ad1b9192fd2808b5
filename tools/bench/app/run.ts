import { launchBrowser } from '../../../tests/fixtures/browser.ts';
import { judge, type PageScores } from './lighthouse.ts';
import { scrollRecords } from './long-list.ts';
import { seedBets } from './many-bets.ts';
import { openBrowser } from './own-browser.ts';
import { servePeer } from './peer.ts';
import { streamPrices } from './price-stream.ts';
import { report, type Measured } from './report.ts';
import { openSite, storedBy, type Site } from './site.ts';
import { sizesOfApp } from './sizes.ts';

/**
 * The built member app in the browser of the tests, served by the program of `npm start` on its own database:
 * Lighthouse on five pages and on a plain one, the size of the app, scrolling through a list of thousands, and a list of matches
 * while prices stream.
 */
export const app = async ({ quick }: { quick: boolean }): Promise<object> => {
  const site = await openSite();
  try {
    const sizes = sizesOfApp();
    const pages = await judgePages(site, quick ? 1 : 3);
    const records = quick ? 500 : 5_000;
    await seedBets(site, records);
    const browser = await launchBrowser();
    try {
      const list = await scrollRecords(browser, site, records);
      const stream = await streamPrices(browser, site, quick ? 3 : 10);
      const measured: Measured = { sizes, pages, list, stream };
      report(measured);
      return measured;
    } finally {
      await browser.close();
    }
  } finally {
    await site.stop();
  }
};

const judgePages = async (site: Site, runs: number): Promise<PageScores[]> => {
  const peer = await servePeer();
  const browser = await openBrowser();
  try {
    // A match with all markets open that does not kick off during the run.
    const { list } = await site.api.call('eventList', { state: 'scheduled', limit: 100 });
    const match = list.at(-1)?.id ?? '';
    const at = (path: string) => `${site.url}/#${path}`;
    const judged = [
      await judge('plain page', peer.url, browser.port, runs),
      await judge('sign-in', at('/pages/login/login'), browser.port, runs),
    ];
    const { user } = storedBy(site.session);
    await browser.keep(site.url, { user });
    for (const [name, path] of [
      ['home', '/'],
      ['match', `/pages/invest/eventsinfo?id=${match}`],
      ['records', '/pages/gamerecord/gamerecord'],
      ['recharge', '/pages/recharge/recharge'],
    ] as const) {
      judged.push(await judge(name, at(path), browser.port, runs));
    }
    return judged;
  } finally {
    await browser.close();
    peer.stop();
  }
};
