import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readResultsCsv } from './results-csv.ts';

const header = 'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,Referee';
const row = 'E0,13/08/2016,Burnley,Man United,2,1,H,0,1,A,J Moss';

function read(...lines: string[]) {
  return readResultsCsv(`${lines.join('\r\n')}\r\n`);
}

test('a row with both scores', () => {
  expect(read(header, row)).toEqual({
    matches: [
      {
        row: 1,
        competition: 'E0',
        date: '2016-08-13',
        home: 'Burnley',
        away: 'Man United',
        status: 'played',
        ft: { home: 2, away: 1 },
        ht: { home: 0, away: 1 },
      },
    ],
    problems: [],
  });
});

describe('traps of the files', () => {
  test.each(['13/08/2016', '13/08/16', '2016-08-13'])('the date %s', (date) => {
    expect(read(header, row.replace('13/08/2016', date)).matches[0]?.date).toBe('2016-08-13');
  });

  test('a two-digit year of the last century', () => {
    expect(read(header, row.replace('13/08/2016', '14/08/93')).matches[0]?.date).toBe('1993-08-14');
  });

  test('a byte-order mark, lone line feeds, empty rows at the end, columns without a name', () => {
    const text = `\uFEFF${header},,\n${row},,\n,,,,,,,,,,,,\n`;
    const { matches, problems } = readResultsCsv(text);
    expect([matches.length, problems]).toEqual([1, []]);
  });

  test('columns in another order, some missing, others new', () => {
    const text = 'FTAG,X,AwayTeam,FTHG,HomeTeam,Date,Time\n1,?,B,0,A,01/02/2025,17:30\n';
    expect(readResultsCsv(text).matches).toEqual([
      {
        row: 1,
        date: '2025-02-01',
        time: '17:30',
        home: 'A',
        away: 'B',
        status: 'played',
        ft: { home: 0, away: 1 },
      },
    ]);
  });

  test('the names of the files of further leagues', () => {
    const text = 'Country,League,Date,Home,Away,HG,AG,Res\nBrazil,Serie A,19/05/2012,A,B,1,1,D\n';
    expect(readResultsCsv(text).matches).toMatchObject([
      { competition: 'Brazil: Serie A', home: 'A', ft: { home: 1, away: 1 } },
    ]);
  });

  test('no goals: still to be played', () => {
    expect(read(header, 'E0,13/08/2016,A,B,,,,,,,').matches).toMatchObject([{ status: 'scheduled' }]);
  });

  test('half time left out: 0-0 of a goalless match, unknown in a file that never has it', () => {
    expect(read(header, 'E0,13/08/2016,A,B,0,0,D,,,,').matches).toMatchObject([{ ht: { home: 0, away: 0 } }]);
    expect(read(header, 'E0,13/08/2016,A,B,2,0,H,,,,').matches[0]).not.toHaveProperty('ht');
  });

  test('half time left out where the other rows have it: an award looks like that, so it is no result', () => {
    const { matches, problems } = read(header, row, 'D1,14/12/2024,Union Berlin,Bochum,0,2,A,,,,');
    expect(matches).toHaveLength(1);
    expect(problems).toMatchObject([{ row: 2, reason: 'half_time' }]);
  });
});

describe('a bad row is named and yields no record, the others are kept', () => {
  test.each([
    ['E0,13/13/2016,A,B,2,1,H,0,1,A,', 'date'],
    ['E0,,A,B,2,1,H,0,1,A,', 'date'],
    ['E0,August 13,A,B,2,1,H,0,1,A,', 'date'],
    ['E0,13/08/2016,,B,2,1,H,0,1,A,', 'team'],
    ['E0,13/08/2016,A,A,2,1,H,0,1,A,', 'team'],
    ['E0,13/08/2016,A,B,2,,H,0,1,A,', 'score'],
    ['E0,13/08/2016,A,B,two,1,H,0,1,A,', 'score'],
    ['E0,13/08/2016,A,B,-1,1,A,0,1,A,', 'score'],
    ['E0,13/08/2016,A,B,,,,0,1,A,', 'score'],
    ['E0,13/08/2016,A,B,2,1,A,0,1,A,', 'result'],
    ['E0,13/08/2016,A,B,2,1,H,0,1,D,', 'result'],
    ['E0,13/08/2016,A,B,,,D,,,,', 'result'],
    ['E0,13/08/2016,A,B,2,1,H,0,2,A,', 'half_time'],
    ['E0,13/08/2016,A,B,2,1,H,,1,A,', 'half_time'],
    ['E0,13/08/2016,A,B,2,1', 'form'],
    ['E0,13/08/2016,A,B,2,1,H,0,1,A,,more', 'form'],
  ])('%s: %s', (bad, reason) => {
    const { matches, problems } = read(header, bad, row);
    expect(matches.map(({ row }) => row)).toEqual([2]);
    expect(problems.map(({ row, reason }) => [row, reason])).toEqual([[1, reason]]);
  });

  test.each([
    ['', 'form'],
    ['Date,HomeTeam\n"x', 'form'],
    ['Date,HomeTeam,AwayTeam,FTHG\n', 'columns'],
    ['Date,HomeTeam,AwayTeam,FTHG,FTAG,FTHG\n', 'columns'],
  ])('the file %j: %s', (text, reason) => {
    expect(readResultsCsv(text)).toMatchObject({ matches: [], problems: [{ row: 0, reason }] });
  });

  test('rows that contradict each other', () => {
    const { matches, problems } = read(header, row, row.replace('2,1,H', '3,1,H'));
    expect(matches).toEqual([]);
    expect(problems.map(({ row, reason }) => [row, reason])).toEqual([
      [1, 'repeated'],
      [2, 'repeated'],
    ]);
  });
});

test.each([
  ['E0,13/08/2016,A,B,2,,H,0,1,A,', '["2",""] is no score'],
  ['E0,13/08/2016,A,B,123,1,H,0,1,A,', '["123","1"] is no score'],
  ['E0,13/08/2016,A,B,2,1x,H,0,1,A,', '["2","1x"] is no score'],
  ['E0,13/08/2016,A,B,,,,0,1,A,', 'half time without full time'],
  ['E0,13/08/2016,A,B,2,1,D,0,1,A,', 'result "D" beside 2-1'],
  ['E0,13/08/2016,A,B,1,1,H,0,1,A,', 'result "H" beside 1-1'],
  ['E0,13/08/2016,A,B,0,1,H,0,1,A,', 'result "H" beside 0-1'],
  ['E0,13/08/2016,A,B,,,H,,,,', 'result "H" beside no score'],
  ['E0,13/08/2016,A,A,2,1,H,0,1,A,', 'A against itself'],
  ['E0,13/08/2016,A,B,2', '5 cells where the header has 11'],
  ['E0,13/08/2016,A,B,2,1,H,0,1,A,,,x', '13 cells where the header has 11'],
  ['E0,13/08/2016,A,B,2,1,H,,,,', 'no half-time score where others have one; the result may be an award'],
])('%s says: %s', (bad, detail) => {
  expect(read(header, bad, row).problems.map((problem) => problem.detail)).toEqual([detail]);
});

test.each([
  ['', 'the file is empty'],
  ['Date,HomeTeam,AwayTeam,FTHG\n', 'column FTAG / AG is missing'],
  ['Date,Home,AwayTeam,HG\n', 'column FTAG / AG is missing'],
  ['HomeTeam,AwayTeam,FTHG,FTAG\n', 'column Date is missing'],
  ['Date,AwayTeam,FTHG,FTAG\n', 'column HomeTeam / Home / HT is missing'],
  ['Date,HomeTeam,FTHG,FTAG\n', 'column AwayTeam / Away / AT is missing'],
  ['Date,HomeTeam,AwayTeam,FTAG\n', 'column FTHG / HG is missing'],
  ['Date,HomeTeam,AwayTeam,FTHG,FTAG,Date\n', 'column Date is there twice'],
  ['Date,"x\n', 'line 1: a quote is misplaced, or is not closed'],
])('the file %j says: %s', (text, detail) => {
  expect(readResultsCsv(text).problems.map((problem) => problem.detail)).toEqual([detail]);
});

describe('shots', () => {
  const withShots = (...cells: string[]) =>
    read('Date,HomeTeam,AwayTeam,FTHG,FTAG,HS,AS,HST,AST', `13/08/2016,Burnley,Swansea,0,1,${cells.join()}`);

  test('of both sides, all and on target', () => {
    const [match] = withShots('10', '17', '3', '9').matches;
    expect(match).toMatchObject({
      shots: { home: { all: 10, onTarget: 3 }, away: { all: 17, onTarget: 9 } },
    });
  });

  test.each([
    [['', '17', '3', '9']],
    [['10', '17', '', '']],
    [['10', '17', '11', '9']],
    [['10', 'x', '3', '9']],
    [['10', '17', '3', '-1']],
    [['1e1', '17', '3', '9']],
  ])('that are incomplete or make no sense are left out, the match is kept: %j', (cells) => {
    const { matches, problems } = withShots(...cells);
    expect(matches).toMatchObject([{ ft: { home: 0, away: 1 } }]);
    expect(matches[0]).not.toHaveProperty('shots');
    expect(problems).toEqual([]);
  });
});

test('columns HT and AT, and cells and names with blanks around', () => {
  expect(readResultsCsv('Date , HT,AT,FTHG,FTAG\n 13/08/16 , A , B , 1 , 0 \n').matches).toMatchObject([
    { date: '2016-08-13', home: 'A', away: 'B', ft: { home: 1, away: 0 } },
  ]);
});

test('draws and away wins agree with their letters too', () => {
  const { matches, problems } = read(
    header,
    'E0,13/08/2016,A,B,1,1,D,0,0,D,',
    'E0,13/08/2016,C,D,1,2,A,1,0,H,',
  );
  expect([matches.length, problems]).toEqual([2, []]);
});

test('no text throws an exception', () => {
  const cell = fc.constantFrom('', '0', '1', '2', 'H', 'A', 'D', '13/08/2016', 'Burnley', '"', 'x');
  const line = fc.array(cell, { minLength: 9, maxLength: 12 }).map((cells) => cells.join(','));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      for (const match of read(header, ...lines).matches) {
        if (match.status !== 'played' || match.ht === undefined) continue;
        expect(match.ht.home).toBeLessThanOrEqual(match.ft.home);
      }
    }),
  );
});
