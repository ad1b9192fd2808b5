/** How fast a title that is longer than its line moves along it, and how long it rests at both ends. */
const pixelsPerSecond = 45;
const restMs = 1_500;

/** How a title is shown in a line: how far it moves to its end, in CSS pixels, and how long it is shown in all. */
export type Crawl = { shiftPx: number; shownMs: number };

/**
 * Computes it for a title of `textPx` in a line of `linePx`. A text from right to left begins at the right and moves to
 * the right.
 */
export const crawlOf = (
  { textPx, linePx }: { textPx: number; linePx: number },
  { rtl, leastMs }: { rtl: boolean; leastMs: number },
): Crawl => {
  const overPx = Math.max(0, Math.ceil(textPx - linePx));
  if (overPx === 0) return { shiftPx: 0, shownMs: leastMs };
  const movesMs = (overPx / pixelsPerSecond) * 1_000;
  return { shiftPx: rtl ? overPx : -overPx, shownMs: Math.max(leastMs, Math.ceil(movesMs + 2 * restMs)) };
};
