import type { Page } from 'playwright-core';
import { isPackagedBrowser } from '../fixtures/browser.ts';
import { expect, test } from '../fixtures/kept/test.ts';
import { memberPictures } from '../screens/member.ts';
import { open } from '../screens/stage.ts';

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
    // What is hidden may have any.
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

// Other browsers have other letters, even in the same fonts.
test.skip(!isPackagedBrowser, 'the pictures are of the packaged browser');

for (const { screen, lan, theme, size, file } of memberPictures) {
  test(`${file} looks as it did`, async ({ newWindow }) => {
    const as = screen.as === 'visitor' ? 'visitor' : 'member';
    const stage = await newWindow({ as, lan, ...size, colorScheme: theme });
    await open(stage, screen);
    // A part that a page loads late leaves it still before and after: one still picture may be too early.
    await expect(() => expect(stage.page).toHaveScreenshot(file)).toPass();
    // What a screen cuts off has failed on purpose.
    expect(stage.faults().filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
    // A page that asks again draws its places again, and those that are asked for are gone.
    await expect(async () => expect(await foreignFonts(stage.page)).toEqual([])).toPass();
  });
}
