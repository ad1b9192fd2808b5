import { describe, expect, test } from 'vitest';
import { gradeCsv } from './grade-csv.ts';

const HEADER = 'ht_home,ht_away,ft_home,ft_away,market,selection,line';

describe('graded rows', () => {
  test.each([
    ['1,0,2,1,1x2,1,', 'win'],
    ['1,0,2,1,1x2,X,', 'lose'],
    ['1,0,2,1,over_under,over,2.5', 'win'],
    ['1,0,2,1,over_under,over,2.75', 'half-win'],
    ['1,0,2,1,over_under,over,3', 'push'],
    ['1,0,2,1,over_under,over,3.25', 'half-lose'],
    ['1,0,2,1,over_under,under,2.50', 'lose'],
    ['1,0,2,1,correct_score,2-1,', 'win'],
    ['3,0,6,1,correct_score,other_home,', 'win'],
    ['1,0,2,1,ht_1x2,1,', 'win'],
    ['1,0,2,1,ht_correct_score,1-0,', 'win'],
    [',,2,1,ht_1x2,1,', 'unsettled'],
    [',,0,0,ht_correct_score,0-0,', 'unsettled'],
    [',,2,1,1x2,1,', 'win'],
    ['0,0,0,0,ht_correct_score,0-0,', 'win'],
    [',,10,0,1x2,1,', 'win'],
    [' 1 , 0 , 2 , 1 , over_under , over , 2.5 ', 'win'],
    ['1,0,2,1,double_chance,X2,', 'lose'],
    ['1,0,2,2,draw_no_bet,1,', 'push'],
    ['1,0,2,1,asian_handicap,home,-0.75', 'half-win'],
    ['1,0,2,1,asian_handicap,away,0.75', 'half-lose'],
    ['1,0,2,1,asian_handicap,away,+1', 'push'],
    ['1,0,2,1,asian_handicap,away,1.5', 'win'],
    ['1,0,2,1,asian_handicap,home,-0', 'win'],
    [',,2,1,asian_handicap,home,-1.25', 'half-lose'],
    ['1,0,2,1,btts,no,', 'lose'],
    ['1,0,2,1,odd_even,odd,', 'win'],
    ['0,0,0,0,odd_even,even,', 'win'],
    ['0,0,2,1,ht_ft,X/1,', 'win'],
    [',,2,1,ht_ft,X/1,', 'unsettled'],
    ['1,0,2,1,ht_over_under,under,0.75', 'half-lose'],
    ['1,0,2,1,ht_asian_handicap,away,0.5', 'lose'],
    [',,2,1,ht_asian_handicap,away,0.5', 'unsettled'],
    ['1,0,2,1,ht_btts,no,', 'win'],
  ])('%s: %s', (row, outcome) => {
    expect(gradeCsv(`${HEADER}\n${row}\n`)).toEqual({
      csv: `${HEADER},outcome\n${row},${outcome}\n`,
      problems: [],
    });
  });

  test.each([
    ['1,0,2,1,builder,1x2:1;over_under:over:2.5,', 'win'],
    ['1,0,2,1,builder,over_under:over:2.5;1x2:X,', 'lose'],
    ['1,0,2,1,builder,ht_1x2:1;over_under:over:3,', 'win;push'],
    ['1,0,2,1,builder,over_under:over:2.75;ht_1x2:1;asian_handicap:away:+0.75,', 'half-win;win;half-lose'],
    ['1,0,1,0,builder,over_under:over:1;asian_handicap:home:-1,', 'push'],
    ['1,0,2,1,builder,asian_handicap:home:-0.5:1-0;btts:yes,', 'lose'],
    ['1,0,2,0,builder,asian_handicap:home:-0.5:1-0; btts : no ,', 'win'],
    [',,2,1,builder,ht_1x2:1;btts:yes,', 'unsettled'],
    [',,2,1,builder,ht_1x2:1;btts:no,', 'lose'],
  ])('a builder, %s: %s', (row, outcome) => {
    expect(gradeCsv(`${HEADER}\n${row}\n`)).toEqual({
      csv: `${HEADER},outcome\n${row},${outcome}\n`,
      problems: [],
    });
  });

  test.each([
    ['1,0,2,1,builder,1x2:1;btts:yes,,1 2.00 1.50 2.80', 'win,14/5'],
    ['1,0,1,1,builder,draw_no_bet:1;btts:yes,,1 2.00 1.50 2.80', 'push;win,3/2'],
    ['1,0,2,1,builder,over_under:over:2.75;btts:yes,,1.00  2 1.50 2.80', 'half-win;win,43/20'],
    ['1,0,2,1,builder,1x2:2;btts:yes,,1 2.00 1.50 2.80', 'lose,0/1'],
    [',,2,1,builder,ht_1x2:1;btts:yes,,1 2.00 1.50 2.80', 'unsettled,'],
    ['1,0,2,1,builder,1x2:1;btts:yes,,', 'win,'],
    ['1,0,2,1,1x2,1,,', 'win,'],
  ])('with the prices of its subsets, %s: %s', (row, written) => {
    expect(gradeCsv(`${HEADER},subsets\n${row}\n`)).toEqual({
      csv: `${HEADER},subsets,outcome,factor\n${row},${written}\n`,
      problems: [],
    });
  });

  test('columns in any order, further columns, a byte-order mark, CRLF and quotes', () => {
    const { csv, problems } = gradeCsv(
      '\uFEFFid,line,selection,market,ft_away,ft_home,ht_away,ht_home,"note, ""x"""\r\n7,2.5,over,"over_under",1,2,,,"a, b"\r\n',
    );
    expect(problems).toEqual([]);
    expect(csv).toBe(
      'id,line,selection,market,ft_away,ft_home,ht_away,ht_home,"note, ""x""",outcome\n' +
        '7,2.5,over,over_under,1,2,,,"a, b",win\n',
    );
  });

  test('an outcome column that is there already is filled in', () => {
    expect(gradeCsv(`outcome,${HEADER}\n?,1,0,2,1,1x2,1,\n`).csv).toBe(
      `outcome,${HEADER}\nwin,1,0,2,1,1x2,1,\n`,
    );
  });

  test('blanks around the names of columns', () => {
    const header = HEADER.replace('market', ' market ');
    expect(gradeCsv(`${header}\n1,0,2,1,1x2,1,\n`).csv).toBe(`${header},outcome\n1,0,2,1,1x2,1,,win\n`);
  });

  test('no rows are graded to no rows', () => {
    expect(gradeCsv(HEADER)).toEqual({ csv: `${HEADER},outcome\n`, problems: [] });
  });
});

describe('a row that cannot be read is named and nothing is written', () => {
  test.each([
    ['1,0,2,1,1X2,1,', 'unknown market "1X2"'],
    ['1,0,2,1,1x2,3,', 'unknown selection "3"'],
    ['1,0,2,1,1x2,1,2.5', 'unknown line "2.5"'],
    ['1,0,2,1,over_under,over,', 'unknown line (none)'],
    ['1,0,2,1,over_under,over,2.6', 'unknown line "2.6"'],
    ['1,0,2,1,asian_handicap,home,-3.25', 'unknown line "-3.25"'],
    ['1,0,2,1,asian_handicap,home,-0.6', 'unknown line "-0.6"'],
    ['1,0,2,1,asian_handicap,1,-0.5', 'unknown selection "1"'],
    ['1,0,2,1,ht_ft,1X,', 'unknown selection "1X"'],
    ['1,0,x,1,1x2,1,', 'ft_home "x" is not a number of goals'],
    ['1,0,-2,1,1x2,1,', 'ft_home "-2" is not a number of goals'],
    ['1,0,2.5,1,1x2,1,', 'ft_home "2.5" is not a number of goals'],
    ['1,0,2,,1x2,1,', 'ft_away is empty'],
    ['1,,2,1,1x2,1,', 'ht_away is empty'],
    [',0,2,1,1x2,1,', 'ht_home is empty'],
    ['0,0,100,1,1x2,1,', 'ft_home "100" is not a number of goals'],
    ['0,2,2,1,1x2,1,', 'more goals at half time than at full time'],
    ['3,0,2,1,1x2,1,', 'more goals at half time than at full time'],
    ['1,0,2,1,builder,1x2:1,', '1 parts, not 2 to 6'],
    ['1,0,2,1,builder,all,', '1 parts, not 2 to 6'],
    ['1,0,2,1,builder,1x2:1;1x2:3,', 'unknown selection "3"'],
    ['1,0,2,1,builder,1x2:1;over_under:over,', 'unknown line (none)'],
    ['1,0,2,1,builder,1x2:1;btts:yes,2.5', 'unknown line "2.5"'],
    ['1,0,2,1,builder,1x2:1;builder:all,', 'unknown market "builder"'],
    ['1,0,2,1,builder,1x2:1;btts:yes::1,', '"btts:yes::1" is not a part'],
    ['1,0,2,1,builder,asian_handicap:home:1:3-0;btts:yes,', '2-1 after 3-0'],
    ['1,0,2,1,1x2,1', '6 cells where the header has 7'],
    ['1,0,2,1,1x2,1,,', '8 cells where the header has 7'],
  ])('%s: %s', (row, problem) => {
    const good = '1,0,2,1,1x2,1,';
    expect(gradeCsv(`${HEADER}\n${good}\n${row}\n${good}\n`)).toEqual({
      csv: '',
      problems: [`row 2 (line 3): ${problem}`],
    });
  });

  test.each([
    ['1,0,2,1,builder,1x2:1;btts:yes,,1 2.00 1.50', 'subsets "1 2.00 1.50" are not 4 prices from 1 on'],
    ['1,0,2,1,builder,1x2:1;btts:yes,,2 2 1.50 3', 'subsets "2 2 1.50 3" are not 4 prices from 1 on'],
    ['1,0,2,1,builder,1x2:1;btts:yes,,1 2 x 3', 'subsets "1 2 x 3" are not 4 prices from 1 on'],
    ['1,0,2,1,1x2,1,,1 2', 'subsets without a builder'],
  ])('with prices, %s: %s', (row, problem) => {
    expect(gradeCsv(`${HEADER},subsets\n${row}\n`)).toEqual({
      csv: '',
      problems: [`row 1 (line 2): ${problem}`],
    });
  });

  test('all of them at once', () => {
    expect(gradeCsv(`${HEADER}\n,,x,0,1x2,1,\n\n,,0,0,1x2,9,\n`).problems).toEqual([
      'row 1 (line 2): ft_home "x" is not a number of goals',
      'row 2 (line 4): unknown selection "9"',
    ]);
  });

  test.each([
    ['', 'the file is empty'],
    ['ht_home,ht_away,ft_home,ft_away,market,selection\n', 'column line is missing'],
    [`${HEADER},market\n`, 'column market is there 2 times'],
    [`${HEADER},subsets,factor,factor\n`, 'column factor is there 2 times'],
    [`${HEADER}\n1,0,2,1,"1x2,1,\n`, 'line 2: a quote is misplaced, or is not closed'],
  ])('%j: %s', (text, problem) => {
    expect(gradeCsv(text)).toEqual({ csv: '', problems: [problem] });
  });
});
