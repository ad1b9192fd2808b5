import { join } from 'node:path';
import type { Lan } from '@touchline/locales/locales';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Size, Theme } from './options.ts';
import { settle } from './stage.ts';

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

// Runs in the page: what is wider than its place, as short descriptions.
const lookAround = `(() => {
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push('scrolls sideways by ' + (scrollWidth - clientWidth) + ' px');
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    const text = (element.textContent ?? '').trim().slice(0, 60);
    if (text === '') continue;
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
    const how = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' ? 'shortened' : 'cut';
    const what = element.tagName.toLowerCase() + '.' + element.className + ' "' + text + '"';
    if (element.closest('[class*="swiper"], .visually-hidden') !== null) continue;
    if (hides(overflowX) && element.scrollWidth > element.clientWidth + 1)
      found.push(how + ' ' + what + ' ' + element.scrollWidth + ' > ' + element.clientWidth);
    else if (hides(overflowY) && element.scrollHeight > element.clientHeight + 2)
      found.push(how + ' in height ' + what + ' ' + element.scrollHeight + ' > ' + element.clientHeight);
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const scrolls = element.closest('[class*="row" i], [class*="strip" i], [class*="swiper"]') !== null;
    if (own && !scrolls && (box.right > clientWidth + 1 || box.left < -1))
      found.push('outside ' + what + ' ' + Math.round(box.left) + '…' + Math.round(box.right));
  }
  return found;
})()`;

/** Finds text that does not fit its box on the current screen. @returns one line for each kind of place */
export const misfits = async (page: Page): Promise<string[]> => {
  const found = Value.Parse(Type.Array(Type.String()), await page.evaluate(lookAround));
  // The rows of a list have the same fault: the first and how often.
  const kinds = Map.groupBy(found, (line) => line.split('"')[0]);
  return [...kinds.values()].map((same) => (same.length > 1 ? `${same[0]} (×${same.length})` : `${same[0]}`));
};
