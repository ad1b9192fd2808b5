import { beforeAll, expect, test } from 'vitest';
import { nameOfLeg, nameOfMarket, nameOfMatch, nameOfSelection } from './names.ts';

const teams = {
  home: { name: 'Brazil', flag: 'br' },
  away: { name: 'Morocco', flag: 'ma' },
};
const named = (market: string, selection: string, line?: string) =>
  nameOfLeg({ market, selection, line }, teams);

beforeAll(async () => {
  const stored = new Map<string, string>([['office.settings', '{"lan":"en"}']]);
  Object.assign(globalThis, {
    localStorage: { getItem: (key: string) => stored.get(key) ?? null },
    document: { documentElement: {} },
  });
  const { startLanguage } = await import('../../lib/i18n.ts');
  await startLanguage();
});

test('matches and markets', () => {
  expect(nameOfMatch(teams)).toBe('Brazil – Morocco');
  expect(nameOfMarket({ market: 'over_under', line: '2.5' })).toBe('Total goals 2.5');
  expect(nameOfMarket({ market: 'ht_asian_handicap', line: '-0.75' })).toBe(
    'First half Asian handicap −0.75',
  );
  expect(nameOfMarket({ market: 'asian_handicap', line: '0' })).toBe('Asian handicap 0');
  // A market newer than the office is shown by its name on the wire.
  expect(nameOfMarket({ market: 'corners' })).toBe('corners');
});

test('a handicap is that of its side, whether its line is the market’s or its own', () => {
  const market = { market: 'asian_handicap', line: '-0.75' };
  expect(nameOfSelection('home', market, teams)).toBe('Brazil −0.75');
  expect(nameOfSelection('away', market, teams)).toBe('Morocco +0.75');
  expect(named('asian_handicap', 'home', '-0.75')).toBe('Brazil −0.75');
  expect(named('asian_handicap', 'away', '-0.25')).toBe('Morocco −0.25');
});

test('every kind of selection', () => {
  expect(named('1x2', '1')).toBe('Brazil');
  expect(named('ht_1x2', 'X')).toBe('Draw');
  expect(named('double_chance', '1X')).toBe('Brazil / Draw');
  expect(named('double_chance', 'X2')).toBe('Draw / Morocco');
  expect(named('double_chance', '12')).toBe('Brazil / Morocco');
  expect(named('draw_no_bet', '2')).toBe('Morocco');
  expect(named('over_under', 'under', '2.25')).toBe('Under 2.25');
  expect(named('asian_handicap', 'away', '0.75')).toBe('Morocco +0.75');
  expect(named('btts', 'yes')).toBe('Yes');
  expect(named('odd_even', 'even')).toBe('Even');
  expect(named('ht_ft', 'X/2')).toBe('Draw / Morocco');
  expect(named('correct_score', '2-1')).toBe('2–1');
  expect(named('correct_score', 'other_home')).toBe('Any other home win');
});

test('a builder by all of its selections, each with its market', () => {
  const parts = [
    { market: '1x2', selection: '1' },
    { market: 'over_under', selection: 'over', line: '2.5' },
    { market: 'asian_handicap', selection: 'away', line: '0.75' },
  ];
  expect(nameOfMarket({ market: 'builder' })).toBe('Bet builder');
  expect(nameOfLeg({ market: 'builder', selection: 'all', parts }, teams)).toBe(
    'Match result Brazil + Total goals Over 2.5 + Asian handicap Morocco +0.75',
  );
});
