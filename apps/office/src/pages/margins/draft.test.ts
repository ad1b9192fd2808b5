import { describe, expect, it } from 'vitest';
import { basisOf, draftOf, inputOf, isReadable, isTyped, laidOver } from './draft.ts';

const sheet = {
  scope: 'site' as const,
  version: 1,
  matches: 0,
  shift: { homeBp: -500, awayBp: 0 },
  markets: ['1x2', 'btts'].map((market) => ({
    market,
    marginBp: 500,
    marginFrom: 'settings' as const,
    offered: true,
    offeredFrom: 'settings' as const,
    wider: { marginBp: 500, offered: true },
  })),
  rules: [{ market: '1x2', marginBp: 450, offered: false }],
};

describe('a draft', () => {
  it('begins with the current rule, and sends the same back', () => {
    const draft = draftOf(sheet);
    expect(draft.markets).toEqual({
      '1x2': { margin: '4.50', offered: 'off' },
      btts: { margin: '', offered: 'wider' },
    });
    expect(inputOf(draft)).toEqual({ markets: sheet.rules, shift: sheet.shift });
  });

  it('reads percentages, and knows what is none', () => {
    expect([basisOf('4.5'), basisOf(' 4,25 '), basisOf('-3'), basisOf('')]).toEqual([
      450,
      425,
      -300,
      undefined,
    ]);
    expect(basisOf('4.567')).toBeNaN();
    const draft = draftOf(sheet);
    expect(isReadable(draft)).toBe(true);
    expect(isReadable({ ...draft, home: 'much' })).toBe(false);
    expect(isReadable({ ...draft, markets: { '1x2': { margin: '-1', offered: 'on' } } })).toBe(false);
  });

  it('lies over a newer version: what was typed stays, and the rest is as the newer has it', () => {
    const draft = draftOf(sheet);
    const typed = {
      ...draft,
      home: '-3',
      markets: { ...draft.markets, btts: { margin: '6', offered: 'wider' as const } },
    };
    const newer = {
      ...sheet,
      version: 2,
      shift: { homeBp: -400, awayBp: 200 },
      rules: [
        { market: '1x2', marginBp: 475, offered: true },
        { market: 'btts', offered: false },
      ],
    };
    expect(laidOver({ on: sheet, draft: typed }, newer)).toEqual({
      on: newer,
      draft: {
        markets: { '1x2': { margin: '4.75', offered: 'on' }, btts: { margin: '6', offered: 'off' } },
        home: '-3',
        away: '2.00',
      },
    });
  });

  it('is the newer version where the same was typed, or nothing', () => {
    const draft = draftOf(sheet);
    const same = {
      ...draft,
      home: '-5',
      markets: { ...draft.markets, '1x2': { margin: '4.5', offered: 'off' as const } },
    };
    expect(isTyped({ on: sheet, draft: same })).toBe(true);
    for (const each of [draft, same]) {
      expect(isTyped(laidOver({ on: sheet, draft: each }, { ...sheet, version: 2 }))).toBe(false);
    }
  });
});
