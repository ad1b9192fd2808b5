import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import { createTranslator } from '@touchline/locales/translator';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isPackagedBrowser, launchBrowser } from './browser.ts';
import { openPhone } from './phone.ts';
import { answers, user } from './visual/answers.ts';
import { difference, keep } from './visual/compare.ts';
import { eventDetail } from './visual/kept-answers.ts';
import { allShots, fileOf, lookOf, type Shot } from './visual/looks.ts';
import { serve, siteUrl } from './visual/site.ts';

/**
 * Which fonts of the machine draw something on the page, with what they draw: such a picture is another one elsewhere.
 * @returns one line for each place; empty when every letter is in the fonts of the test
 */
const foreignFonts = async (page: Page): Promise<string[]> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    // What nobody sees may have any.
    selector: 'body :not(.visually-hidden)',
  });
  const found = await Promise.all(
    nodeIds.map(async (nodeId) => {
      const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
      const strange = fonts.filter(({ isCustomFont }) => !isCustomFont);
      if (strange.length === 0) return [];
      const { outerHTML } = await devtools.send('DOM.getOuterHTML', { nodeId });
      return strange.map(({ familyName }) => `${familyName} draws ${outerHTML.slice(0, 200)}`);
    }),
  );
  await devtools.detach();
  return found.flat();
};

/**
 * When every picture is taken: an evening of the group stage. Samples reckon from the moment they are loaded, and another file of
 * this worker may have loaded them before.
 */
const now = vi.hoisted(() => {
  vi.resetModules();
  const moment = new Date('2026-06-18T18:40:00.000Z');
  vi.setSystemTime(moment);
  return moment;
});

const renewing = process.env.RENEW_PICTURES === '1';
const tokens = { token: 'a', refreshToken: 'b', expiresAt: '2036-01-01T00:00:00.000Z' };
/** Draws text the same on every machine, independent of its screen and settings. */
const plainLetters = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/** On a busy machine the last thing on a screen may come a moment after the last answer. */
const takes = 10;
const pauseMs = 300;

/**
 * Opens a screen as it always is, and compares its picture with the kept one until they agree.
 * @returns how they differ in the end; undefined when they agree
 */
const compare = async (
  browser: Browser,
  { name, lan, theme, size }: Shot,
  file: string,
): Promise<string | undefined> => {
  const { page, faults, close } = await openPhone(browser, {
    ...size,
    colorScheme: theme,
    serviceWorkers: 'block',
  });
  try {
    const look = lookOf(name);
    const config = { language: { chosen: lan }, theme: 'system' };
    const known = { config, ...(look.as === 'member' && { user: { user: { ...user, ...tokens } } }) };
    const site = await serve(page, answers);
    await page.clock.setFixedTime(now);
    await page.addInitScript(
      `for (const [key, value] of Object.entries(${JSON.stringify(known)})) if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(value))`,
    );
    const t = createTranslator<AppMessages>(lan, await loadAppCatalogue(lan));
    const matches = { coming: eventDetail, later: [], live: undefined, finished: undefined };
    await look.open({ page, url: siteUrl, t, matches });
    await site.quiet();
    expect(site.faults).toEqual([]);
    // What a look cuts off has failed on purpose.
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
    expect(await foreignFonts(page)).toEqual([]);
    const picture = (): Promise<Buffer> => page.screenshot({ animations: 'disabled' });
    if (renewing) await keep(file, await picture());
    let found: string | undefined;
    for (let taken = 0; taken < takes; taken++) {
      // oxlint-disable no-await-in-loop -- one picture after the other
      found = await difference(file, await picture());
      if (found === undefined) return undefined;
      await wait(pauseMs);
      // oxlint-enable no-await-in-loop
    }
    return found;
  } finally {
    await close();
  }
};

// Other browsers have other letters, even in the same fonts.
describe.runIf(isPackagedBrowser)('screens look as they did', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(plainLetters);
  });
  afterAll(async () => {
    await browser?.close();
    // Later files start with their own clock and samples.
    vi.useRealTimers();
    vi.resetModules();
  });

  it.each(allShots.map((shot) => ({ shot, file: fileOf(shot) })))('$file', async ({ shot, file }) => {
    expect(await compare(browser, shot, file)).toBeUndefined();
  });
});
