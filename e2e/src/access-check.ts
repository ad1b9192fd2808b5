import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

// All below runs in the page. An open sheet makes the page below it inert, so only the sheet counts.
const lookAt = `
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.closest('[inert]') === null
      && element.checkVisibility({ visibilityProperty: true });
  };
  const nameOf = (element) => element.tagName.toLowerCase() + ' "' + (element.getAttribute('aria-label')
    || element.textContent || element.getAttribute('placeholder') || element.id).trim().slice(0, 50) + '"';
  const targets = [...top.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((element) => seen(element.closest('label') ?? element) && element.type !== 'hidden');`;

// A finger hits a target within its own box or its label's. Links within a sentence are as high as their line; what
// is in a row of its like may be narrower than high.
const smallTargets = `(() => {${lookAt}
  const inSentence = (element) => getComputedStyle(element).display === 'inline'
    && [...element.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  return targets.flatMap((element) => {
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    if (inSentence(element) || (Math.max(width, height) >= 43.5 && Math.min(width, height) >= 24)) return [];
    return ['small ' + nameOf(element) + ' ' + width.toFixed(1) + '×' + height.toFixed(1)];
  });
})()`;

// Content outside of its box, or cut off by it. Text may reach into the gap between two buttons, never onto the next one.
const lostContent = `(() => {${lookAt}
  const gapPx = 4;
  // The line of a notice is shortened; its link leads to the whole text.
  const isNoticeLine = (element) => element.closest('a[href*="/pages/notify/notify?"]') !== null;
  const found = [];
  for (const target of targets.filter((one) => one.matches('a, button'))) {
    const box = target.getBoundingClientRect();
    const texts = document.createTreeWalker(target, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.data.trim() === '' || text.parentElement.closest('.visually-hidden, svg, select') !== null || isNoticeLine(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      const by = Math.max(box.left - left, right - box.right);
      if (by > gapPx) found.push('spills ' + nameOf(target) + ' by ' + by.toFixed(1));
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push('scrolls sideways by ' + (scrollWidth - clientWidth) + ' px');
  const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  for (const element of top.querySelectorAll('*')) {
    if (!seen(element) || element.closest('svg') !== null) continue;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const text = (element.textContent ?? '').trim();
    // Text for screen readers takes no space, nor does its content.
    if (text === '' || style.clipPath !== 'none' || element.closest('.visually-hidden') !== null) continue;
    if (isNoticeLine(element)) continue;
    // The slides of a carousel are out of sight one after the other.
    if (element.querySelector('[inert]') !== null) continue;
    if (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
      found.push('cut ' + nameOf(element) + ' ' + element.scrollWidth + ' > ' + element.clientWidth);
    else if (hides(style.overflowY) && element.scrollHeight > element.clientHeight + 2)
      found.push('cut in height ' + nameOf(element) + ' ' + element.scrollHeight + ' > ' + element.clientHeight);
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (!own || (box.right <= clientWidth + 1 && box.left >= -1)) continue;
    let around = element;
    while (around !== null && !scrolls(around)) around = around.parentElement;
    if (around === null || around.matches('main'))
      found.push('outside ' + nameOf(element) + ' ' + Math.round(box.left) + '…' + Math.round(box.right));
  }
  return [...new Set(found)];
})()`;

// A ring may be drawn around a hidden input by its label, or by the box of a field; none may be cut off.
const faintFocus = `(() => {${lookAt}
  const found = [];
  const ringOf = (one) => {
    const { outlineStyle, outlineWidth, outlineOffset, outlineColor, boxShadow } = getComputedStyle(one);
    if (outlineStyle !== 'none' && outlineWidth !== '0px' && !/, 0\\)$/.test(outlineColor))
      return { px: parseFloat(outlineWidth) + parseFloat(outlineOffset), isOutline: true };
    return boxShadow === 'none' ? undefined : { px: 0, isOutline: false };
  };
  for (const target of targets) {
    if (target.disabled) continue;
    const around = [target, target.parentElement, target.parentElement?.parentElement, ...target.parentElement.children];
    const before = around.map((one) => getComputedStyle(one).boxShadow);
    target.focus();
    if (document.activeElement !== target) continue;
    const drawn = around.find((one, at) => {
      const ring = ringOf(one);
      return ring !== undefined && (ring.isOutline || getComputedStyle(one).boxShadow !== before[at]);
    });
    if (drawn === undefined) { found.push('no ring ' + nameOf(target)); continue; }
    const ring = ringOf(drawn).px;
    const box = drawn.getBoundingClientRect();
    for (let up = drawn.parentElement; up !== null && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY, contentVisibility } = getComputedStyle(up);
      const clip = up.getBoundingClientRect();
      // What is drawn only when it is in sight is clipped too.
      const isDrawnLate = contentVisibility === 'auto';
      const cutAcross = (overflowX !== 'visible' || isDrawnLate)
        && (box.left - ring < clip.left - 0.6 || box.right + ring > clip.right + 0.6);
      const cutDown = (overflowY !== 'visible' || isDrawnLate)
        && (box.top - ring < clip.top - 0.6 || box.bottom + ring > clip.bottom + 0.6);
      if ((cutAcross || cutDown) && box.height < clip.height) { found.push('ring cut ' + nameOf(target) + ' by ' + up.className); break; }
      // What is higher than the page shows its ring piece by piece as the page scrolls.
      if (cutDown && !cutAcross) break;
      // A row that scrolls by itself brings its own into sight.
      if (overflowX !== 'visible' && up.scrollWidth > up.clientWidth + 1) break;
    }
  }
  document.activeElement?.blur();
  return found;
})()`;

const lines = async (page: Page, script: string): Promise<string[]> =>
  Value.Parse(Type.Array(Type.String()), await page.evaluate(script));

/** Targets smaller than 44 px in a direction, on the current screen. @returns one line for each */
export const tooSmall = (page: Page): Promise<string[]> => lines(page, smallTargets);

/** What does not fit its place on the current screen. @returns one line for each */
export const lost = (page: Page): Promise<string[]> => lines(page, lostContent);

/** Targets that show nothing, or not all of it, when they have the focus. @returns one line for each */
export const unseenFocus = (page: Page): Promise<string[]> => lines(page, faintFocus);

/** What still moves for a reader who wants nothing to. @returns one line for each */
export const moving = (page: Page): Promise<string[]> =>
  lines(
    page,
    // An animation that is cut short still counts while its short time lasts.
    `document.getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().activeDuration > 20)
      .map(({ effect }) => 'moves ' + effect.target?.className)`,
  );

/** What browsers use unless the reader wants otherwise, pixels. */
const usualFontPx = 16;

/** Does a piece of work in a window whose reader has a font size of their own, as the settings of a browser say it. */
export const withOwnFont = async (page: Page, px: number, work: () => Promise<void>): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const setFont = (size: number) =>
    session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
  await setFont(px);
  await work();
  await setFont(usualFontPx);
  await session.detach();
};
