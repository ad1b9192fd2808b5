import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A page in a phone-sized window, and what went wrong in it. */
export type Phone = {
  page: Page;
  /** Console errors, uncaught errors, requests that failed and answers with an error status. */
  faults: string[];
  close: () => Promise<void>;
};

export type PhoneOptions = {
  width?: number;
  height?: number;
  colorScheme?: 'dark' | 'light';
  deviceScaleFactor?: number;
  /** Whether the app may install its worker, which fetches the whole app; blocked unless a test is about it. */
  serviceWorkers?: 'allow' | 'block';
};

/** Opens a new window: its storage is empty, and motion is reduced. */
export const openPhone = async (browser: Browser, options: PhoneOptions = {}): Promise<Phone> => {
  const { width = 375, height = 812, colorScheme = 'dark', deviceScaleFactor = 1 } = options;
  const { serviceWorkers = 'block' } = options;
  const context: BrowserContext = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor,
    colorScheme,
    reducedMotion: 'reduce',
    serviceWorkers,
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(40_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`uncaught ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // What the page itself gave up, on leaving a screen or reloading, has not failed.
    if (why !== 'net::ERR_ABORTED') faults.push(`failed ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  return { page, faults, close: () => context.close() };
};

/** Puts values into the storage of a window before its next page: later pages keep what the app has stored since. */
export const keepOnce = async (page: Page, values: object): Promise<void> => {
  await page.addInitScript(
    `if (location.protocol.startsWith('http') && sessionStorage.getItem('seeded') === null) {
      sessionStorage.setItem('seeded', '1');
      for (const [key, value] of ${JSON.stringify(Object.entries(values))})
        if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
    }`,
  );
};

/**
 * Keeps short messages of the member app in a window, from its next page on: each stays until the next, however late a test looks.
 */
export const keepMessages = (page: Page): Promise<unknown> =>
  // The app gives each character 25 ms; pauses before a new connection are random.
  page.addInitScript(`{
    const wait = setTimeout;
    const isOfMessage = (ms) => ms >= 1_500 && ms < 10_000 && ms % 25 === 0;
    globalThis.setTimeout = (work, ms, ...rest) => wait(work, isOfMessage(ms) ? 600_000 : ms, ...rest);
  }`);

/** Stops the time of a page that has `page.clock`: timers wait until the test lets time pass. */
export const stopTime = (page: Page): Promise<void> =>
  // Later than the page can be by then: its time does not go back.
  page.clock.pauseAt(Date.now() + 10_000);

/**
 * Opens a phone-sized window for a piece of work and closes it afterwards.
 * @throws what the work throws, with what the page showed and what went wrong in it
 */
export const withPhone = async (browser: Browser, work: (phone: Phone) => Promise<void>): Promise<void> => {
  const phone = await openPhone(browser);
  const { page, faults, close } = phone;
  try {
    await work(phone);
  } catch (error) {
    const shown = await page.locator('body').innerText();
    const about = [`${page.url()} showed:`, shown, 'and went wrong in:', ...faults].join('\n');
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${about}`, { cause: error });
  } finally {
    await close();
  }
};
