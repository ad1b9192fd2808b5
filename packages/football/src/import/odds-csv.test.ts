import { describe, expect, test } from 'vitest';
import { readOddsCsv } from './odds-csv.ts';

const header =
  'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,PSH,PSD,PSA,BbAv>2.5,BbAv<2.5,BbAHh,BbAvAHH,BbAvAHA,PSCH,PSCD,PSCA';
const row = 'E0,13/08/16,Burnley,Swansea,0,1,2.47,3.32,3.19,2.3,1.61,-0.25,2.06,1.81,2.79,3.16,2.89';

function read(line: string) {
  return readOddsCsv(`${header}\n${line}\n`);
}

test('every set of prices by market, line, source and time', () => {
  expect(read(row)).toEqual({
    matches: [
      {
        row: 1,
        competition: 'E0',
        date: '2016-08-13',
        home: 'Burnley',
        away: 'Swansea',
        prices: [
          { market: 'over_under', line: '2.5', source: 'BbAv', isClosing: false, oddsMilli: [2300, 1610] },
          {
            market: 'asian_handicap',
            line: '-0.25',
            source: 'BbAv',
            isClosing: false,
            oddsMilli: [2060, 1810],
          },
          { market: '1x2', source: 'PS', isClosing: false, oddsMilli: [2470, 3320, 3190] },
          { market: '1x2', source: 'PS', isClosing: true, oddsMilli: [2790, 3160, 2890] },
        ],
      },
    ],
    problems: [],
  });
});

test.each([
  ['2.47', ''],
  ['2.47', '0'],
  ['2.47', '0.00'],
  ['2.47', '-'],
  ['2.47', 'NA'],
  ['2.47', '#N/A'],
])('with %s as %j the set is left out, the others are kept', (cell, gap) => {
  const { matches, problems } = read(row.replace(cell, gap));
  expect(problems).toEqual([]);
  expect(matches[0]?.prices.map(({ market, isClosing }) => [market, isClosing])).toEqual([
    ['over_under', false],
    ['asian_handicap', false],
    ['1x2', true],
  ]);
});

test('a handicap without its line is no price', () => {
  expect(read(row.replace('-0.25', '')).matches[0]?.prices).toHaveLength(3);
});

test('a closing total and handicap of newer files', () => {
  const { matches } = readOddsCsv(
    'Date,Time,HomeTeam,AwayTeam,PC>2.5,PC<2.5,AHCh,PCAHH,PCAHA\n05/08/2022,20:00,A,B,1.9,2.01,+0.5,1.88,2.04\n',
  );
  expect(matches).toMatchObject([
    {
      time: '20:00',
      prices: [
        { market: 'over_under', line: '2.5', source: 'P', isClosing: true, oddsMilli: [1900, 2010] },
        { market: 'asian_handicap', line: '0.5', source: 'P', isClosing: true, oddsMilli: [1880, 2040] },
      ],
    },
  ]);
});

describe('what cannot be a price is named, and leaves out its set', () => {
  test.each([
    ['2.47', '1'],
    ['2.47', '0.9'],
    ['2.47', 'evens'],
    ['2.47', '-110'],
    ['2.47', '5000'],
    ['-0.25', '-0.3'],
  ])('%s as %j', (cell, wrong) => {
    const { matches, problems } = read(row.replace(cell, wrong));
    expect(matches[0]?.prices).toHaveLength(3);
    expect(problems).toMatchObject([{ row: 1, reason: 'odds' }]);
  });
});

test.each([
  ['2.47', '1.0', 'PSH "1.0" is no price'],
  ['2.47', '1002', 'PSH "1002" is no price'],
  ['2.47', '12345', 'PSH "12345" is no price'],
  ['2.47', '2.', 'PSH "2." is no price'],
  ['2.47', 'x2.47', 'PSH "x2.47" is no price'],
  ['-0.25', '-0.3', 'BbAHh "-0.3" is no line'],
])('%s as %j says: %s', (cell, wrong, detail) => {
  expect(read(row.replace(cell, wrong)).problems).toMatchObject([{ row: 1, reason: 'odds', detail }]);
});

test('the longest price, thousandths, empty rows and files that are none', () => {
  const price = (text: string) => read(row.replace('2.47', text)).matches[0]?.prices[2]?.oddsMilli[0];
  expect(price('1001')).toBe(1_001_000);
  expect(price('1.001')).toBe(1001);
  expect(price('2.4567')).toBe(2457);
  expect(readOddsCsv(`${header}\n,,,,,,,,,,,,,,,,\n${row}\n`).matches.map((match) => match.row)).toEqual([2]);
  expect(readOddsCsv('Date,HomeTeam\n').problems).toMatchObject([{ row: 0, reason: 'columns' }]);
  expect(read(row.slice(0, 40)).problems).toMatchObject([{ row: 1, reason: 'form' }]);
});
