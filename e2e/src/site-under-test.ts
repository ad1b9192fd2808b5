import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A running site, and a browser to visit it with. */
export type Site = TestServer & {
  browser: Browser;
  /** Closes the browser, stops the server, drops the database and deletes the data folder. */
  close(): Promise<void>;
};

/**
 * Opens all that a test in a browser needs: a new database, a data folder, the server on both and a browser.
 * @param settings of the server in addition to its database and folder, for example `REPLAY: 'false'` for a site without matches
 */
export const openSite = async (settings: Record<string, string>): Promise<Site> => {
  const [server, browser] = await Promise.all([startTestServer(settings), launchBrowser()]);
  return {
    ...server,
    browser,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
};
