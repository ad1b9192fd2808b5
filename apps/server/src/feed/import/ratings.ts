import type { RecordedResult } from '@touchline/football/strengths';
import { fitStrengths } from '@touchline/football/strengths';
import type { Fixture } from '../../book/events/service.ts';
import { resultCounts } from '../result-counts.ts';
import type { Prices } from './plan.ts';
import type { MappedMatch } from './plan-match.ts';

/** A team with fewer results than this cannot be priced. */
const FEWEST_RESULTS = 4;

/**
 * Prices matches from the known results: shipped ones, those in the snapshot beside its upcoming matches, and
 * those on record.
 * @param now later results are unknown
 * @returns the prices of a match, undefined while one of its teams has too few results
 */
export const ratingsOf = (
  matches: readonly MappedMatch[],
  onRecord: readonly Fixture[],
  { now, shipped }: { now: Date; shipped: readonly RecordedResult[] },
): ((match: MappedMatch) => Prices | undefined) => {
  const results = new Map<string, RecordedResult>();
  const keyOf = ({ competition, home, away, at }: Omit<RecordedResult, 'homeGoals' | 'awayGoals'>) =>
    `${competition}|${home}|${away}|${new Date(at).toISOString().slice(0, 10)}`;
  const add = (of: Omit<RecordedResult, 'homeGoals' | 'awayGoals'>, ft: { home: number; away: number }) => {
    // The record comes last and wins.
    results.set(keyOf(of), { ...of, homeGoals: ft.home, awayGoals: ft.away });
  };
  const competitions = new Set(matches.map(({ competitionId }) => competitionId));
  for (const result of shipped) {
    if (competitions.has(result.competition ?? '')) results.set(keyOf(result), result);
  }
  const neutral = new Map(matches.map((match) => [match.competitionId, match.neutral]));
  for (const { competitionId, homeId, awayId, kickOff, feedStatus, neutral } of matches) {
    if (feedStatus.status !== 'finished') continue;
    add(
      { competition: competitionId, home: homeId, away: awayId, at: kickOff.getTime(), neutral },
      feedStatus.ft,
    );
  }
  for (const { competitionId, homeId, awayId, kickOff, confirmed } of onRecord) {
    if (confirmed?.ft === undefined) continue;
    const pairing = { home: homeId, away: awayId, neutral: neutral.get(competitionId) ?? false };
    add({ competition: competitionId, ...pairing, at: kickOff.getTime() }, confirmed.ft);
  }
  const known = [...results.values()].filter(({ at }) => at < now.getTime());
  const countOf = resultCounts(known);
  const strengths = fitStrengths(known, { asOf: now.getTime() });
  return ({ homeId: home, awayId: away, neutral, competitionId: competition }) => {
    const fewer = Math.min(countOf(home), countOf(away));
    if (fewer < FEWEST_RESULTS) return undefined;
    const means = { ...strengths.means({ home, away, neutral, competition }), rho: strengths.rho() };
    return { means, basis: { kind: 'results', results: fewer } };
  };
};
