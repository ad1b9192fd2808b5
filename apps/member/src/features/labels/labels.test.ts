import { readFileSync } from 'node:fs';
import { lans } from '@touchline/locales/locales';
import { teamName } from '@touchline/locales/team-names';
import { describe, expect, it } from 'vitest';
import { marginFigures, withoutZeros } from './margin-meaning.tsx';
import { versus } from './match-name.ts';
import { compactOddsText, oddsText, shortened } from './odds-text.ts';
import { softened } from './softened.ts';

describe('a price in a narrow cell', () => {
  it('drops only what says nothing', () => {
    expect(['12.10', '101.00', '10.05', '100.00', '20'].map(shortened)).toEqual([
      '12.1',
      '101',
      '10.05',
      '100',
      '20',
    ]);
  });

  it('keeps both decimals below ten, so that a grid lines up', () => {
    expect(['9.60', '9.00', '1.005'].map(shortened)).toEqual(['9.60', '9.00', '1.005']);
  });

  it('is a rate of return without its percent sign when so chosen', () => {
    expect(compactOddsText('9.60', 'rate')).toBe('860');
    expect(oddsText('9.60', 'rate')).toBe('860%');
  });

  it('keeps what another way of writing needs', () => {
    expect(compactOddsText('101.00', 'hong_kong')).toBe('100');
    expect(compactOddsText('13.10', 'indonesian')).toBe('12.1');
    expect(compactOddsText('1.80', 'indonesian')).toBe('−1.25');
    expect(compactOddsText('101.00', 'malay')).toBe('−0.01');
  });
});

describe('a price in full', () => {
  it.each([
    ['decimal', '2.35'],
    ['rate', '135%'],
    ['fractional', '27/20'],
    ['american', '+135'],
    ['hong_kong', '1.35'],
    ['malay', '−0.741'],
    ['indonesian', '1.35'],
  ] as const)('is written %s as %s', (format, text) => {
    expect(oddsText('2.35', format)).toBe(text);
  });

  it('stays decimal where many legs make it longer than any price', () => {
    expect(oddsText('12345678.90', 'rate')).toBe('12,345,678.90');
  });

  it('has no thousands separator as American odds, above evens and below', () => {
    expect(['501.00', '1.01'].map((odds) => oddsText(odds, 'american'))).toEqual(['+50000', '−10000']);
    expect(['501.00', '1.01'].map((odds) => compactOddsText(odds, 'american'))).toEqual(['+50000', '−10000']);
  });

  it('bears a true minus, and odds that are none stay as they are', () => {
    expect(oddsText('1.80', 'american')).toBe('−125');
    expect(oddsText('x', 'malay')).toBe('x');
  });
});

it('a line begins neither with the dash of a match nor within a Thai name', () => {
  expect(versus('Brazil', 'Saudi Arabia')).toBe('Brazil\u00a0– Saudi Arabia');
  const [home = '', away = ''] = versus('ซาอุดีอาระเบีย', 'อุรุกวัย').split('\u00a0– ');
  expect(home.replaceAll('\u2060', '')).toBe('ซาอุดีอาระเบีย');
  expect(away).toBe('อุ\u2060รุ\u2060ก\u2060วั\u2060ย');
});

const file = new URL('../../../../server/data/teams/national-teams.json', import.meta.url);
const teams = [...readFileSync(file, 'utf8').matchAll(/"name": "([^"]+)", "flag": "([^"]+)"/g)].map(
  ([, name = '', flag = '']) => ({ name, flag }),
);

it('breaks a long word where it is hyphenated', () => {
  expect(softened('Elfenbeinküste oder Remis')).toBe('Elfenbein\u00ADküste oder Remis');
  expect(softened('Brasilien')).toBe('Brasilien');
});

it.each(lans)(
  'knows the words in names of national teams in %s that are wider than a narrow place',
  (lan) => {
    const longest = lan === 'de' ? /^\p{Script=Latin}{11,}$/u : /^\p{Script=Latin}{12,}$/u;
    expect(teams.length).toBeGreaterThan(40);
    const words = teams.flatMap((team) => softened(teamName(team, lan)).split(/[\s-]/));
    expect(words.filter((word) => longest.test(word))).toEqual([]);
  },
);

it('explains a margin by what the house keeps of what is staked', () => {
  expect(marginFigures('5.00')).toEqual({ margin: '5.00', whole: '105.00', kept: '4.7619' });
  expect(marginFigures('15.25')).toEqual({ margin: '15.25', whole: '115.25', kept: '13.2321' });
  expect(marginFigures('0.00')).toEqual({ margin: '0.00', whole: '100.00', kept: '0.0000' });
});

it('says nothing about what is no margin', () => {
  expect(marginFigures('-1.00')).toBeUndefined();
  expect(marginFigures('')).toBeUndefined();
});

it('leaves the zeros at the end of a figure away, but for two decimals', () => {
  expect(['25.120000', '25.000000', '0.123456', '25', '-2.500000', '10.100001'].map(withoutZeros)).toEqual([
    '25.12',
    '25.00',
    '0.123456',
    '25',
    '-2.50',
    '10.100001',
  ]);
});
