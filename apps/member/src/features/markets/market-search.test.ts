import { describe, expect, it } from 'vitest';
import { matching } from './market-search.ts';

const markets = [
  ['Match result', 'Côte d’Ivoire to win', 'Draw'],
  ['Total goals', 'Over 2.5', 'Under 2.5'],
  ['Asian handicap', 'Brazil \u2066−0.75\u2069'],
  ['Mehr/weniger Tore', 'Über 3,5'],
];
const found = (query: string) => matching(markets, query, (names) => names).map(([name]) => name);

describe('the search over markets', () => {
  it('finds by market and by selection, in any case and without accents', () => {
    expect(found('total')).toEqual(['Total goals']);
    expect(found('cote')).toEqual(['Match result']);
    expect(found('UBER')).toEqual(['Mehr/weniger Tore']);
  });

  it('wants every word', () => {
    expect(found('goals over 2.5')).toEqual(['Total goals']);
    expect(found('goals 3.5')).toEqual([]);
  });

  it('reads a line however it is typed', () => {
    expect(found('-0.75')).toEqual(['Asian handicap']);
    expect(found('2,5')).toEqual(['Total goals']);
    expect(found('3.5')).toEqual(['Mehr/weniger Tore']);
  });

  it('leaves all when nothing is looked for', () => {
    expect(found('  ')).toHaveLength(4);
  });
});
