import type { Score } from './score.ts';

/** A match that counts for a table: teams by id, goals after 90 minutes. */
export type TableMatch = { home: string; away: string; ft: Score };

/** What separates teams with equal points by all their matches. */
type Overall = 'goal_difference' | 'goals' | 'away_goals' | 'wins' | 'away_wins';
/** What separates them by their matches against each other. */
type Mutual = 'points' | 'goal_difference' | 'goals' | 'away_goals';

/** One step of the rules for teams with equal points. */
export type TableStep =
  | Overall
  | {
      /** In this order, by the matches between the teams that are equal; again among those it leaves equal. */
      mutual: readonly Mutual[];
      /**
       * Counts only once each of them has played at home against each other. Until then `skip` continues with the next step, and
       * `share` leaves them on one place.
       */
      untilComplete?: 'skip' | 'share';
    };

/** What separates teams with equal points, step by step. A win is three points, a draw one. */
export type TableRules = readonly TableStep[];

export type LeagueTableRow = {
  team: string;
  /** 1 for the first; teams that no step separates share a place. */
  rank: number;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  goalsFor: number;
  goalsAgainst: number;
  points: number;
  /** Points taken away by a decision; `points` is without them. */
  deducted: number;
};

type Figures = Omit<LeagueTableRow, 'team' | 'rank' | 'deducted'> & { awayGoals: number; awayWins: number };

const none = (): Figures => ({
  played: 0,
  won: 0,
  drawn: 0,
  lost: 0,
  goalsFor: 0,
  goalsAgainst: 0,
  points: 0,
  awayGoals: 0,
  awayWins: 0,
});

const count = (figures: Figures, own: number, other: number, isAway: boolean): void => {
  figures.played += 1;
  figures.won += own > other ? 1 : 0;
  figures.drawn += own === other ? 1 : 0;
  figures.lost += own < other ? 1 : 0;
  figures.goalsFor += own;
  figures.goalsAgainst += other;
  figures.points += own > other ? 3 : own === other ? 1 : 0;
  figures.awayGoals += isAway ? own : 0;
  figures.awayWins += isAway && own > other ? 1 : 0;
};

/** What each of these teams has from the matches between them. */
const figuresOf = (teams: readonly string[], matches: readonly TableMatch[]): Map<string, Figures> => {
  const all = new Map(teams.map((team) => [team, none()]));
  for (const { home, away, ft } of matches) {
    const [ofHome, ofAway] = [all.get(home), all.get(away)];
    if (ofHome === undefined || ofAway === undefined) continue;
    count(ofHome, ft.home, ft.away, false);
    count(ofAway, ft.away, ft.home, true);
  }
  return all;
};

const valueOf = (figures: Figures, by: Overall | Mutual): number => {
  switch (by) {
    case 'points':
      return figures.points;
    case 'goal_difference':
      return figures.goalsFor - figures.goalsAgainst;
    case 'goals':
      return figures.goalsFor;
    case 'away_goals':
      return figures.awayGoals;
    case 'wins':
      return figures.won;
    case 'away_wins':
      return figures.awayWins;
    default:
      return by satisfies never;
  }
};

/** Teams by these values, the highest first; those with equal ones together. */
const split = (teams: readonly string[], valuesOf: (team: string) => readonly number[]): string[][] => {
  const compare = (a: readonly number[], b: readonly number[]): number => {
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
  };
  const sorted = teams
    .map((team) => ({ team, values: valuesOf(team) }))
    .toSorted((a, b) => compare(a.values, b.values));
  const parts: (typeof sorted)[] = [];
  for (const each of sorted) {
    const last = parts.at(-1);
    if (last?.[0] !== undefined && compare(last[0].values, each.values) === 0) last.push(each);
    else parts.push([each]);
  }
  return parts.map((part) => part.map(({ team }) => team));
};

/** Whether each of the teams has been at home against each other. */
const isComplete = (teams: readonly string[], matches: readonly TableMatch[]): boolean => {
  const played = new Set(matches.map(({ home, away }) => `${home} ${away}`));
  return teams.every((home) => teams.every((away) => home === away || played.has(`${home} ${away}`)));
};

/**
 * The table of a league or a group. Teams are ordered by points, then by the steps of the rules; those that the steps leave equal
 * share a place, in the order in which they were given.
 * @param teams all of the table, also those without a match; matches of others are left out
 * @param options.deducted points taken away, by team
 */
export const tableOf = (
  teams: readonly string[],
  matches: readonly TableMatch[],
  rules: TableRules,
  { deducted = new Map() }: { deducted?: ReadonlyMap<string, number> } = {},
): LeagueTableRow[] => {
  const all = figuresOf(teams, matches);
  const of = (team: string): Figures => all.get(team) ?? none();
  const pointsOf = (team: string): number => of(team).points - (deducted.get(team) ?? 0);

  const separate = (equal: readonly string[], steps: TableRules): string[][] => {
    const [step, ...rest] = steps;
    if (equal.length < 2 || step === undefined) return [[...equal]];
    if (typeof step === 'string') {
      return split(equal, (team) => [valueOf(of(team), step)]).flatMap((part) => separate(part, rest));
    }
    const { mutual, untilComplete } = step;
    if (untilComplete !== undefined && !isComplete(equal, matches))
      return untilComplete === 'share' ? [[...equal]] : separate(equal, rest);
    const among = figuresOf(equal, matches);
    const parts = split(equal, (team) => mutual.map((by) => valueOf(among.get(team) ?? none(), by)));
    // Fewer teams than before: their own matches may separate them.
    return parts.flatMap((part) => separate(part, part.length < equal.length ? steps : rest));
  };

  const places = split(teams, (team) => [pointsOf(team)]).flatMap((part) => separate(part, rules));
  let rank = 1;
  return places.flatMap((equal) => {
    const rows = equal.map((team): LeagueTableRow => {
      const { awayGoals: _goals, awayWins: _wins, ...figures } = of(team);
      return { team, rank, ...figures, points: pointsOf(team), deducted: deducted.get(team) ?? 0 };
    });
    rank += equal.length;
    return rows;
  });
};

/** Rows of several tables in one order, by points, goal difference and goals: how third places are compared. */
export const rowsInOrder = (rows: readonly LeagueTableRow[]): LeagueTableRow[] => {
  const byTeam = new Map(rows.map((row) => [row.team, row]));
  const parts = split(
    rows.map(({ team }) => team),
    (team) => {
      const { points = 0, goalsFor = 0, goalsAgainst = 0 } = byTeam.get(team) ?? {};
      return [points, goalsFor - goalsAgainst, goalsFor];
    },
  );
  let rank = 1;
  return parts.flatMap((equal) => {
    const placed = equal.flatMap((team) => {
      const row = byTeam.get(team);
      return row === undefined ? [] : { ...row, rank };
    });
    rank += equal.length;
    return placed;
  });
};
