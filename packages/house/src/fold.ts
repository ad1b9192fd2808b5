import { base64, utf8 } from '@touchline/verify/bytes';
import { canonicalJson, type JsonObject } from '@touchline/verify/canonical-json';
import { Malformed } from '@touchline/verify/malformed';
import { sha256 } from '@touchline/verify/sha256';
import { addToBands, changePrices } from './closing.ts';
import { checkDayTotals, dayTotalsOf, membersAfter, type MemberSide } from './day-totals.ts';
import { addDurations, casesIn } from './durations.ts';
import {
  amountOf,
  countOf,
  countOrNull,
  objectOf,
  scoreOrNone,
  textOf,
  textOrNull,
  timeOf,
} from './fields.ts';
import { figuresOf } from './figures.ts';
import { checkMatchTotals, matchTotalsOf, type PublicTotals, type PublicRuling } from './match-totals.ts';
import { isRounded, statementOf } from './owed.ts';
import {
  beforeEntries,
  foldVersion,
  noMonth,
  type HouseState,
  type MarketFigures,
  type FoldedMatch,
  type MonthState,
  type PublicResult,
  type PublishedFigures,
  type SideState,
} from './state.ts';

/**
 * Something in public entries that cannot be true.
 * - `malformed`: an entry that has another form than it must
 * - `false-payouts`: totals of a match that its result does not lead to
 * - `false-day`: sums of a day that do not add up, skip a day, or do not agree with other entries
 */
export type Finding = { code: 'malformed' | 'false-payouts' | 'false-day'; detail: string };

/** An entry of the log: a public fact, or of a private one only its kind. */
export type FoldedEntry = { fact: JsonObject & { kind: string }; isPrivate: boolean };

/**
 * Reads the public entries of a log one after another and keeps what the figures of the house are made of. It depends on entries and
 * their order alone, so everybody who reads the same log has the same figures.
 */
export type HouseFold = {
  /** Whether the figures need the text of which this entry has the hash. */
  needsText: (fact: FoldedEntry['fact']) => boolean;
  /**
   * Takes in the next entry.
   * @param text of an entry that needs it; undefined where it could not be had, which leaves it out
   * @returns what cannot be true
   */
  add: (entry: FoldedEntry, text?: string) => Finding[];
  /** Passes an entry that cannot be read. */
  skip: () => void;
  /** The state now; it is changed by the next entry. */
  state: () => HouseState;
};

/** How long after the last entry about them matches are forgotten. A settlement of an older one changes no figure of margins. */
const forgottenAfterMs = 45 * 86_400_000;
/** How long after kick-off the prices before it are kept, for a result that is corrected. */
const pricesKeptMs = 3 * 86_400_000;
/** Sizes at which figures were published and can still be compared. */
const hashesKept = 64;

/** Kinds after which figures are published. */
const publishing: ReadonlySet<string> = new Set(['match_totals', 'day_totals', 'liabilities']);

/** @param from a state of the same version of the fold; without it, the log is read from its first entry */
export const createFold = (from?: HouseState): HouseFold => {
  const state: HouseState = from ?? emptyState();

  const matchOf = (event: string, time: string): FoldedMatch => {
    const match = (state.matches[event] ??= { seen: time, prices: {}, results: {}, rulings: {} });
    if (time > match.seen) match.seen = time;
    return match;
  };

  const readers: Readonly<Record<string, (fact: JsonObject, text: string | undefined) => Finding[]>> = {
    event: (fact) => {
      const match = matchOf(textOf(fact, 'event'), timeOf(fact, 'time'));
      match.kickOff = timeOf(fact, 'kickOff');
      return [];
    },
    prices: (fact, text) => {
      const match = matchOf(textOf(fact, 'event'), timeOf(fact, 'time'));
      if (text !== undefined && isBefore(match, fact)) changePrices(match.prices, text);
      return [];
    },
    result: (fact) => {
      const match = matchOf(textOf(fact, 'event'), timeOf(fact, 'time'));
      match.results[String(countOf(fact, 'version'))] = {
        outcome: textOf(fact, 'outcome'),
        fullTime: textOrNull(fact, 'fullTime'),
        halfTime: textOrNull(fact, 'halfTime'),
      };
      return [];
    },
    ruling: (fact) => {
      readRuling(state, matchOf(textOf(fact, 'event'), timeOf(fact, 'time')), fact);
      return [];
    },
    match_totals: (fact) => {
      const totals = matchTotalsOf(fact);
      const match = matchOf(totals.event, totals.time);
      const wrong = checkMatchTotals(totals, publicRulingOf(match, totals));
      countMatch(state, match, totals);
      return wrong.map((what) => ({
        code: 'false-payouts',
        detail: `match ${totals.event}, ruling ${totals.version}: ${what}`,
      }));
    },
    day_totals: (fact) => readDay(state, fact),
    house_move: (fact) => {
      const day = timeOf(fact, 'time').slice(0, 10);
      const currency = textOf(fact, 'currency');
      const amount = amountOf(fact, 'amount');
      addMove(state, { day, account: textOf(fact, 'from'), currency, house: -amount });
      addMove(state, { day, account: textOf(fact, 'to'), currency, house: amount });
      return [];
    },
    liabilities: (fact) => {
      if (isRounded(fact)) return [];
      const { snapshot, time, totals, owed } = statementOf(fact, state.size);
      state.owed = owed;
      state.days.statements.push({ snapshot, day: time.slice(0, 10), totals });
      return [];
    },
  };

  const addPublic = (fact: FoldedEntry['fact'], text: string | undefined): Finding[] => {
    try {
      return readers[fact.kind]?.(fact, text) ?? [];
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return [{ code: 'malformed', detail: `${fact.kind}: ${error.message}` }];
    }
  };

  return {
    needsText: (fact) => {
      if (fact.kind !== 'prices' || typeof fact['event'] !== 'string') return false;
      const match = state.matches[fact['event']];
      return match === undefined || isBefore(match, fact);
    },
    add: ({ fact, isPrivate }, text) => {
      const findings = isPrivate ? [] : addPublic(fact, text);
      if (isPrivate && fact.kind === 'entry') state.days.inLog += 1;
      if (isPrivate && fact.kind === 'correction') state.corrections.balances += 1;
      const at = state.size;
      state.size += 1;
      if (!isPrivate && publishing.has(fact.kind)) publish(state, fact);
      return findings.map(({ code, detail }) => ({ code, detail: `entry ${at}: ${detail}` }));
    },
    skip: () => {
      state.size += 1;
    },
    state: () => state,
  };
};

/** Whether a state that was kept is one of this fold. */
export const isFoldState = (value: unknown): value is HouseState =>
  typeof value === 'object' &&
  value !== null &&
  'v' in value &&
  value.v === foldVersion &&
  'published' in value;

const emptyState = (): HouseState => {
  const state = beforeEntries();
  return { ...state, published: publishedOf(state, null) };
};

const publishedOf = (state: Omit<HouseState, 'published'>, at: string | null): PublishedFigures => {
  const figures = figuresOf(state);
  return { size: state.size, at, figures, hash: hashOf(figures) };
};

/** The hash under which figures are compared: base64 of the SHA-256 of their canonical JSON. */
export const hashOf = (figures: object): string =>
  base64(sha256(utf8(canonicalJson(objectOf(JSON.parse(JSON.stringify(figures)), 'figures')))));

/** Makes the figures after an entry the published ones, and forgets matches that are long over. */
const publish = (state: HouseState, fact: JsonObject): void => {
  const time = typeof fact['time'] === 'string' ? fact['time'] : null;
  if (time !== null) forgetMatches(state, time);
  state.published = publishedOf(state, time);
  state.hashes.push({ size: state.published.size, hash: state.published.hash });
  if (state.hashes.length > hashesKept) state.hashes.shift();
};

const forgetMatches = (state: HouseState, time: string): void => {
  const before = (ms: number): string => new Date(Date.parse(time) - ms).toISOString();
  const [limit, pricesLimit] = [before(forgottenAfterMs), before(pricesKeptMs)];
  for (const [event, match] of Object.entries(state.matches)) {
    const { seen, kickOff = seen } = match;
    if (seen < limit && kickOff < limit) delete state.matches[event];
    // Prices are most of what a match takes. Without them its grades stay as they are counted.
    else if (match.graded !== undefined && kickOff < pricesLimit) match.prices = {};
  }
};

/** Whether prices are from before the kick-off, as far as it is known. */
const isBefore = ({ kickOff }: FoldedMatch, fact: JsonObject): boolean =>
  kickOff === undefined || (typeof fact['time'] === 'string' && fact['time'] < kickOff);

const readRuling = (state: HouseState, match: FoldedMatch, fact: JsonObject): void => {
  const version = countOf(fact, 'version');
  const result = countOrNull(fact, 'result');
  const before = match.rulings[String(version - 1)];
  const voids = { ...before?.voids };
  const ends = fact['ends'];
  if (!Array.isArray(ends)) throw new Malformed('ends is no list');
  for (const ended of ends) {
    const name = String(ended);
    const market = voids[name];
    if (market === undefined) continue;
    countVoid(state, market, -1);
    delete voids[name];
  }
  if (fact['void'] !== null) {
    const market = textOrNull(objectOf(fact['void'], 'void'), 'market');
    voids[String(version)] = market;
    countVoid(state, market, 1);
  }
  match.rulings[String(version)] = { result, voids };
  gradeMatch(state, match, result);
};

const countVoid = (state: HouseState, market: string | null, change: 1 | -1): void => {
  if (market === null) state.voids.matches += change;
  else state.voids.markets += change;
};

const isPlayed = ({ outcome }: { outcome: string }): boolean => outcome === 'played';

/** Counts a match by the result that counts now, instead of the one before. */
const gradeMatch = (state: HouseState, match: FoldedMatch, version: number | null): void => {
  const result = version === null ? undefined : match.results[String(version)];
  const before = match.graded;
  const isSame =
    before?.outcome === result?.outcome &&
    before?.fullTime === result?.fullTime &&
    before?.halfTime === result?.halfTime;
  if (isSame) return;
  if (before !== undefined && isPlayed(before)) addToBands(state.bands, match.prices, scoresOf(before), -1);
  if (result !== undefined && isPlayed(result)) addToBands(state.bands, match.prices, scoresOf(result), 1);
  if (match.isCorrected === undefined && isCorrected(before, result)) {
    match.isCorrected = true;
    state.corrections.results += 1;
  }
  const isCalledOff =
    result !== undefined && ['abandoned', 'postponed', 'cancelled'].includes(result.outcome);
  if (isCalledOff && match.isCalledOff === undefined) {
    match.isCalledOff = true;
    state.voids.matches += 1;
  } else if (!isCalledOff && match.isCalledOff !== undefined) {
    delete match.isCalledOff;
    state.voids.matches -= 1;
  }
  if (result === undefined) delete match.graded;
  else match.graded = result;
};

/** Whether a result says something else than the one before; the first half alone is completed by the whole match. */
const isCorrected = (before: PublicResult | undefined, after: PublicResult | undefined): boolean => {
  if (before === undefined) return false;
  const isSame = (name: 'fullTime' | 'halfTime'): boolean =>
    before[name] === null || before[name] === after?.[name];
  return before.outcome !== after?.outcome || !isSame('fullTime') || !isSame('halfTime');
};

const scoresOf = ({ fullTime, halfTime }: { fullTime: string | null; halfTime: string | null }) => ({
  ft: scoreOrNone(fullTime),
  ht: scoreOrNone(halfTime),
});

const publicRulingOf = (match: FoldedMatch, totals: PublicTotals): PublicRuling | undefined => {
  const ruling = match.rulings[String(totals.version)];
  if (ruling === undefined || ruling.result !== totals.result) return undefined;
  const result = ruling.result === null ? undefined : match.results[String(ruling.result)];
  const voids = Object.values(ruling.voids);
  return {
    result: result && { outcome: result.outcome, score: scoresOf(result) },
    hasVoid: (market) => voids.includes(null) || voids.includes(market),
  };
};

const monthOf = (state: HouseState, month: string): MonthState => (state.months[month] ??= noMonth());

/** Puts the totals of a match in the place of those before. */
const countMatch = (state: HouseState, match: FoldedMatch, totals: PublicTotals): void => {
  const before = match.counted;
  if (before !== undefined && before.version >= totals.version) return;
  state.currency ??= totals.currency;
  const markets = Object.fromEntries(
    totals.markets.map(({ market, bets, stake, promised, paid }): [string, MarketFigures] => [
      market,
      { bets, stake: String(stake), promised: String(promised), paid: String(paid) },
    ]),
  );
  const month = before?.month ?? (totals.fullTime ?? totals.time).slice(0, 7);
  const next = { month, version: totals.version, again: totals.again, markets, delays: totals.delays };
  const sums = monthOf(state, month);
  for (const [counted, factor] of [
    [before, -1],
    [next, 1],
  ] as const) {
    if (counted === undefined) continue;
    for (const [market, figures] of Object.entries(counted.markets))
      addFigures(sums, market, figures, factor);
    addDurations(sums.payouts, counted.delays, factor);
    if (casesIn(counted.delays) > 0) sums.matches += factor;
  }
  state.corrections.bets += totals.again - (before?.again ?? 0);
  match.counted = next;
};

const addFigures = (sums: MonthState, market: string, figures: MarketFigures, factor: 1 | -1): void => {
  const before = sums.markets[market] ?? { bets: 0, stake: '0', promised: '0', paid: '0' };
  const add = (name: 'stake' | 'promised' | 'paid'): string =>
    String(BigInt(before[name]) + BigInt(factor) * BigInt(figures[name]));
  sums.markets[market] = {
    bets: before.bets + factor * figures.bets,
    stake: add('stake'),
    promised: add('promised'),
    paid: add('paid'),
  };
};

const addMove = (
  state: HouseState,
  { day, account, currency, house }: { day: string; account: string; currency: string; house: bigint },
): void => {
  const { moves } = state.days;
  const known = moves.find((one) => one.day === day && one.account === account && one.currency === currency);
  if (known === undefined) moves.push({ day, account, currency, entries: 1, house: String(house) });
  else {
    known.entries += 1;
    known.house = String(BigInt(known.house) + house);
  }
};

const sidesOf = (sides: readonly SideState[]): MemberSide[] =>
  sides.map(({ currency, available, held }) => ({
    currency,
    available: BigInt(available),
    held: BigInt(held),
  }));

const readDay = (state: HouseState, fact: JsonObject): Finding[] => {
  const totals = dayTotalsOf(fact);
  const { days } = state;
  const members = sidesOf(days.members);
  const wrong = checkDayTotals(totals, {
    lastDay: days.last,
    upTo: days.upTo,
    inLogThen: days.inLogThen,
    inLog: days.inLog,
    members,
    statements: days.statements.map((one) => ({ ...one, totals: sidesOf(one.totals) })),
    moves: days.moves.map((one) => ({ ...one, house: BigInt(one.house) })),
  });
  const { day } = totals;
  days.count += 1;
  days.last = day;
  days.upTo = totals.upTo;
  days.inLogThen = days.inLog;
  days.members = membersAfter(members, totals.sums).map(({ currency, available, held }) => ({
    currency,
    available: String(available),
    held: String(held),
  }));
  days.statements = days.statements.filter((one) => one.day > day);
  days.moves = days.moves.filter((one) => one.day > day);
  state.currency ??= totals.sums[0]?.currency ?? null;
  if (casesIn(totals.withdrawals) > 0)
    addDurations(monthOf(state, day.slice(0, 7)).withdrawals, totals.withdrawals);
  for (const { reason, count } of totals.refused)
    state.refused[reason] = (state.refused[reason] ?? 0) + count;
  state.play = { day, withLimits: totals.withLimits, excluded: totals.excluded };
  return wrong.map((what) => ({ code: 'false-day', detail: `day ${day}: ${what}` }));
};
