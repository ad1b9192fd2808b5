import { describe, expect, it } from 'vitest';
import { crawlOf } from './notice-ticker.tsx';

const leastMs = 5_000;

describe('a title in the line of notices', () => {
  it('does not move where it fits', () => {
    expect(crawlOf({ textPx: 200, linePx: 240 }, { rtl: false, leastMs })).toEqual({
      shiftPx: 0,
      shownMs: leastMs,
    });
    expect(crawlOf({ textPx: 240, linePx: 240 }, { rtl: true, leastMs }).shiftPx).toBe(0);
  });

  it('moves by what it is too long, towards its beginning', () => {
    expect(crawlOf({ textPx: 300.2, linePx: 240 }, { rtl: false, leastMs }).shiftPx).toBe(-61);
    expect(crawlOf({ textPx: 300.2, linePx: 240 }, { rtl: true, leastMs }).shiftPx).toBe(61);
  });

  it('is shown as long as reading it takes', () => {
    expect(crawlOf({ textPx: 250, linePx: 240 }, { rtl: false, leastMs }).shownMs).toBe(leastMs);
    expect(crawlOf({ textPx: 690, linePx: 240 }, { rtl: false, leastMs }).shownMs).toBe(13_000);
  });
});
