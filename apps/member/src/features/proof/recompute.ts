import { grade } from '@touchline/football/grade';
import type { Score } from '@touchline/football/score';
import { factorOf, product, type Factor } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';
import { systemPayout } from '@touchline/money/system';
import type { Json, JsonObject } from '@touchline/verify/canonical-json';

/** The result by which the bets of a match are settled, from the bodies of its entries. */
export type MatchResult = { event: string; fullTime: string | null; halfTime: string | null };

/**
 * The result in force of each match.
 * @param results bodies of all versions
 * @param rulings bodies of all versions, in order
 * @returns by match; a match that has a void, or was not played to its end, is left out: the outcome of a leg then rests on more than
 * a score
 */
export const resultsInForce = (
  results: readonly JsonObject[],
  rulings: readonly JsonObject[],
): Map<string, MatchResult> => {
  const found = new Map<string, MatchResult>();
  for (const [event, ofEvent] of Map.groupBy(rulings, (ruling) => textIn(ruling, 'event'))) {
    if (ofEvent.some((ruling) => isObject(ruling['void']))) continue;
    const version = ofEvent.at(-1)?.['result'];
    const result = results.find((one) => one['event'] === event && one['version'] === version);
    if (result === undefined || result['outcome'] !== 'played') continue;
    found.set(event, {
      event,
      fullTime: textIn(result, 'fullTime') || null,
      halfTime: textIn(result, 'halfTime') || null,
    });
  }
  return found;
};

/** The score that is known of a match, "2–1": at half time a bet on the first half is settled by that. */
export const knownScore = ({ fullTime, halfTime }: MatchResult): string | undefined =>
  (fullTime ?? halfTime)?.replace('-', '–');

/**
 * What a bet pays by the rules, from what is in the log alone.
 * @param bet its body
 * @returns minor units; undefined while a result is missing that decides it
 */
export const recomputePayout = (
  bet: JsonObject,
  results: ReadonlyMap<string, MatchResult>,
): bigint | undefined => {
  const legs = Array.isArray(bet['legs']) ? bet['legs'].filter(isObject) : [];
  const factors = legs.map((leg) => legFactor(leg, results));
  const stakeMinor = BigInt(textIn(bet, 'stake'));
  const known = factors.filter((factor) => factor !== undefined);
  const isDecided = known.length === factors.length;
  if (bet['type'] === 'system') {
    const k = Number(bet['k']);
    return isDecided ? systemPayout({ stakeMinor, k, factors: known }) : undefined;
  }
  // One lost leg decides the others with it.
  if (known.some(({ num }) => num === 0n)) return 0n;
  return isDecided ? payout(stakeMinor, product(known)) : undefined;
};

const legFactor = (leg: JsonObject, results: ReadonlyMap<string, MatchResult>): Factor | undefined => {
  const result = results.get(textIn(leg, 'event'));
  if (result === undefined) return undefined;
  const outcome = grade(
    textIn(leg, 'market'),
    textIn(leg, 'selection'),
    textIn(leg, 'line') || undefined,
    { ht: scoreOf(result.halfTime), ft: scoreOf(result.fullTime) },
    scoreOf(textIn(leg, 'since')),
  );
  return outcome === 'unsettled' ? undefined : factorOf(outcome, Number(leg['odds']));
};

/** "2-1" as goals; undefined for none. */
const scoreOf = (text: string | null): Score | undefined => {
  const [home, away] = (text ?? '').split('-').map(Number);
  return home === undefined || away === undefined ? undefined : { home, away };
};

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textIn = (object: JsonObject, name: string): string => {
  const value = object[name];
  return typeof value === 'string' ? value : '';
};
