import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

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

// Runs in the page: flags that are on their way have come.
const flagsHere = `Promise.all([...new Set([...document.querySelectorAll('image')].map((image) => image.href.baseVal))]
  .filter((address) => address.includes('flags/'))
  .map((address) => fetch(address).then((answer) => answer.text()).catch(() => '')))
  .then(() => undefined)`;

/** Waits until the page shows its content: nothing loads, nothing moves. */
export const settle = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.locator('[class*="skeleton" i], [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  await page.evaluate(flagsHere);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
};
