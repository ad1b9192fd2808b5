import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import type { Bet, BetLeg } from '@touchline/contract/shapes/bet';
import { grade } from '@touchline/football/grade';
import { legLineOf } from '@touchline/football/leg-line';
import { formatLine, parseLine } from '@touchline/football/line';
import type { Result, Score } from '@touchline/football/score';
import { parseOdds } from '@touchline/money/odds';
import { parseCanonicalObject, type JsonObject } from '@touchline/verify/canonical-json';
import { recomputePayout, type Decision } from '@touchline/verify/settled-bet';
import { newId } from '../../core/ids.ts';
import { addTestMatch, testEvent, testWallet } from '../../testing/book.ts';
import { commandLists } from '../../testing/commands.ts';
import { testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import { verifyExposure } from '../exposure/verify.ts';

let book: TestSettling;
beforeAll(async () => {
  book = await testSettling({ env: { LIVE_DELAY_MS: '0' } });
  // The competition and the teams of matches; its own markets have no history.
  const { id } = await testEvent(book.database.pool);
  await book.database.owner.query('delete from market where event_id = $1', [id]);
});
afterAll(() => book.close());

type OrderLeg = Input<'orderAdd'>['legs'][number];
type Picked = { market: string; selection: string; line?: string };
/** A selection that was bet on. */
type Struck = Pick<BetLeg, 'market' | 'selection' | 'line' | 'since'>;
const matches = 3;
const money = 10_000_000n;
const wrong = { by: 'ada', why: 'test' };

/** What decides a match as the test knows it: the result in force and the markets that are void. */
type Known = { result: Result; voided: Set<string>; versions: Map<string, number> };

/** A fraction that is not lowered: all the test does with one is to multiply, add and compare. */
type Ratio = readonly [num: bigint, den: bigint];
const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
const plus = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d];
const zero: Ratio = [0n, 1n];
const one: Ratio = [1n, 1n];

/** How a selection ends on each of the lines next to a quarter line, or on its own line. */
const endsOf = (part: Struck, { result, voided }: Known) => {
  if (voided.has(part.market)) return ['void'] as const;
  const quarters = part.line === undefined ? 0 : (parseLine(part.line) ?? 0);
  const lines = quarters % 2 === 0 ? [part.line] : [formatLine(quarters - 1), formatLine(quarters + 1)];
  return lines.map((line) => grade(part.market, part.selection, line, result, part.since));
};

/** The rule, word for word: 0 with a lost part, else the mean over all components of the price of the parts that won. */
const builderRatio = (
  parts: readonly Struck[],
  subsets: readonly bigint[],
  known: Known,
): Ratio | undefined => {
  const ends = parts.map((part) => endsOf(part, known));
  if (ends.some((each) => each.every((end) => end === 'lose'))) return zero;
  if (ends.some((each) => each.some((end) => end === 'unsettled'))) return undefined;
  let components: { won: number; isLost: boolean }[] = [{ won: 0, isLost: false }];
  for (const [index, each] of ends.entries()) {
    components = components.flatMap(({ won, isLost }) =>
      each.map((end) => ({
        won: end === 'win' ? won | (1 << index) : won,
        isLost: isLost || end === 'lose',
      })),
    );
  }
  const paid = components.reduce((sum, { won, isLost }) => sum + (isLost ? 0n : (subsets[won] ?? 0n)), 0n);
  return [paid, 1000n * BigInt(components.length)];
};

const legRatio = (leg: BetLeg, known: Known): Ratio | undefined => {
  const odds = milli(leg.odds);
  if (leg.parts) return builderRatio(leg.parts, (leg.subsets ?? []).map(milli), known);
  return builderRatio([leg], [1000n, odds], known);
};
const milli = (odds: string): bigint =>
  odds === '1' || odds === '1.00' ? 1000n : BigInt(parseOdds(odds) ?? -1);

/** What a bet pays and its state; undefined while it is open. */
const endOf = (
  bet: Bet,
  known: ReadonlyMap<string, Known>,
): { state: string; payout: bigint } | undefined => {
  const ratios = bet.legs.map((leg) => {
    const decided = known.get(leg.event);
    return decided && legRatio(leg, decided);
  });
  const k = bet.type === 'system' ? (bet.k ?? 0) : ratios.length;
  if (bet.type !== 'system' && ratios.some((ratio) => ratio?.[0] === 0n))
    return { state: 'lose', payout: 0n };
  const all = ratios.filter((ratio) => ratio !== undefined);
  if (all.length < ratios.length) return undefined;
  const lines = linesOf(all, k);
  const [num, den] = lines.reduce((sum, line) => plus(sum, line.reduce(times, one)), zero);
  const stake = minor(bet.stake);
  const mean: Ratio = [num, den * BigInt(lines.length)];
  const payout = (stake * mean[0]) / mean[1];
  const state = mean[0] > mean[1] ? 'win' : mean[0] === mean[1] ? 'refund' : 'lose';
  return { state, payout };
};

/** Every choice of k. */
const linesOf = (ratios: readonly Ratio[], k: number): Ratio[][] => {
  if (k === 0) return [[]];
  return ratios.flatMap((ratio, index) =>
    linesOf(ratios.slice(index + 1), k - 1).map((line) => [ratio, ...line]),
  );
};

const minor = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** Every selection that can be bet on, as a leg names it. */
const onSale = (event: string): Picked[] =>
  [...(book.board.event(event)?.markets.values() ?? [])]
    .filter(({ state }) => state === 'open')
    .flatMap(({ market, line, selections, oddsMilli }) =>
      selections.flatMap((selection, index) => {
        if ((oddsMilli[index] ?? 0) === 0) return [];
        const own = line === '' ? undefined : legLineOf(market, selection, line);
        return [own === undefined ? { market, selection } : { market, selection, line: own }];
      }),
    );

/** A leg of as many of these picks as can be combined, at its price now. */
const legOn = async (event: string, picks: readonly number[]): Promise<OrderLeg | undefined> => {
  const all = onSale(event);
  let parts: Picked[] = [];
  let odds: string | null = null;
  for (const pick of picks) {
    const more = [...parts, ...all.slice(pick % all.length).slice(0, 1)];
    const quote = await book.quoteBuilder(event, more);
    if (quote.state === 'open') [parts, odds] = [more, quote.odds];
  }
  const [first] = parts;
  if (first === undefined || odds === null) return undefined;
  return parts.length === 1
    ? { event, ...first, odds }
    : { event, market: 'builder', selection: 'all', odds, parts };
};

const picks = fc.array(fc.nat(), { minLength: 2, maxLength: 7 });
const slips = fc.array(
  fc.record({
    on: fc.array(picks, { minLength: matches, maxLength: matches }),
    type: fc.nat(3),
    stake: fc.integer({ min: 100, max: 9_999 }),
  }),
  { minLength: 8, maxLength: 14 },
);
const goals = fc.nat({ max: 3 });
const score = fc.record({ home: goals, away: goals });
const steps = commandLists(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant('result' as const),
        on: fc.nat(matches - 1),
        ht: score,
        more: score,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constant('half' as const), on: fc.nat(matches - 1), ht: score }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constant('void' as const), on: fc.nat(matches - 1), pick: fc.nat() }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('undo' as const), on: fc.nat(matches - 1) }) },
  ),
  { minLength: 4, maxLength: 10 },
);
type Step =
  | { does: 'result'; on: number; ht: Score; more: Score }
  | { does: 'half'; on: number; ht: Score }
  | { does: 'void'; on: number; pick: number }
  | { does: 'undo'; on: number };

it('builders settle and settle again as the published rule says, after any rulings, alone and with other legs', async () => {
  let builders = 0;
  await fc.assert(
    fc.asyncProperty(slips, steps, async (orders, path) => {
      const events = await Promise.all(Array.from({ length: matches }, () => addTestMatch(book.events)));
      await book.board.refresh(events);
      const member = await testWallet(book.database.pool, money);
      const bets: Bet[] = [];
      for (const { on, type, stake } of orders) {
        const wanted = type === 0 ? on.slice(0, 1) : type === 1 ? on.slice(0, 2) : on;
        const found = await Promise.all(wanted.map((each, index) => legOn(events[index] ?? '', each)));
        const legs = found.filter((leg) => leg !== undefined);
        if (legs.length < wanted.length) continue;
        const kind =
          type === 3
            ? { type: 'system' as const, k: 2 }
            : { type: legs.length === 1 ? ('single' as const) : ('accumulator' as const) };
        const amount = `${Math.floor(stake / 100)}.${String(stake % 100).padStart(2, '0')}`;
        bets.push(
          await book.placing.place(member, {
            key: newId(),
            stake: amount,
            accept: 'none',
            again: true,
            legs,
            ...kind,
          }),
        );
      }
      builders += bets.flatMap(({ legs }) => legs.filter(({ parts }) => parts)).length;
      const taken = bets.reduce((sum, { stake }) => sum + minor(stake), 0n);
      const known = new Map<string, Known>();
      for (const step of path) {
        await take(step, events[step.on] ?? '', known);
        await book.settle();
        await compare(member, bets, { known, available: money - taken });
      }
      // What is settled already is not settled again.
      const before = await book.available(member);
      await book.settle();
      expect(await book.available(member)).toBe(before);
    }),
    { numRuns: 10 },
  );
  expect(builders).toBeGreaterThan(50);
  expect(await book.differences()).toEqual([]);
  expect((await verifyExposure(book.database.pool)).differences).toEqual([]);
});

const knownOf = (event: string, known: Map<string, Known>): Known => {
  const found = known.get(event) ?? { result: {}, voided: new Set(), versions: new Map() };
  known.set(event, found);
  return found;
};

const take = async (step: Step, event: string, known: Map<string, Known>): Promise<void> => {
  const now = knownOf(event, known);
  if (step.does === 'result') {
    const ft = { home: step.ht.home + step.more.home, away: step.ht.away + step.more.away };
    now.result = { ht: step.ht, ft };
    await book.events.rulings.recordResult(event, { ...now.result, source: 'test', confirmedBy: 'referee' });
  } else if (step.does === 'half' && now.result.ft === undefined) {
    now.result = { ht: step.ht };
    await book.events.rulings.recordResult(event, { ht: step.ht, source: 'test', confirmedBy: 'referee' });
  } else if (step.does === 'void') {
    const markets = [...new Set(onSaleOrNot(event))];
    const market = markets[step.pick % markets.length] ?? '1x2';
    if (now.voided.has(market)) return;
    now.voided.add(market);
    now.versions.set(market, await book.events.rulings.voidBets(event, { market }, wrong));
  } else if (step.does === 'undo') {
    const [last] = [...now.versions].slice(-1);
    if (last === undefined) return;
    now.voided.delete(last[0]);
    now.versions.delete(last[0]);
    await book.events.rulings.undoVoid(event, last[1], wrong);
  }
};

const onSaleOrNot = (event: string): string[] =>
  [...(book.board.event(event)?.markets.values() ?? [])].map(({ market }) => market);

/** Holds every bet, its receipt and the wallet against the rule. */
const compare = async (
  member: Member,
  bets: readonly Bet[],
  { known, available }: { known: ReadonlyMap<string, Known>; available: bigint },
): Promise<void> => {
  const now = await book.bets(
    member,
    bets.map(({ id }) => id),
  );
  const decisions = new Map([...known].map(([event, each]) => [event, decisionOf(event, each)]));
  let given = 0n;
  for (const bet of bets) {
    const found = now.find(({ id }) => id === bet.id);
    const end = endOf(bet, known);
    const shown = found && {
      state: found.state,
      payout: found.payout === undefined ? undefined : minor(found.payout),
    };
    expect({ bet: bet.id, isOpen: end === undefined, ...shown }).toEqual({
      bet: bet.id,
      isOpen: end === undefined,
      state: end?.state ?? expect.stringMatching(/^(waiting|in_progress)$/),
      payout: end?.payout,
    });
    expect(recomputePayout(parseCanonicalObject(bet.receipt?.body ?? '{}'), decisions)).toBe(end?.payout);
    given += end?.payout ?? 0n;
  }
  expect(await book.available(member)).toBe(available + given);
};

/** What the log has of a match. */
const decisionOf = (event: string, { result, voided }: Known): Decision => ({
  event,
  ruling: {},
  result:
    result.ht === undefined
      ? undefined
      : { outcome: 'played', halfTime: textOf(result.ht), fullTime: result.ft ? textOf(result.ft) : null },
  voids: [...voided].map((market): JsonObject => ({
    market,
    line: null,
    struckFrom: null,
    struckUntil: null,
  })),
});

const textOf = ({ home, away }: Score): string => `${home}-${away}`;
