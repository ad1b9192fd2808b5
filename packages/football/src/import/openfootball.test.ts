import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOpenFootball } from './openfootball.ts';

const base = { round: 'Matchday 1', date: '2024-08-16', time: '20:00', team1: 'Home FC', team2: 'Away FC' };

function readOne(row: unknown) {
  return readOpenFootball({ name: 'League', matches: [row] });
}

test('a match with both scores', () => {
  expect(readOne({ ...base, score: { ht: [0, 1], ft: [2, 1] } })).toEqual({
    name: 'League',
    matches: [
      {
        row: 1,
        round: 'Matchday 1',
        date: '2024-08-16',
        time: '20:00',
        home: 'Home FC',
        away: 'Away FC',
        status: 'played',
        ft: { home: 2, away: 1 },
        ht: { home: 0, away: 1 },
      },
    ],
    problems: [],
  });
});

describe('traps of the files', () => {
  test('no half time is 0-0 when the match ended so, else unknown', () => {
    const zero = { home: 0, away: 0 };
    expect(readOne({ ...base, score: { ft: [0, 0] } }).matches[0]).toMatchObject({ ft: zero, ht: zero });
    expect(readOne({ ...base, score: { ft: [1, 0] } }).matches[0]).not.toHaveProperty('ht');
  });

  test('an awarded score is no result', () => {
    const [match] = readOne({ ...base, score: { ft: [0, 2] }, status: 'awarded' }).matches;
    expect(match).toMatchObject({ status: 'awarded', awarded: { home: 0, away: 2 } });
    expect(match).not.toHaveProperty('ft');
    expect(match).not.toHaveProperty('ht');
  });

  test.each([
    [{ score: {} }, 'scheduled'],
    [{}, 'scheduled'],
    [{ score: null }, 'scheduled'],
    [{ score: {}, status: 'postponed' }, 'postponed'],
    [{ score: { ft: [1, 0] }, status: 'abandoned' }, 'abandoned'],
    [{ score: {}, status: 'cancelled' }, 'cancelled'],
    [{ score: {}, status: 'canceled' }, 'cancelled'],
    [{ score: {}, status: 'annulled' }, 'cancelled'],
    [{ score: {}, status: 'suspended' }, 'abandoned'],
    [{ score: { ft: null, ht: null } }, 'scheduled'],
    [{ score: {}, status: 'POSTPONED' }, 'postponed'],
  ])('%j is %s, without a result', (fields, status) => {
    const { matches, problems } = readOne({ ...base, ...fields });
    expect(problems).toEqual([]);
    expect(matches[0]).toMatchObject({ status });
    expect(matches[0]).not.toHaveProperty('ft');
  });

  test('a kick-off without a time, or with an offset', () => {
    const { time, ...untimed } = base;
    expect(time).toBe('20:00');
    expect(readOne(untimed).matches[0]).not.toHaveProperty('time');
    expect(readOne({ ...base, time: '17:00 UTC+5' }).matches[0]).toMatchObject({
      time: '17:00',
      utcOffsetMinutes: 300,
    });
    expect(readOne({ ...base, time: '9:00 UTC-3:30' }).matches[0]).toMatchObject({
      time: '09:00',
      utcOffsetMinutes: -210,
    });
  });

  test('extra time and shoot-outs are left aside', () => {
    const score = { ht: [0, 0], ft: [1, 1], et: [2, 2], p: [4, 2] };
    expect(readOne({ ...base, score }).matches[0]).toMatchObject({ ft: { home: 1, away: 1 } });
  });
});

describe('a bad row is named and yields no record, the others are kept', () => {
  test.each([
    [null, 'form'],
    [[1, 2], 'form'],
    [{ ...base, team1: '' }, 'team'],
    [{ ...base, team2: 7 }, 'team'],
    [{ ...base, team2: 'Home FC' }, 'team'],
    [{ ...base, date: '2024-02-30' }, 'date'],
    [{ ...base, date: undefined }, 'date'],
    [{ ...base, time: '25:00' }, 'time'],
    [{ ...base, time: 20 }, 'time'],
    [{ ...base, score: [1, 0] }, 'score'],
    [{ ...base, score: { ft: [1] } }, 'score'],
    [{ ...base, score: { ft: ['1', '0'] } }, 'score'],
    [{ ...base, score: { ft: [1, -1] } }, 'score'],
    [{ ...base, score: { ft: [1.5, 0] } }, 'score'],
    [{ ...base, score: { ht: [1, 0] } }, 'score'],
    [{ ...base, score: { ht: [2, 0], ft: [1, 3] } }, 'half_time'],
    [{ ...base, score: { ht: [1, null], ft: [1, 3] } }, 'half_time'],
    [{ ...base, score: {}, status: 'awarded' }, 'score'],
    [{ ...base, status: 'moved' }, 'status'],
  ])('%j: %s', (row, reason) => {
    const good = { ...base, team1: 'Third FC', score: { ft: [1, 0] } };
    const { matches, problems } = readOpenFootball({ name: 'League', matches: [row, good] });
    expect(matches.map(({ row, home }) => [row, home])).toEqual([[2, 'Third FC']]);
    expect(problems.map(({ row, reason }) => [row, reason])).toEqual([[1, reason]]);
  });

  test.each([[undefined], [null], ['x'], [[]], [{}], [{ matches: {} }]])('a file %j', (json) => {
    expect(readOpenFootball(json)).toMatchObject({ matches: [], problems: [{ row: 0, reason: 'form' }] });
  });
});

test.each([
  [7, 'not a match'],
  [{ ...base, team1: ' ' }, 'no home team'],
  [{ ...base, team2: undefined }, 'no away team'],
  [{ ...base, team1: 'Away FC' }, 'Away FC against itself'],
  [{ ...base, score: 'x' }, 'the score is none'],
  [{ ...base, score: { ft: [1, '2'] } }, '[1,"2"] is no score'],
  [{ ...base, score: { ft: [1, 2, 3] } }, '[1,2,3] is no score'],
  [{ ...base, score: { ht: [0, 0] } }, 'half time without full time'],
  [{ ...base, score: { ht: [1, 3], ft: [1, 2] } }, '1-3 at half time, 1-2 at the end'],
  [{ ...base, status: 'awarded' }, 'awarded without a score'],
  [{ ...base, status: 3 }, 'unknown status 3'],
  [{ ...base, date: 3 }, 'no date'],
  [{ ...base, time: null }, '"" is no time'],
])('%j says: %s', (row, detail) => {
  expect(readOne(row).problems.map((problem) => problem.detail)).toEqual([detail]);
});

test('names are trimmed, and a round that is no text left out', () => {
  const [match] = readOne({ ...base, team1: ' Home FC ', round: 7 }).matches;
  expect(match).toMatchObject({ home: 'Home FC' });
  expect(match?.round).toBeUndefined();
  expect(readOpenFootball({ name: 3, matches: [] })).toEqual({ name: '', matches: [], problems: [] });
  expect(readOpenFootball({ name: 'L' }).problems).toMatchObject([
    { row: 0, reason: 'form', detail: 'no list of matches' },
  ]);
});

describe('a match that is there twice', () => {
  const win = { ...base, score: { ft: [2, 1] } };

  test('counts once when both rows agree', () => {
    const { matches, problems } = readOpenFootball({ name: '', matches: [win, { ...win }] });
    expect(matches.map(({ row }) => row)).toEqual([1]);
    const detail = 'Home FC – Away FC on 2024-08-16 also in row 1';
    expect(problems).toMatchObject([{ row: 2, reason: 'repeated', detail }]);
  });

  test('never counts when they do not', () => {
    const { matches, problems } = readOpenFootball({
      name: '',
      matches: [win, { ...win, score: { ft: [0, 0] } }],
    });
    expect(matches).toEqual([]);
    const said = 'Home FC – Away FC on 2024-08-16 also in row';
    expect(problems).toMatchObject([
      { row: 1, reason: 'repeated', detail: `${said} 2, otherwise` },
      { row: 2, reason: 'repeated', detail: `${said} 1, otherwise` },
    ]);
  });

  test('three times, and with other problems, in the order of the rows', () => {
    const rows = [win, { ...win, round: 'Another' }, null, { ...win }];
    const { matches, problems } = readOpenFootball({ name: '', matches: rows });
    expect(matches.map(({ row }) => row)).toEqual([1]);
    expect(problems.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'repeated'],
      [3, 'form'],
      [4, 'repeated'],
    ]);
    expect(problems[2]?.detail).toContain('also in row 1, 2');
  });

  test('on another day is another match', () => {
    const replay = { ...win, date: '2024-09-01' };
    expect(readOpenFootball({ name: '', matches: [win, replay] }).matches).toHaveLength(2);
  });
});

test('each row of any file is a record or a problem, never an exception', () => {
  const score = fc.oneof(fc.jsonValue(), fc.record({ ft: fc.jsonValue(), ht: fc.jsonValue() }));
  const match = score.map((score): unknown => ({ ...base, score }));
  fc.assert(
    fc.property(fc.array(fc.oneof(match, fc.jsonValue())), (rows) => {
      const { matches, problems } = readOpenFootball({ name: '', matches: rows });
      expect([...matches, ...problems].map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(
        rows.map((_, index) => index + 1),
      );
    }),
  );
});
