import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Site, storedBy } from './site.ts';

/** A phone-sized window of the member's, and the way to what the browser knows of it. */
export type BenchPhone = { page: Page; cdp: CDPSession; close: () => Promise<void> };

/** Opens a page of the app, signed in. Long tasks are counted from the start of the page. */
export const openPhone = async (browser: Browser, site: Site, path: string): Promise<BenchPhone> => {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    hasTouch: true,
    isMobile: true,
  });
  const keep = JSON.stringify(Object.entries(storedBy(site.session)));
  await context.addInitScript(`
    if (!localStorage.getItem('user')) for (const [key, value] of ${keep}) localStorage.setItem(key, value);
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
  `);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const cdp = await context.newCDPSession(page);
  await page.goto(`${site.url}/#${path}`);
  return { page, cdp, close: () => context.close() };
};

/** Durations of the long tasks (50 ms and more) since the last time this was asked, milliseconds. */
export const longTasks = async (page: Page): Promise<number[]> => {
  // The observer reports a task shortly after it ends.
  await page.waitForTimeout(300);
  const durations: unknown = await page.evaluate(
    `window.longTasks.splice(0).map(({ duration }) => Math.round(duration))`,
  );
  if (!Array.isArray(durations)) throw new Error('the page counts no long tasks');
  return durations.map(Number);
};
