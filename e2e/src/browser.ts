import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { packagedBrowser } from './packaged-browser.ts';

/** Where Chrome and Chromium are found on systems whose browser does not come from npm. */
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Whether the browser is the one from npm, which draws the same everywhere; others use the fonts of their machine. */
export const isPackagedBrowser: boolean =
  (process.env.CHROME_PATH ?? '') === '' && process.platform === 'linux' && process.arch === 'x64';

/** The browser of `CHROME_PATH`, else on Linux (x64) the one from npm, else an installed one. */
export const findBrowser = async (): Promise<string> => {
  const named = process.env.CHROME_PATH;
  if (named !== undefined && named !== '') return named;
  if (isPackagedBrowser) return packagedBrowser();
  const installed = usualPlaces.find((path) => existsSync(path));
  if (installed === undefined) throw new Error('No Chrome or Chromium found: set CHROME_PATH to one.');
  return installed;
};

/** No window, and no background calls to the network. */
export const browserFlags: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--no-pings',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Starts a real browser without a window.
 * @param more arguments in addition to the usual ones
 */
export const launchBrowser = async (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: await findBrowser(), headless: true, args: [...browserFlags, ...more] });
