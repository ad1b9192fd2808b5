import { importProblem, type ImportProblem } from '@touchline/football/import/imported-match';
import { kickOffAt } from '../kick-off.ts';
import { isQuestion, type KnownCompetition, type NameMapping, type Question } from '../../catalogue/index.ts';
import type { FeedMatch, Snapshot } from '../snapshot.ts';
import type { MappedMatch } from './plan-match.ts';

/** A match left out, with its unexplained names. */
export type UnknownMatch = { row?: number | undefined; names: string; asked: readonly string[] };

/**
 * Explains the names of a snapshot. A match with an unknown name is left out, and the name becomes a question
 * once; one with a time in an unknown zone is a problem.
 * @returns the matches with known names, the questions, and the number of waiting matches
 */
export const mapSnapshot = (
  { matches }: Pick<Snapshot, 'matches'>,
  mapping: NameMapping,
): {
  matches: MappedMatch[];
  questions: Question[];
  waiting: number;
  unknown: UnknownMatch[];
  zoneless: ImportProblem[];
} => {
  const questions = new Map<string, Question>();
  const unknown: UnknownMatch[] = [];
  const zoneless: ImportProblem[] = [];
  const mapped = matches.map((match): MappedMatch | undefined => {
    const competition = mapping.competition(match.competition);
    if (isQuestion(competition)) {
      questions.set(`competition|${competition.name}`, competition);
      unknown.push({ row: match.row, names: namesOf(match), asked: [competition.name] });
      return undefined;
    }
    const [home, away] = [match.home, match.away].map((name) =>
      mapping.team(name, competition, match.competition),
    );
    for (const side of [home, away]) {
      if (side !== undefined && isQuestion(side)) questions.set(`team|${side.place}|${side.name}`, side);
    }
    if (home === undefined || away === undefined || isQuestion(home) || isQuestion(away)) {
      const asked = [home, away].filter((side) => side !== undefined).filter(isQuestion);
      unknown.push({ row: match.row, names: namesOf(match), asked: asked.map(({ name }) => name) });
      return undefined;
    }
    const found = toMapped(match, competition, { homeId: home.id, awayId: away.id });
    if (found !== undefined) return found;
    const { row = 0, time = '' } = match;
    zoneless.push(
      importProblem(row, 'time', 'zone_missing', {
        match: namesOf(match),
        time,
        competition: competition.id,
      }),
    );
    return undefined;
  });
  const known = mapped.filter((match) => match !== undefined);
  return {
    matches: known,
    questions: [...questions.values()],
    unknown,
    zoneless,
    waiting: unknown.length,
  };
};

const namesOf = (match: FeedMatch): string => `${match.home} – ${match.away}, ${match.date}`;

const toMapped = (
  match: FeedMatch,
  competition: KnownCompetition,
  teams: { homeId: string; awayId: string },
): MappedMatch | undefined => {
  const { date, time, utcOffsetMinutes, isLocalTime = false } = match;
  // Of a day alone no hour is guessed.
  const ofCompetition = isLocalTime || time === undefined ? competition.zone : competition.givenZone;
  const zone = match.zone ?? ofCompetition;
  const kickOff = kickOffAt({ date, time, utcOffsetMinutes, zone });
  if (kickOff === undefined) return undefined;
  return {
    row: match.row,
    ref: match.ref,
    names: namesOf(match),
    competitionId: competition.id,
    ...teams,
    neutral: competition.neutral,
    stage: match.stage,
    kickOff,
    isTimeKnown: match.time !== undefined,
    feedStatus:
      match.status === 'finished'
        ? { status: 'finished', ft: match.ft, ht: match.ht, shots: match.shots }
        : { status: match.status },
    prices: match.prices && {
      means: match.prices.means,
      basis: { kind: 'market', source: match.prices.source, best: match.prices.best },
    },
  };
};
