import { describe, expect, it } from 'vitest';
import { slideBetween } from './slide.ts';

const at = (pathname: string, index: number) => ({ pathname, state: { __TSR_index: index } });
const match = '/pages/invest/eventsinfo';

describe('how pages change', () => {
  it('slides a page over the tab it was opened from, and off it again', () => {
    expect(slideBetween(at('/', 0), at(match, 1))).toEqual(['push']);
    expect(slideBetween(at(match, 1), at('/', 0))).toEqual(['pop']);
  });

  it('puts tabs in each other’s place', () => {
    expect(slideBetween(at('/', 0), at('/pages/gamerecord/gamerecord', 1))).toBe(false);
    expect(slideBetween(at('/pages/index/index', 0), at('/pages/invest/invest', 1))).toBe(false);
  });

  it('does not move for the first page, a replaced one or another query', () => {
    expect(slideBetween(undefined, at('/', 0))).toBe(false);
    expect(slideBetween(at('/pages/login/login', 2), at('/', 2))).toBe(false);
    expect(slideBetween(at(match, 1), at(match, 2))).toBe(false);
  });
});
