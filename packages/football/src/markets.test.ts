import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { isMarketName, marketList, marketNames, marketOf, markets } from './markets.ts';

/** Share as the documents write it, 0.05 as "5 %". */
const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

const inPlayOf = ({ inPlay, period }: { inPlay: boolean; period: string }): string => {
  if (!inPlay) return 'no';
  return period === 'ht' ? 'until half time' : 'yes';
};

describe('the markets', () => {
  it('are found by their names', () => {
    expect(marketNames).toEqual(Object.keys(markets));
    expect(marketOf('odd_even')?.selections).toEqual(['odd', 'even']);
    for (const unknown of ['', 'corners', 'constructor', '1X2']) {
      expect(isMarketName(unknown)).toBe(false);
      expect(marketOf(unknown)).toBeUndefined();
    }
  });

  it.each(marketList)('of $name fit the wire and a PostgreSQL array', ({ name, selections, lines }) => {
    expect(name).toMatch(/^[a-z0-9_]{1,40}$/);
    for (const selection of selections) expect(selection).toMatch(/^[^,{}"\\\s]{1,20}$/);
    for (const line of lines) expect(line).toMatch(/^[^,{}"\\\s]{1,8}$/);
  });

  it('have a text for each selection, where they have their own texts', () => {
    const own = marketList.filter(({ wording }) => typeof wording === 'object');
    expect(own.length).toBeGreaterThan(0);
    for (const { wording, selections } of own) expect(Object.keys(wording)).toEqual(selections);
  });

  it.each(marketList)('of $name offer lines if it has any', ({ lines, offers }) => {
    expect(offers !== undefined).toBe(lines.length > 0);
  });

  it('turn the sign of a line where the selections are the two teams', () => {
    const mirrored = marketList.filter(({ mirrorsLine }) => mirrorsLine === true);
    const ofTeams = marketList.filter(({ selections }) => selections.join(' ') === 'home away');
    expect(mirrored).toEqual(ofTeams);
    expect(mirrored).toHaveLength(2);
  });
});

test('a market of the first half restates that of the full time, but for what is its own', () => {
  const { selections, lines, card, wording, rule, winners } = markets.over_under;
  expect(markets.ht_over_under).toMatchObject({ selections, lines, card, wording, rule, winners });
  expect(markets.ht_over_under).toMatchObject({ period: 'ht', margin: 0.05, groups: ['halves'] });
  expect(markets.ht_correct_score).toMatchObject({ inPlay: false, waitsForPeriod: true, margin: 0.15 });
  expect(markets.ht_correct_score.selections).toHaveLength(10);
});

test('docs/pricing.md lists every market with its margin and when it is offered', () => {
  const page = readFileSync(new URL('../../../docs/pricing.md', import.meta.url), 'utf8');
  const rows = page.matchAll(/^\| `([a-z0-9_]+)` \|.*\| ([^|]+) \| ([^|]+) \|$/gm);
  expect([...rows].map(([, name, margin, inPlay]) => [name, margin, inPlay])).toEqual(
    marketList.map((record) => [record.name, percent(record.margin), inPlayOf(record)]),
  );
});
