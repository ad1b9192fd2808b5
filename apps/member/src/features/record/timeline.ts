import { versus } from '../labels/match-name.ts';
import { ruleOfMarket, type RuleSection } from '@touchline/contract/rules';
import type { Bet, BetMoment, BetState, BetLeg } from '@touchline/contract/shapes/bet';
import { BUILDER } from '@touchline/football/builder-parts';
import { isMarketName, type MarketName, marketOf } from '@touchline/football/markets';

type Goals = { home: number; away: number };

/** One point of a bet's history. `done` is false for what is still to come; `at` is left out where only the score is recorded. */
type Step = {
  kind: 'kick_off' | 'placed' | 'half_time' | 'full_time' | 'settled';
  done: boolean;
  at?: string | undefined;
  score?: Goals | undefined;
};

/**
 * The history of a bet, past and to come, in order, from what the bet itself says. A bet placed in play comes after
 * the kick-off; a first-half bet has no full time, since the half settles it. With several matches only the first
 * kick-off is listed: the legs themselves show the state of each.
 */
export function timelineOf(bet: Bet): Step[] {
  const placed: Step = { kind: 'placed', done: true, at: bet.placedAt };
  const settled: Step = {
    kind: 'settled',
    done: isSettled(bet),
    at: bet.settledAt,
  };
  const [first, ...others] = bet.legs.toSorted((a, b) => Date.parse(a.kickOff) - Date.parse(b.kickOff));
  if (first === undefined) return [placed, settled];

  const kickOff: Step = { kind: 'kick_off', done: hasKickedOff(first), at: first.kickOff };
  const inPlay = bet.placedAt > first.kickOff;
  const match =
    others.length > 0 ? [] : [halfTime(first), fullTime(bet, first)].filter((step) => step !== undefined);
  const steps = [...(inPlay ? [kickOff, placed] : [placed, kickOff]), ...match, settled];
  // What a settled bet never reached (a match called off) did not happen and will not.
  return isSettled(bet) ? steps.filter((step) => step.done) : steps;
}

export function isSettled(bet: Bet): boolean {
  return bet.state !== 'waiting' && bet.state !== 'in_progress';
}

function hasKickedOff(leg: BetLeg): boolean {
  return leg.state === 'in_progress' || leg.score?.ft !== undefined || leg.score?.ht !== undefined;
}

function halfTime(leg: BetLeg): Step {
  const score = leg.score?.ht;
  return { kind: 'half_time', done: score !== undefined, score };
}

// Before settlement `score.ft` is the running score, not yet the full-time one.
function fullTime(bet: Bet, leg: BetLeg): Step | undefined {
  // The first half settles it.
  if ((leg.parts ?? [leg]).every(({ market }) => marketOf(market)?.period === 'ht')) return undefined;
  const score = isSettled(bet) ? leg.score?.ft : undefined;
  return { kind: 'full_time', done: score !== undefined, score };
}

/** A point of a bet's history, with the facts the server sent about it. */
export type HistoryStep = Omit<Step, 'kind'> & {
  kind: Step['kind'] | Exclude<BetMoment['what'], Step['kind']> | 'reopened' | 'auto_sold';
  /** What moved in the wallet, with its sign. */
  amount?: string | undefined;
  state?: BetState | undefined;
  minute?: string | undefined;
  /** The match it belongs to, by short names, in a bet on several. */
  match?: string | undefined;
};

/**
 * The whole history of a bet: what happened as the server sends it, then what is still to come. For a bet on several
 * matches only the end of each is listed: its legs show the rest.
 */
export function historyOf(bet: Bet, moments: readonly BetMoment[]): HistoryStep[] {
  const isSingle = bet.legs.length === 1;
  const past = moments
    .filter(({ what }) => isSingle || !(what === 'kick_off' || what === 'goal' || what === 'half_time'))
    .map((moment) => toStep(bet, moment));
  const known = new Set(past.map(({ kind }) => kind));
  const isRunning = bet.state === 'waiting' || bet.state === 'in_progress';
  const toCome = isRunning ? timelineOf(bet).filter(({ kind, done }) => !done && !known.has(kind)) : [];
  return [...past, ...toCome];
}

function toStep({ legs }: Bet, moment: BetMoment): HistoryStep {
  const { what, at, score, auto, state, minute } = moment;
  const isSold = what === 'cash_out' && auto !== undefined;
  const leg = moment.leg === undefined ? undefined : legs[moment.leg];
  return {
    kind: isSold ? 'auto_sold' : what === 'resettled' && state === 'in_progress' ? 'reopened' : what,
    done: true,
    at,
    score: what === 'kick_off' ? undefined : score,
    // A rule moves no money, so the amount of the rule is shown instead.
    amount: moment.amount ?? auto,
    state,
    minute,
    match: leg === undefined ? undefined : versus(leg.home.short, leg.away.short),
  };
}

/** The rule that settles a leg: what decides its market, or why its stake came back. */
type Rule = MarketName | typeof BUILDER | 'void' | 'push';

/** The rule of a leg; undefined for a market the app does not know. */
const ruleOf = ({ market, outcome }: Pick<BetLeg, 'market' | 'outcome'>): Rule | undefined => {
  if (outcome === 'void' || outcome === 'push') return outcome;
  if (market === BUILDER) return BUILDER;
  return isMarketName(market) ? market : undefined;
};

type RuledLeg = Pick<BetLeg, 'market' | 'outcome' | 'rule'>;

/** The rules of a bet, each once, with its section of the published rules. */
export const rulesOf = ({ legs }: Pick<Bet, 'legs'>): { section: RuleSection; rule: Rule | undefined }[] => {
  // A builder has a rule of its own, about parts that do not count, and each of its selections that of its market.
  const rules = legs
    .flatMap((leg) => [leg, ...(leg.parts ?? []).map(({ market }): RuledLeg => ({ market }))])
    .map((leg: RuledLeg) => ({
      // A decided leg names the section that decided it.
      section: leg.rule ?? (leg.outcome === 'void' ? ('void' as const) : ruleOfMarket(leg.market)),
      rule: ruleOf(leg),
    }));
  return rules.filter(
    ({ section, rule }, at) =>
      rules.findIndex((other) => other.section === section && other.rule === rule) === at,
  );
};
