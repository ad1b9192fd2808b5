import { ruleOfMarket, type RuleSection } from '@touchline/contract/rules';
import { outcomeOfAbandoned } from '@touchline/football/abandoned';
import { grade } from '@touchline/football/grade';
import { legLineOf } from '@touchline/football/leg-line';
import { marketOf } from '@touchline/football/markets';
import { isWithin, type Result, type Score } from '@touchline/football/score';
import type { LegOutcome } from '@touchline/money/factor';
import type { ResultKind } from '../../catalogue/index.ts';

/** A market of the event as it was on the board: of a handicap the line is the home side's. */
export type Quoted = { market: string; line: string; selections: readonly string[] };

/** The result in force. Of an abandoned match `ft` is the score at which it stopped. */
export type Counting = Result & { kind: ResultKind };

/** A void in force. Without a market it covers all; without times bets struck at any time. */
export type Void = {
  market?: string | undefined;
  line?: string | undefined;
  struckFrom?: Date | undefined;
  struckUntil?: Date | undefined;
};

/** The decision on an event: at most one result, and the voids over it. */
export type MatchDecision = { counting: Counting | undefined; voids: readonly Void[] };

/**
 * The outcome of legs of a selection that were struck within a time; without a bound at any time. `line` is
 * the side's own.
 */
export type Grade = {
  market: string;
  line: string;
  selection: string;
  since: string;
  struckFrom: Date | undefined;
  struckUntil: Date | undefined;
  outcome: LegOutcome;
  /** The section of the published rules behind it. */
  rule: RuleSection;
};

/** The new state of a market by the decision; undecided markets are left out. */
export type DecidedMarket = { market: string; line: string; state: 'settled' | 'void' };

type Base = { outcome: LegOutcome; rule: RuleSection };

/**
 * Grades every possible leg on an event.
 * @param quoted every market and line the event ever offered
 * @param sinces scores at which legs were struck, "1-0", beyond those the result implies
 * @returns grades of the decided legs, and the new states of the markets
 */
export const gradeEvent = (
  quoted: readonly Quoted[],
  decision: MatchDecision,
  sinces: readonly string[] = [],
): { grades: Grade[]; markets: DecidedMarket[] } => {
  const grades: Grade[] = [];
  const markets: DecidedMarket[] = [];
  for (const market of quoted) {
    const voids = decision.voids.filter((rule) => isAbout(rule, market));
    const isVoid = voids.some((rule) => rule.struckFrom === undefined && rule.struckUntil === undefined);
    const windows = voids.filter((rule) => rule.struckFrom !== undefined || rule.struckUntil !== undefined);
    const bases: (Base | undefined)[] = [];
    for (const selection of market.selections) {
      const line = legLineOf(market.market, selection, market.line);
      for (const since of sincesOf(market.market, decision.counting, sinces)) {
        const base: Base | undefined = isVoid
          ? { outcome: 'void', rule: 'void' }
          : baseOf({ market: market.market, selection, line, since }, decision.counting);
        if (since === '') bases.push(base);
        grades.push(
          ...cut(base, windows).map((part) => ({ market: market.market, line, selection, since, ...part })),
        );
      }
    }
    if (!bases.every((base) => base !== undefined)) continue;
    const state = bases.every(({ outcome }) => outcome === 'void') ? 'void' : 'settled';
    markets.push({ market: market.market, line: market.line, state });
  }
  return { grades, markets };
};

const isAbout = (rule: Void, { market, line }: Quoted): boolean =>
  (rule.market === undefined || rule.market === market) && (rule.line === undefined || rule.line === line);

/**
 * Whether legs of the market count from the score at which they were struck, so that every such score is one
 * more leg.
 */
const sincesOf = (
  market: string,
  counting: Counting | undefined,
  known: readonly string[],
): readonly string[] => {
  if (marketOf(market)?.countsFromBet !== true) return [''];
  const last = counting?.ft ?? counting?.ht ?? { home: 0, away: 0 };
  const implied = Array.from({ length: last.home + 1 }, (_, home) =>
    Array.from({ length: last.away + 1 }, (__, away) => `${home}-${away}`),
  ).flat();
  return ['', ...new Set([...implied, ...known])];
};

/** The score a leg counts from; undefined for one that counts the whole match. */
const readSince = (since: string): Score | undefined => {
  const [home, away] = since.split('-').map(Number);
  return home === undefined || away === undefined ? undefined : { home, away };
};

type OneLeg = { market: string; selection: string; line: string; since: string };

/**
 * The outcome of a leg by the result alone; undefined while it is open, or when it was struck at an
 * impossible score.
 */
const baseOf = (leg: OneLeg, counting: Counting | undefined): Base | undefined => {
  if (counting === undefined) return undefined;
  const { kind, ht, ft } = counting;
  const since = readSince(leg.since);
  const line = leg.line === '' ? undefined : leg.line;
  if (kind === 'postponed' || kind === 'cancelled') return { outcome: 'void', rule: 'void' };
  const score = marketOf(leg.market)?.period === 'ht' ? ht : ft;
  if (kind === 'abandoned') {
    const stopped = ft ?? ht ?? { home: 0, away: 0 };
    if (since !== undefined && !isWithin(since, score ?? stopped)) return { outcome: 'void', rule: 'void' };
    const { market, selection } = leg;
    const outcome = outcomeOfAbandoned({ market, selection, line, since }, { score: stopped, ht });
    return { outcome, rule: outcome === 'void' ? 'void' : ruleOfMarket(leg.market) };
  }
  if (since !== undefined && score !== undefined && !isWithin(since, score)) return undefined;
  const outcome = grade(leg.market, leg.selection, line, { ht, ft }, since);
  return outcome === 'unsettled' ? undefined : { outcome, rule: ruleOfMarket(leg.market) };
};

type Part = Base & Pick<Grade, 'struckFrom' | 'struckUntil'>;

/** Cuts the times of voids out of a leg's base outcome. A window between two times is that of a review. */
const cut = (base: Base | undefined, windows: readonly Void[]): Part[] => {
  const bounds = [
    ...new Set(
      windows.flatMap(({ struckFrom, struckUntil }) => [
        struckFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
        struckUntil?.getTime() ?? Number.POSITIVE_INFINITY,
      ]),
    ),
  ];
  const cuts = [Number.NEGATIVE_INFINITY, ...bounds.filter(Number.isFinite), Number.POSITIVE_INFINITY];
  cuts.sort((a, b) => a - b);
  return cuts.slice(0, -1).flatMap((from, i): Part[] => {
    const until = cuts[i + 1] ?? Number.POSITIVE_INFINITY;
    const over = windows.find(
      ({ struckFrom, struckUntil }) =>
        (struckFrom?.getTime() ?? Number.NEGATIVE_INFINITY) <= from &&
        (struckUntil?.getTime() ?? Number.POSITIVE_INFINITY) >= until,
    );
    const isReview = over?.struckFrom !== undefined && over.struckUntil !== undefined;
    const part: Base | undefined = over ? { outcome: 'void', rule: isReview ? 'live' : 'void' } : base;
    return part ? [{ ...part, struckFrom: momentOf(from), struckUntil: momentOf(until) }] : [];
  });
};

const momentOf = (ms: number): Date | undefined => (Number.isFinite(ms) ? new Date(ms) : undefined);
