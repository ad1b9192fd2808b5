import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsInOrder, tableOf, type TableMatch, type TableRules } from './league-table.ts';
import { firstStepOf, rulesOf } from './table-rules.ts';

const match = (home: string, away: string, h: number, a: number): TableMatch => ({
  home,
  away,
  ft: { home: h, away: a },
});
const order = (rows: readonly { team: string; rank: number }[]) =>
  rows.map(({ team, rank }) => `${rank} ${team}`);

const teams = ['a', 'b', 'c', 'd'];
const goals = fc.integer({ min: 0, max: 3 });
const season = fc
  .array(fc.tuple(fc.constantFrom(...teams), fc.constantFrom(...teams), goals, goals), { maxLength: 20 })
  .map((rows) => rows.filter(([home, away]) => home !== away).map((row) => match(...row)));
/** A season of the rules in force. */
const now = '2025-26';
const anyRules = fc
  .constantFrom('en.1', 'es.1', 'fr.1', 'de.1', 'wc2022', 'wc2026', 'unknown')
  .map((id) => rulesOf(id, now));

describe('a table', () => {
  it('counts wins, draws, losses and goals of the teams it has, and no others', () => {
    const rows = tableOf(
      ['a', 'b'],
      [match('a', 'b', 2, 1), match('b', 'a', 0, 0), match('a', 'x', 5, 0)],
      [],
    );
    expect(rows).toEqual([
      {
        team: 'a',
        rank: 1,
        played: 2,
        won: 1,
        drawn: 1,
        lost: 0,
        goalsFor: 2,
        goalsAgainst: 1,
        points: 4,
        deducted: 0,
      },
      {
        team: 'b',
        rank: 2,
        played: 2,
        won: 0,
        drawn: 1,
        lost: 1,
        goalsFor: 1,
        goalsAgainst: 2,
        points: 1,
        deducted: 0,
      },
    ]);
  });

  it('lets teams that nothing separates share a place, in the order in which they were given', () => {
    expect(order(tableOf(['b', 'a', 'c'], [match('c', 'x', 1, 0)], rulesOf('en.1', now)))).toEqual([
      '1 b',
      '1 a',
      '1 c',
    ]);
  });

  it('takes points away', () => {
    const deducted = new Map([['a', 4]]);
    const rows = tableOf(['a', 'b'], [match('a', 'b', 1, 0)], [], { deducted });
    expect(rows.map(({ team, points }) => [team, points])).toEqual([
      ['b', 0],
      ['a', -1],
    ]);
  });

  it('has as many points as its matches give, as many goals for as against, and every team once', () =>
    fc.assert(
      fc.property(season, anyRules, (matches, rules) => {
        const rows = tableOf(teams, matches, rules);
        const sum = (of: (row: (typeof rows)[number]) => number) =>
          rows.reduce((total, row) => total + of(row), 0);
        const draws = matches.filter(({ ft }) => ft.home === ft.away).length;
        expect(rows.map(({ team }) => team).toSorted()).toEqual(teams);
        expect(sum(({ points }) => points)).toBe(3 * matches.length - draws);
        expect(sum(({ goalsFor, goalsAgainst }) => goalsFor - goalsAgainst)).toBe(0);
        expect(sum(({ played }) => played)).toBe(2 * matches.length);
        for (const [at, row] of rows.entries()) {
          const above = rows[at - 1];
          expect(above?.points ?? Infinity).toBeGreaterThanOrEqual(row.points);
          expect(row.rank).toBe(above?.rank === row.rank ? above.rank : at + 1);
        }
      }),
    ));

  it('does not depend on the order of matches or of teams, where no place is shared', () =>
    fc.assert(
      fc.property(
        season,
        anyRules,
        fc.shuffledSubarray(teams, { minLength: 4 }),
        (matches, rules, others) => {
          const ranks = (rows: ReturnType<typeof tableOf>) =>
            new Map(rows.map(({ team, rank }) => [team, rank]));
          expect(ranks(tableOf(others, matches.toReversed(), rules))).toEqual(
            ranks(tableOf(teams, matches, rules)),
          );
        },
      ),
    ));

  it('of two equal teams puts the winner of their meetings first where meetings come first', () =>
    fc.assert(
      fc.property(season, (matches) => {
        const rules: TableRules = [
          { mutual: ['points', 'goal_difference', 'goals'] },
          'goal_difference',
          'goals',
        ];
        const rows = tableOf(teams, matches, rules);
        for (const row of rows) {
          const equal = rows.filter(({ points }) => points === row.points);
          const [first, second] = equal;
          if (equal.length !== 2 || first === undefined || second === undefined) continue;
          const [best, other] = tableOf([first.team, second.team], matches, []);
          const winner = (best?.points ?? 0) > (other?.points ?? 0) ? best?.team : first.team;
          expect(first.team).toBe(winner);
        }
      }),
    ));
});

describe('teams with equal points', () => {
  // b has the better goal difference, a has won the meeting.
  const matches = [match('a', 'b', 1, 0), match('b', 'c', 4, 0), match('c', 'a', 1, 0)];

  it('are separated by goal difference, or by their meetings', () => {
    expect(
      order(tableOf(['a', 'b'], [...matches, match('b', 'a', 0, 0)], rulesOf('wc2022', now))).length,
    ).toBe(2);
    const two = [match('a', 'b', 1, 0), match('b', 'c', 4, 0), match('a', 'd', 0, 3)];
    expect(order(tableOf(['a', 'b', 'c', 'd'], two, rulesOf('wc2022', now)))).toEqual([
      '1 b',
      '2 d',
      '3 a',
      '4 c',
    ]);
    expect(order(tableOf(['a', 'b', 'c', 'd'], two, rulesOf('wc2026', now)))).toEqual([
      '1 d',
      '2 a',
      '3 b',
      '4 c',
    ]);
  });

  it('are compared again among themselves when the meetings of three leave two', () => {
    // Each has beaten one of the others; c has scored most, and of the two that are left a has beaten b.
    const three = [match('a', 'b', 1, 0), match('b', 'c', 1, 0), match('c', 'a', 3, 0)];
    expect(order(tableOf(['b', 'a', 'c'], three, [{ mutual: ['points', 'goals'] }]))).toEqual([
      '1 c',
      '2 a',
      '3 b',
    ]);
  });

  it('wait for both meetings where the rules say so', () => {
    const once = [match('a', 'b', 1, 0), match('b', 'c', 4, 0)];
    expect(order(tableOf(['a', 'b', 'c'], once, rulesOf('es.1', now)))).toEqual(['1 b', '2 a', '3 c']);
    const twice = [...once, match('b', 'a', 1, 1)];
    expect(order(tableOf(['a', 'b', 'c'], twice, rulesOf('es.1', now)))).toEqual(['1 a', '2 b', '3 c']);
  });
});

describe('of two teams with equal points, goal difference and goals', () => {
  /** What `a` and `b` did against each other, and against a third team that makes their sums equal. */
  const among = (own: readonly TableMatch[], others: readonly TableMatch[], id: string, of = now) =>
    order(tableOf(['a', 'b', 'c'], [...own, ...others], rulesOf(id, of)).filter(({ team }) => team !== 'c'));

  it('Germany puts the one first that has more goals in both meetings, once they were played', () => {
    const home = match('b', 'a', 1, 0);
    // Each has won once, a with more goals; b has made up for it elsewhere.
    const others = [
      match('a', 'c', 1, 0),
      match('c', 'a', 2, 0),
      match('b', 'c', 2, 0),
      match('c', 'b', 1, 0),
    ];
    expect(among([match('a', 'b', 3, 1), home], others, 'de.1')).toEqual(['1 a', '2 b']);
    // After one meeting they share the place, no matter who won it or scored more away.
    const one = among([home], [match('a', 'c', 1, 0), match('c', 'b', 1, 0)], 'de.1');
    expect(one).toEqual(['1 a', '1 b']);
  });

  it('France puts the one first that has won more since 2025, and that scored more away before', () => {
    const own = [match('a', 'b', 0, 0), match('b', 'a', 1, 1)];
    expect(among(own, [], 'fr.1', '2024-25')).toEqual(['1 a', '2 b']);
    expect(among(own, [], 'fr.1')).toEqual(['1 a', '1 b']);
    const won = [match('a', 'c', 2, 0), match('a', 'c', 0, 2), match('c', 'b', 2, 0), match('c', 'b', 0, 2)];
    // Both have won once, b away.
    expect(among(own, won, 'fr.1')).toEqual(['2 b', '3 a']);
  });
});

it('third places are compared by points, goal difference and goals', () => {
  const row = (team: string, points: number, goalsFor: number, goalsAgainst: number) => ({
    team,
    points,
    goalsFor,
    goalsAgainst,
    rank: 3,
    played: 3,
    won: 1,
    drawn: 0,
    lost: 2,
    deducted: 0,
  });
  const rows = [row('a', 3, 2, 3), row('b', 4, 1, 5), row('c', 3, 3, 4), row('d', 3, 3, 4)];
  expect(order(rowsInOrder(rows))).toEqual(['1 b', '2 c', '2 d', '4 a']);
});

it('states which rule is first where points are equal', () => {
  expect(['es.1', 'en.1', 'wc2026', 'new'].map((id) => firstStepOf(rulesOf(id, now)))).toEqual([
    'meetings',
    'goal_difference',
    'meetings',
    'goal_difference',
  ]);
});
