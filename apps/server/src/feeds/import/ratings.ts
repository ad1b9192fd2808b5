import {
  type Pairing,
  type Ratings,
  type RecordedResult,
  type Strengths,
  createRatings,
  inOrder,
} from '@touchline/football/strengths';
import { type Fixture, type KnownNations, nationalCompetition, resultCounts } from '../../catalogue/index.ts';
import type { PricedMeans } from './plan.ts';
import type { MappedMatch } from './plan-match.ts';

/** A team with fewer results than this cannot be priced. */
const FEWEST_RESULTS = 4;

/**
 * Prices matches from the known results: shipped ones, those in the snapshot with the upcoming matches, and
 * recorded ones. National teams are priced from their own shipped results, in any competition.
 * @param now later results are unknown
 * @param nations what is known of national teams, where matches of theirs are to be priced
 * @returns the prices of a match, undefined while one of its teams has too few results
 */
export const ratingsOf = (
  matches: readonly MappedMatch[],
  onRecord: readonly Fixture[],
  {
    now,
    shipped,
    nations,
  }: { now: Date; shipped: readonly RecordedResult[]; nations?: KnownNations | undefined },
): ((match: MappedMatch) => PricedMeans | undefined) => {
  const known = knownResults(matches, onRecord, { now, shipped });
  const areNations = ({ home, away }: Pick<RecordedResult, 'home' | 'away'>) =>
    nations !== undefined && nations.countOf(home) > 0 && nations.countOf(away) > 0;
  const [ofNations, others] = [known.filter(areNations), known.filter((result) => !areNations(result))];
  const countOf = resultCounts(others);
  const shotsOf = resultCounts(others.filter(({ shots }) => shots !== undefined));
  const strengths = strengthsOf(others, shipped);
  const later = ofNations.filter(({ at }) => at > (nations?.lastAt ?? 0));
  const laterOf = resultCounts(later);
  const ofNationsNow = nations?.ratings.copy();
  for (const result of inOrder(later)) ofNationsNow?.learn({ ...result, competition: nationalCompetition });
  return ({ homeId: home, awayId: away, neutral, competitionId: competition }) => {
    const pairing = { home, away, neutral };
    if (nations !== undefined && ofNationsNow !== undefined && areNations(pairing)) {
      const fewer = Math.min(...[home, away].map((team) => nations.countOf(team) + laterOf(team)));
      return priced(ofNationsNow, { ...pairing, competition: nationalCompetition }, { results: fewer });
    }
    const results = Math.min(countOf(home), countOf(away));
    if (results < FEWEST_RESULTS) return undefined;
    const shots = Math.min(shotsOf(home), shotsOf(away));
    return priced(
      strengths,
      { ...pairing, competition },
      { results, shots: shots === 0 ? undefined : shots },
    );
  };
};

/** Ratings by shipped results that came before all others, by the competitions they are of. */
type Learnt = Map<string, { results: readonly RecordedResult[]; ratings: Ratings }>;
const learntOf = new WeakMap<readonly RecordedResult[], Learnt>();

/** Strengths by all results. Those that are shipped are learnt once, because there are thousands of them. */
const strengthsOf = (results: readonly RecordedResult[], shipped: readonly RecordedResult[]): Strengths => {
  const all = inOrder(results);
  const areShipped = new Set(shipped);
  const first = all.findIndex((result) => !areShipped.has(result));
  const [before, after] = first === -1 ? [all, []] : [all.slice(0, first), all.slice(first)];
  const learnt: Learnt = learntOf.get(shipped) ?? new Map();
  learntOf.set(shipped, learnt);
  const competitions = [...new Set(before.map(({ competition = '' }) => competition))].toSorted().join('|');
  let known = learnt.get(competitions);
  const isKnown =
    known?.results.length === before.length && before.every((result, i) => result === known?.results[i]);
  if (known === undefined || !isKnown) {
    known = { results: before, ratings: createRatings() };
    for (const result of before) known.ratings.learn(result);
    learnt.set(competitions, known);
  }
  const ratings = known.ratings.copy();
  for (const result of after) ratings.learn(result);
  return ratings;
};

const priced = (
  strengths: Strengths,
  pairing: Pairing,
  counts: { results: number; shots?: number | undefined },
): PricedMeans => ({
  means: { ...strengths.means(pairing), rho: strengths.rho() },
  basis: { kind: 'results', ...counts },
});

/**
 * The results before now, each once; the record wins over the snapshot, and both over what is shipped. Shots are kept from
 * the one that has them.
 */
const knownResults = (
  matches: readonly MappedMatch[],
  onRecord: readonly Fixture[],
  { now, shipped }: { now: Date; shipped: readonly RecordedResult[] },
): RecordedResult[] => {
  const results = new Map<string, RecordedResult>();
  const keyOf = ({ competition, home, away, at }: Omit<RecordedResult, 'homeGoals' | 'awayGoals'>) =>
    `${competition}|${home}|${away}|${new Date(at).toISOString().slice(0, 10)}`;
  const add = (of: Omit<RecordedResult, 'homeGoals' | 'awayGoals'>, ft: { home: number; away: number }) => {
    const shots = of.shots ?? results.get(keyOf(of))?.shots;
    results.set(keyOf(of), { ...of, shots, homeGoals: ft.home, awayGoals: ft.away });
  };
  const competitions = new Set(matches.map(({ competitionId }) => competitionId));
  for (const result of shipped) {
    if (competitions.has(result.competition ?? '')) results.set(keyOf(result), result);
  }
  const neutral = new Map(matches.map((match) => [match.competitionId, match.neutral]));
  for (const { competitionId, homeId, awayId, kickOff, feedStatus, neutral } of matches) {
    if (feedStatus.status !== 'finished') continue;
    const { ft, shots } = feedStatus;
    add(
      { competition: competitionId, home: homeId, away: awayId, at: kickOff.getTime(), neutral, shots },
      ft,
    );
  }
  for (const { competitionId, homeId, awayId, kickOff, confirmed, shots } of onRecord) {
    if (confirmed?.ft === undefined) continue;
    const pairing = { home: homeId, away: awayId, neutral: neutral.get(competitionId) ?? false };
    add({ competition: competitionId, ...pairing, at: kickOff.getTime(), shots }, confirmed.ft);
  }
  return [...results.values()].filter(({ at }) => at < now.getTime());
};
