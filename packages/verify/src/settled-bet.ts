import { outcomeOfAbandoned } from '@touchline/football/abandoned';
import { BUILDER } from '@touchline/football/builder-parts';
import { grade } from '@touchline/football/grade';
import { legLineOf } from '@touchline/football/leg-line';
import type { Score } from '@touchline/football/score';
import { builderFactor } from '@touchline/money/builder-factor';
import { type Factor, type LegOutcome, factorOf, product } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';
import { systemPayout } from '@touchline/money/system';
import type { JsonObject } from './canonical-json.ts';
import { isJsonObject, minorIn, textIn } from './json-fields.ts';

/** By what the bets of a match are settled: the result in force, and the voids. From the bodies of public entries. */
export type Decision = {
  event: string;
  /** Body of the result; undefined while there are voids alone. */
  result: JsonObject | undefined;
  /** Body of the last ruling. */
  ruling: JsonObject;
  voids: readonly JsonObject[];
};

/**
 * The decision in force on each match.
 * @param results bodies of all versions
 * @param rulings bodies of all versions, in order
 */
export function decisionsOf(
  results: readonly JsonObject[],
  rulings: readonly JsonObject[],
): Map<string, Decision> {
  const found = new Map<string, Decision>();
  for (const [event, ofEvent] of Map.groupBy(rulings, (ruling) => textIn(ruling, 'event'))) {
    const ruling = ofEvent.at(-1);
    if (ruling === undefined) continue;
    const ended = new Set(ofEvent.flatMap(({ ends }) => (Array.isArray(ends) ? ends : [])));
    found.set(event, {
      event,
      ruling,
      result: results.find((one) => one['event'] === event && one['version'] === ruling['result']),
      voids: ofEvent
        .filter(({ version }) => version === undefined || !ended.has(version))
        .flatMap((one) => (isJsonObject(one['void']) ? [one['void']] : [])),
    });
  }
  return found;
}

/** The score by which a match is decided, "2–1": at half time a bet on the first half is settled by that. */
export function knownScore({ result }: Decision): string | undefined {
  if (result === undefined) return undefined;
  const score = textIn(result, 'fullTime') || textIn(result, 'halfTime');
  return score === '' ? undefined : score.replace('-', '–');
}

/**
 * What a bet pays by the rules, from what is in the log alone.
 * @param bet its body
 * @returns minor units; undefined while a decision is missing that it needs
 */
export function recomputePayout(
  bet: JsonObject,
  decisions: ReadonlyMap<string, Decision>,
): bigint | undefined {
  const legs = Array.isArray(bet['legs']) ? bet['legs'].filter(isJsonObject) : [];
  const stakeMinor = minorIn(bet, 'stake');
  if (stakeMinor === undefined || legs.length === 0) return undefined;
  const factors = legs.map((leg) => legFactor(leg, { bet, decisions }));
  const known = factors.filter((factor) => factor !== undefined);
  const isDecided = known.length === factors.length;
  if (bet['type'] === 'system') {
    const k = Number(bet['k']);
    return isDecided ? systemPayout({ stakeMinor, k, factors: known }) : undefined;
  }
  // One lost leg decides the others with it.
  if (known.some(({ num }) => num === 0n)) return 0n;
  return isDecided ? payout(stakeMinor, product(known)) : undefined;
}

function legFactor(
  leg: JsonObject,
  { bet, decisions }: { bet: JsonObject; decisions: ReadonlyMap<string, Decision> },
): Factor | undefined {
  const decision = decisions.get(textIn(leg, 'event'));
  if (decision === undefined) return undefined;
  const placedAtMs = Date.parse(textIn(bet, 'placedAt'));
  if (leg['market'] === BUILDER) return builderLegFactor(leg, decision, placedAtMs);
  const outcome = legOutcome(leg, decision, placedAtMs);
  return outcome === undefined ? undefined : factorOf(outcome, Number(leg['odds']));
}

/** A builder settles by how each part ends as a leg of its own, and by the prices that were kept with it. */
function builderLegFactor(leg: JsonObject, decision: Decision, placedAtMs: number): Factor | undefined {
  const parts = Array.isArray(leg['parts']) ? leg['parts'].filter(isJsonObject) : [];
  const subsets = Array.isArray(leg['subsets']) ? leg['subsets'].map(Number) : [];
  return builderFactor(
    parts.map((part) => legOutcome(part, decision, placedAtMs)),
    subsets,
  )?.factor;
}

/** How a leg ended; undefined while it is open. @param placedAtMs when the bet was placed: voids can be for a time only */
function legOutcome(
  leg: JsonObject,
  { result, voids }: Decision,
  placedAtMs: number,
): LegOutcome | undefined {
  if (voids.some((one) => isAbout(one, leg) && isWithinTime(one, placedAtMs))) return 'void';
  if (result === undefined) return undefined;
  const [market, selection] = [textIn(leg, 'market'), textIn(leg, 'selection')];
  const line = textIn(leg, 'line') || undefined;
  const since = scoreOf(textIn(leg, 'since'));
  const [ht, ft] = [scoreOf(textIn(result, 'halfTime')), scoreOf(textIn(result, 'fullTime'))];
  const how = result['outcome'];
  if (how === 'postponed' || how === 'cancelled') return 'void';
  if (how === 'abandoned')
    return outcomeOfAbandoned(
      { market, selection, line, since },
      { score: ft ?? ht ?? { home: 0, away: 0 }, ht },
    );
  const outcome = grade(market, selection, line, { ht, ft }, since);
  return outcome === 'unsettled' ? undefined : outcome;
}

/** Whether a void is about the market of a leg. Its line is that of the market on the board. */
function isAbout(one: JsonObject, leg: JsonObject): boolean {
  const [market, line] = [one['market'] ?? null, one['line'] ?? null];
  if (market !== null && market !== leg['market']) return false;
  if (typeof line !== 'string') return true;
  return legLineOf(textIn(leg, 'market'), textIn(leg, 'selection'), line) === textIn(leg, 'line');
}

function isWithinTime(one: JsonObject, placedAtMs: number): boolean {
  const [from, until] = [textIn(one, 'struckFrom'), textIn(one, 'struckUntil')];
  return (from === '' || placedAtMs >= Date.parse(from)) && (until === '' || placedAtMs < Date.parse(until));
}

/** "2-1" as goals; undefined for none. */
function scoreOf(text: string): Score | undefined {
  const [home, away] = text.split('-').map(Number);
  return home === undefined || away === undefined ? undefined : { home, away };
}
