import { hourMs } from '@touchline/contract/durations';
import type { FormLetter, TeamFigures } from '@touchline/contract/shapes/competition';
import type { Score } from '@touchline/football/score';
import type { SiteMatch } from '../matches/matches.ts';
import { replayPlaceOf, type ArchivedCup, type ArchivedMatch } from './archive.ts';

/** A match that is over, of this site or of the shipped record. */
export type FinishedMatch = Omit<ArchivedMatch, 'source'> & {
  source: ArchivedMatch['source'] | 'site';
  /** The event of this site. */
  event?: string | undefined;
  /** Played again by this site. */
  replay?: boolean | undefined;
};

/** The replayed tournament, of which nothing is shown before it was played here. */
export type ReplayedCup = {
  cup: ArchivedCup;
  /** The run that is on, or was last. */
  run: number;
};

/** Two records of one match differ by less than this, since one may have the day only. */
const sameMatchMs = 36 * hourMs;

/**
 * Whether a match of the shipped record may be shown: it is over by now, and neither part of the tournament that is replayed nor
 * later than its beginning among matches of national teams.
 */
export const isRevealed = (
  match: ArchivedMatch,
  { now, replayed }: { now: Date; replayed?: Pick<ReplayedCup, 'cup'> | undefined },
): boolean => {
  if (match.at >= now.getTime()) return false;
  if (replayed === undefined) return true;
  const beginsAt = replayed.cup.matches[0]?.kickOff.getTime() ?? 0;
  if (match.competition === replayed.cup.id) return false;
  // The day of a match is noon at its ground: the day before the beginning is the last that is known.
  return match.source !== 'international' || match.at < beginsAt - 12 * hourMs;
};

/** Whether a match of this site is to be shown: of a replay only the run that is on, since all runs are the same. */
export const isOfRun = (match: Pick<SiteMatch, 'replay' | 'feedRef'>, run: number | undefined): boolean =>
  !match.replay || run === undefined || replayPlaceOf(match.feedRef)?.run === run;

/** "2024-25" of a league, "2026" otherwise. */
export const seasonOf = (kickOff: Date, isLeague: boolean): string => {
  const year = kickOff.getUTCFullYear();
  if (!isLeague) return String(year);
  const first = kickOff.getUTCMonth() >= 6 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
};

/** A finished match of this site; undefined while it has no result. */
export const playedHere = (
  match: SiteMatch,
  { season, cup }: { season: string; cup?: ArchivedCup | undefined },
): FinishedMatch | undefined => {
  const { id, competition, stage, home, away, neutral, kickOff, ft, ht, awarded } = match;
  if (ft === undefined) return undefined;
  const no = match.replay ? replayPlaceOf(match.feedRef)?.no : undefined;
  // What came after the ninety minutes of a replayed match is known once these are over here.
  const recorded = no === undefined ? undefined : cup?.matches.find((each) => each.no === no);
  return {
    event: id,
    competition,
    season,
    stage,
    no,
    home,
    away,
    neutral,
    at: kickOff.getTime(),
    exact: true,
    ft,
    ht,
    et: recorded?.et,
    pens: recorded?.pens,
    awarded: awarded || undefined,
    replay: match.replay || undefined,
    source: 'site',
  };
};

/** Matches of both records by kick-off, each once: what this site has goes before what was shipped. */
export const together = (
  here: readonly FinishedMatch[],
  shipped: readonly FinishedMatch[],
): FinishedMatch[] => {
  const known = Map.groupBy(here, ({ home, away }) => `${home} ${away}`);
  const others = shipped.filter(
    ({ home, away, at, competition }) =>
      !(known.get(`${home} ${away}`) ?? []).some(
        (own) => own.competition === competition && Math.abs(own.at - at) < sameMatchMs,
      ),
  );
  return [...here, ...others].toSorted((a, b) => a.at - b.at);
};

/** How it ended for a team after ninety minutes. */
export const letterOf = ({ home, ft }: Pick<FinishedMatch, 'home' | 'ft'>, team: string): FormLetter => {
  const lead = (ft.home - ft.away) * (home === team ? 1 : -1);
  return lead > 0 ? 'W' : lead < 0 ? 'L' : 'D';
};

/** The last results of a team, the latest last. @param matches by kick-off */
export const formOf = (matches: readonly FinishedMatch[], team: string, most: number): FormLetter[] =>
  matches
    .filter(({ home, away }) => home === team || away === team)
    .slice(-most)
    .map((match) => letterOf(match, team));

/** What a team did in these matches. */
export const figuresOf = (matches: readonly FinishedMatch[], team: string): TeamFigures => {
  const own = matches.filter(({ home, away }) => home === team || away === team);
  const goals = own.map(({ home, ft }) =>
    home === team ? { scored: ft.home, let: ft.away } : { scored: ft.away, let: ft.home },
  );
  const count = (is: (match: { scored: number; let: number }) => boolean): number => goals.filter(is).length;
  return {
    played: own.length,
    won: count((goal) => goal.scored > goal.let),
    drawn: count((goal) => goal.scored === goal.let),
    lost: count((goal) => goal.scored < goal.let),
    goalsFor: goals.reduce((sum, { scored }) => sum + scored, 0),
    goalsAgainst: goals.reduce((sum, goal) => sum + goal.let, 0),
    cleanSheets: count((goal) => goal.let === 0),
    withoutGoal: count(({ scored }) => scored === 0),
    bothScored: count((goal) => goal.scored > 0 && goal.let > 0),
    over25: count((goal) => goal.scored + goal.let > 2),
  };
};

/** The side that continues from a knock-out match; undefined where it is not recorded. */
export const winnerOf = ({
  ft,
  et,
  pens,
}: {
  ft: Score;
  et?: Score | undefined;
  pens?: Score | undefined;
}) => {
  const { home, away } = pens ?? et ?? ft;
  return home === away ? undefined : home > away ? ('home' as const) : ('away' as const);
};
