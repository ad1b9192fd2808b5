import { join } from 'node:path';
import type { Lan } from '@touchline/locales/locales';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { settle } from './look.ts';
import type { Size, Theme } from './options.ts';

/** One way a screen is looked at. */
export type View = { name: string; size: Size; theme: Theme; lan: Lan };

/** A list without end is pictured this far. */
const tallestPx = 2_200;

// Runs in the page: how much higher the window would have to be for nothing to scroll. What an open sheet covers does not count.
const hiddenHeight = `Math.max(0, ...[...document.querySelectorAll(
    document.querySelector('dialog[open]:modal') === null ? 'main' : 'dialog[open] *')]
  .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
  .map((element) => element.scrollHeight - element.clientHeight))`;

// The colours and sizes asked for are on the screen.
const painted = async (page: Page): Promise<void> => {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.waitForTimeout(60);
};

/** From this width on the app is a desktop. */
const desktopPx = 1_024;

/** Waits for what surrounds the page of a desktop in the member app: it is fetched when it is first shown. */
export const desktopColumns = async (page: Page): Promise<void> => {
  if ((page.viewportSize()?.width ?? 0) < desktopPx) return;
  for (const column of ['nav [class^="brand_"]', '[class^="before_"] > *', '[class^="behind_"] > *']) {
    await page.locator(column).first().waitFor({ state: 'attached' });
  }
  await settle(page);
};

export const titleOf = ({ name, size, theme, lan }: View): string =>
  `${name} ${size.width}×${size.height} ${theme} ${lan}`;

export const pathOf = (outDir: string, { name, size, theme, lan }: View): string =>
  join(outDir, `${name}-${size.width}-${theme}-${lan}.jpg`);

/**
 * Gives the open page the size and the colours of a view.
 * @param whole whether the window shows all there is to scroll to
 * @param arrived waits for what the app fetches for a size
 */
export const turnTo = async (
  page: Page,
  { size, theme }: View,
  whole: boolean,
  arrived?: (page: Page) => Promise<void>,
): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize(size);
  await painted(page);
  await arrived?.(page);
  if (!whole) return;
  // A sheet takes a part of the height only, and a longer list fetches more of itself.
  for (let step = 0; step < 3; step += 1) {
    const hidden = Value.Parse(Type.Number(), await page.evaluate(hiddenHeight));
    const height = Math.min((page.viewportSize()?.height ?? 0) + hidden, tallestPx);
    await page.setViewportSize({ ...size, height });
    await painted(page);
  }
};

/** Takes the picture. */
export const picture = async (page: Page, path: string): Promise<void> => {
  await page.screenshot({ path, quality: 90, type: 'jpeg' });
};

/** How large a picture of a size is on a sheet: of tablets and desktops half. */
export const sheetSize = ({ width, height }: Size): Size =>
  width > 600 ? { width: width / 2, height: height / 2 } : { width, height };
