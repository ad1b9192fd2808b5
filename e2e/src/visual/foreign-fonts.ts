import type { Page } from 'playwright-core';

/**
 * Which fonts of the machine draw something on the page, with what they draw: such a picture is another one elsewhere.
 * @returns one line for each place; empty when every letter is in the fonts of the test
 */
export const foreignFonts = async (page: Page): Promise<string[]> => {
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
