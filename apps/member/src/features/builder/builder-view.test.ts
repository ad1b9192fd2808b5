import type { BuilderQuote } from '@touchline/contract/shapes/builder';
import { describe, expect, it } from 'vitest';
import { partText } from '../slip/selection.ts';
import { builderView, roundedOdds, troublesOf } from './builder-view.ts';

const home = { market: '1x2', selection: '1' };
const over = { market: 'over_under', selection: 'over', line: '2.5' };
const score = { market: 'correct_score', selection: '0-1' };

const quote = (over: Partial<BuilderQuote> & Pick<BuilderQuote, 'parts'>): BuilderQuote => ({
  state: 'open',
  odds: '7.60',
  chance: '0.118557',
  margin: '10.98',
  redundant: [],
  without: over.parts.map(() => '2.00'),
  single: '9.486',
  ...over,
});
const open = (odds: string) => ({ odds, state: 'open' as const });
const none = { odds: null, chance: null, margin: null, single: null };

describe('a bet that is put together', () => {
  it('has the price of all of its selections, with chance and margin', () => {
    const answer = quote({
      parts: [
        { ...home, ...open('3.40') },
        { ...over, ...open('2.79') },
      ],
      without: ['2.79', '3.40'],
    });
    expect(builderView([home, over], answer)).toEqual({
      rows: [
        { part: home, odds: '3.40', without: '2.79', problem: undefined },
        { part: over, odds: '2.79', without: '3.40', problem: undefined },
      ],
      hindrance: undefined,
      price: { odds: '7.60', margin: '10.98', chance: '11.86', single: '9.486' },
    });
  });

  it('has none for one selection, which is a bet alone', () => {
    const answer = quote({ parts: [{ ...home, ...open('3.40') }], without: [null], odds: '3.40' });
    expect(builderView([home], answer)).toMatchObject({ price: undefined, rows: [{ odds: '3.40' }] });
  });

  it('has none by an answer about other selections', () => {
    const answer = quote({
      parts: [
        { ...home, ...open('3.40') },
        { ...over, ...open('2.79') },
      ],
    });
    expect(builderView([home, score], answer)).toMatchObject({ price: undefined, hindrance: undefined });
    expect(builderView([home], answer).price).toBeUndefined();
    expect(builderView([home, over, score], answer).price).toBeUndefined();
    expect(builderView([home, over], undefined).price).toBeUndefined();
  });

  it('names what makes it impossible: the one picked last of those that are in the way', () => {
    const answer = quote({
      ...none,
      state: 'impossible',
      parts: [
        { ...home, ...open('3.40') },
        { ...over, ...open('2.79') },
        { ...score, ...open('6.30') },
      ],
      without: [null, null, '7.60'],
    });
    const view = builderView([home, over, score], answer);
    expect(view.hindrance).toEqual({ why: 'impossible', part: score });
    expect(troublesOf(view)).toEqual(new Map([[partText(score), 'impossible']]));
  });

  it('names all where taking out no single one helps', () => {
    const answer = quote({
      ...none,
      state: 'impossible',
      parts: [
        { ...home, ...open('3.40') },
        { ...score, ...open('6.30') },
      ],
      without: [null, null],
    });
    const view = builderView([home, score], answer);
    expect(view.rows.map(({ problem }) => problem)).toEqual(['impossible', 'impossible']);
    expect(view.hindrance).toEqual({ why: 'impossible', part: score });
  });

  it('names what follows from the others', () => {
    const answer = quote({
      ...none,
      state: 'redundant',
      parts: [
        { ...over, ...open('2.79') },
        { ...home, ...open('3.40') },
      ],
      redundant: [0],
    });
    const view = builderView([over, home], answer);
    expect(view.hindrance).toEqual({ why: 'redundant', part: over });
    expect(troublesOf(view)).toEqual(new Map([[partText(over), 'redundant']]));
  });

  it.each([
    ['closed', { odds: null, state: 'closed' }],
    ['suspended', { odds: null, state: 'suspended' }],
    ['apart', { odds: '2.79', state: 'open', apart: true }],
  ] as const)('names what is %s', (state, own) => {
    const answer = quote({
      ...none,
      state,
      parts: [
        { ...home, ...open('3.40') },
        { ...over, ...own },
      ],
    });
    const view = builderView([home, over], answer);
    expect(view.hindrance).toEqual({ why: state, part: over });
    expect(troublesOf(view)).toEqual(new Map());
  });
});

it('writes multiplied prices with two decimals, rounded down', () => {
  expect(roundedOdds('16.439')).toBe('16.43');
  expect(roundedOdds('1000000000000')).toBe('1000000000000');
});
