import { kickOffAt } from '../kick-off.ts';
import type { KnownCompetition } from '../names/catalogue.ts';
import { isQuestion, type Mapping, type Question } from '../names/mapping.ts';
import type { FeedMatch, Snapshot } from '../snapshot.ts';
import type { MappedMatch } from './plan-match.ts';

/** A match left out, with its unexplained names. */
export type UnknownMatch = { row?: number | undefined; names: string; asked: readonly string[] };

/**
 * Explains the names of a snapshot. A match with an unknown name is left out, and the name becomes a question
 * once.
 * @returns the matches with known names, the questions, and the number of waiting matches
 */
export const mapSnapshot = (
  { matches }: Pick<Snapshot, 'matches'>,
  mapping: Mapping,
): { matches: MappedMatch[]; questions: Question[]; waiting: number; unknown: UnknownMatch[] } => {
  const questions = new Map<string, Question>();
  const unknown: UnknownMatch[] = [];
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
      if (side !== undefined && isQuestion(side)) questions.set(`team|${side.name}`, side);
    }
    if (home === undefined || away === undefined || isQuestion(home) || isQuestion(away)) {
      const asked = [home, away].filter((side) => side !== undefined).filter(isQuestion);
      unknown.push({ row: match.row, names: namesOf(match), asked: asked.map(({ name }) => name) });
      return undefined;
    }
    return toMapped(match, competition, { homeId: home.id, awayId: away.id });
  });
  const known = mapped.filter((match) => match !== undefined);
  return {
    matches: known,
    questions: [...questions.values()],
    unknown,
    waiting: matches.length - known.length,
  };
};

const namesOf = (match: FeedMatch): string => `${match.home} – ${match.away}, ${match.date}`;

const toMapped = (
  match: FeedMatch,
  competition: KnownCompetition,
  teams: { homeId: string; awayId: string },
): MappedMatch => ({
  row: match.row,
  ref: match.ref,
  names: namesOf(match),
  competitionId: competition.id,
  ...teams,
  neutral: competition.neutral,
  stage: match.stage,
  kickOff: kickOffAt({
    date: match.date,
    time: match.time,
    utcOffsetMinutes: match.utcOffsetMinutes,
    zone: match.zone ?? competition.zone,
  }),
  isTimeKnown: match.time !== undefined,
  feedStatus:
    match.status === 'finished'
      ? { status: 'finished', ft: match.ft, ht: match.ht }
      : { status: match.status },
  prices: match.prices && {
    means: match.prices.means,
    basis: { kind: 'market', source: match.prices.source, best: match.prices.best },
  },
});
