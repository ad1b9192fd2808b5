import type { BracketStage } from '@touchline/contract/shapes/competition';
import type { Team } from '@touchline/contract/shapes/football';
import { bracketOf, type Feeder } from '@touchline/football/bracket';
import type { SiteMatch } from '../matches/matches.ts';
import { replayPlaceOf, type ArchivedCup } from './archive.ts';
import { winnerOf, type FinishedMatch } from './match.ts';

type Place = BracketStage['places'][number];
/** A match of the bracket as far as it is known. */
type Known = {
  home: string;
  away: string;
  event?: string | undefined;
  kickOff: Date;
  state: NonNullable<Place['state']>;
  played?: FinishedMatch | undefined;
};

const knockOut = /^(round of|quarter|semi|final|.*third.place)/i;

/** Matches of the bracket by their number: of the site as announced, of the record as played. */
const knownOf = (site: readonly SiteMatch[], played: readonly FinishedMatch[]): Map<number, Known> => {
  const byEvent = new Map(played.map((match) => [match.event, match]));
  return new Map([
    ...played
      .filter(({ no, event }) => no !== undefined && event === undefined)
      .map((match): [number, Known] => [
        match.no ?? 0,
        { home: match.home, away: match.away, kickOff: new Date(match.at), state: 'finished', played: match },
      ]),
    ...site.flatMap((match): [number, Known][] => {
      const no = replayPlaceOf(match.feedRef)?.no;
      const { id: event, home, away, kickOff, state } = match;
      return no === undefined
        ? []
        : [[no, { event, home, away, kickOff, state, played: byEvent.get(event) }]];
    }),
  ]);
};

/**
 * The bracket of a cup as far as it is known here. The record has which match feeds which; the teams come from matches that
 * are announced or over.
 * @param site matches of the run that is on
 * @param played those of them, or of the record, that are over
 */
export const bracketAsKnown = (
  cup: ArchivedCup,
  {
    site,
    played,
    teamOf,
  }: { site: readonly SiteMatch[]; played: readonly FinishedMatch[]; teamOf: (id: string) => Team },
): BracketStage[] => {
  const known = knownOf(site, played);
  const sideOf = (feeder: Feeder, own: string | undefined): Place['home'] => {
    if (own !== undefined) return { team: teamOf(own), from: [] };
    const before = feeder === undefined ? undefined : known.get(feeder.no);
    if (feeder === undefined || before === undefined) return { from: [] };
    const winner = before.played === undefined ? undefined : winnerOf(before.played);
    if (winner === undefined) return { from: [teamOf(before.home), teamOf(before.away)] };
    const isHome = (winner === 'home') === (feeder.takes === 'winner');
    return { team: teamOf(isHome ? before.home : before.away), from: [] };
  };
  const knockOuts = cup.matches.filter(({ group }) => group === undefined);
  return bracketOf(knockOuts).map(({ stage, places }) => ({
    stage,
    places: places.map(({ no, home, away }) => {
      const match = known.get(no);
      return {
        home: sideOf(home, match?.home),
        away: sideOf(away, match?.away),
        ...(match === undefined ? {} : placeOf(match)),
      };
    }),
  }));
};

const placeOf = ({ event, kickOff, state, played }: Known): Omit<Place, 'home' | 'away'> => ({
  event,
  kickOff: kickOff.toISOString(),
  state,
  ft: played?.ft,
  et: played?.et,
  pens: played?.pens,
  winner: played === undefined ? undefined : winnerOf(played),
});

/** The rounds of a cup whose plan is not known, each with the matches that are announced. */
export const roundsAsAnnounced = (
  site: readonly SiteMatch[],
  played: readonly FinishedMatch[],
  teamOf: (id: string) => Team,
): BracketStage[] => {
  const byEvent = new Map(played.map((match) => [match.event, match]));
  const rounds = Map.groupBy(
    site.filter(({ stage }) => stage !== undefined && knockOut.test(stage)),
    ({ stage }) => stage ?? '',
  );
  return [...rounds].map(([stage, matches]) => ({
    stage,
    places: matches.map(({ id: event, home, away, kickOff, state }) => ({
      home: { team: teamOf(home), from: [] },
      away: { team: teamOf(away), from: [] },
      ...placeOf({ home, away, event, kickOff, state, played: byEvent.get(event) }),
    })),
  }));
};
