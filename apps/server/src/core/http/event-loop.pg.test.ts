import { setImmediate } from 'node:timers/promises';
import { limits } from '@touchline/contract/limits';
import type { RouteName } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import type { Fields, PublicCase } from '../../testing/cases/kinds.ts';
import { memberCases } from '../../testing/cases/members.ts';
import { addTestMatch } from '../../testing/book.ts';
import { ownedData, ownedDataSettings, type OwnedData } from '../../testing/scenarios/owned-data.ts';
import { outcomeOf, testTouchline } from '../../testing/touchline.ts';

// While a call is computed, all others wait. Each call of a visitor or a member is made with the largest input there is, by a member with
// many bets of many legs, just after all prices have moved. Its longest turn of the event loop is compared with work of the same run,
// which takes 5 ms on a server of today, and so is its processor time for each call it counts as.

const rows = Array.from({ length: 5_500 }, (_, n) => ({
  id: `row ${n}`,
  odds: [n, n + 1, n + 2],
  at: `${n}`,
}));
const referenceWork = (): string => JSON.stringify(JSON.parse(JSON.stringify(rows)));
/** How often it is done to see how long it takes. */
const references = 4;
/** 25 ms. */
const worksMax = 5;
/** The clock of a thread's processor time may be behind by this much. */
const tickMs = 4;
/** Compiling, collecting garbage and other work of the machine make a turn longer, none makes it shorter: the cheapest counts. */
const triesMax = 12;
const bets = 250;

const caps = ['SITE', 'COMPETITION', 'EVENT', 'MARKET', 'SELECTION', 'MEMBER'];
const settings = {
  ...ownedDataSettings,
  ...Object.fromEntries(caps.map((of) => [`EXPOSURE_CAP_${of}`, '0'])),
  PAYOUT_MAX: '999999999999.99',
};

let site: OwnedData;
const matches: string[] = [];
let rich: { token: string };
let bet = '';

/** Selections of each match with a price of at most 3.00: more would be above any return. */
let selections: Fields[];
/** An accumulator of a leg on each match, another one for each number. */
const order = (of = 0): Fields => ({
  key: newId(),
  type: 'accumulator',
  stake: '1.00',
  accept: 'any',
  again: true,
  legs: matches.map((event, n) => ({ event, odds: '1.01', ...selections[(of + n) % selections.length] })),
});

beforeAll(async () => {
  site = await ownedData(await testTouchline({ env: settings, checkAnswers: false }));
  const { events, board } = site.modules.book.service;
  for (let n = 0; n < limits.legsMax; n++) matches.push(await addTestMatch(events));
  await board.refresh(matches);
  const { markets } = await site.ask('eventDetail', { id: matches[0] ?? '' });
  selections = markets.flatMap(({ market, line, selections: all }) =>
    all
      .filter(({ odds }) => !market.includes('handicap') && Number(odds) <= 3)
      .map(({ selection }) => ({ market, line, selection })),
  );
  rich = await site.newcomer();
  const headers = { 'ba-user-token': rich.token };
  for (let n = 0; n < bets; n += 10) {
    const placed = await Promise.all(
      Array.from({ length: 10 }, (_, of) => site.ask('orderAdd', order(n + of), headers)),
    );
    bet = placed.flatMap((one) => ('id' in one ? one.id : []))[0] ?? '';
  }
}, 180_000);
afterAll(() => site.close());

/** Processor time of this thread, milliseconds: what it waits for others is not in it. */
const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const referenceMs = (): number => {
  const began = processorMs();
  for (let n = 0; n < references; n++) referenceWork();
  return (processorMs() - began) / references;
};

/** The longest turn of the event loop until work has ended, milliseconds. */
const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  const over = new AbortController();
  const turns = (async () => {
    let began = processorMs();
    while (!over.signal.aborted) {
      await setImmediate();
      const now = processorMs();
      longest = Math.max(longest, now - began);
      began = now;
    }
  })();
  await work();
  over.abort();
  await turns;
  return longest;
};

/** What makes a call large: ids of the member with the bets, and inputs with all there is room for. */
const large = (): Partial<Record<RouteName, Fields>> => {
  const parts = [
    { market: '1x2', selection: '1' },
    { market: 'over_under', line: '1.5', selection: 'over' },
    { market: 'over_under', line: '4.5', selection: 'under' },
    { market: 'ht_1x2', selection: 'X' },
  ];
  const [event = ''] = matches;
  const many = Array.from({ length: 200 }, (_, n) => ({ kind: 'team', id: `team ${n}` }));
  return {
    eventDetail: { id: event },
    matchInsight: { id: event },
    priceHistory: { event, market: '1x2' },
    builderQuote: { event, parts },
    builderMarks: { event, parts },
    orderAdd: order(),
    orderDetail: { id: bet },
    cashOutQuote: { bet },
    cashOutAuto: { bet, at: '100000.00' },
    logProof: { kind: 'bet', id: bet },
    favouriteSave: { add: many, remove: many },
    search: { q: 'a'.repeat(60) },
    eventList: { state: 'open' },
    walletProofs: { after: 0 },
    betProofs: {},
  };
};
/** Of these a member has the largest: what they answer must not be a refusal. */
const answered: ReadonlySet<string> = new Set(Object.keys(large()));

const limitOf = (name: RouteName): Fields => {
  const properties: Record<string, unknown> = routes[name].input.properties;
  const limit = properties['limit'];
  return typeof limit === 'object' && limit !== null && 'maximum' in limit ? { limit: limit.maximum } : {};
};

const cases: Record<string, PublicCase> = memberCases(() => site);
const isRoute = (name: string): name is RouteName => Object.hasOwn(routes, name);

test.each(Object.keys(cases).filter(isRoute))('%s keeps no other call waiting', async (name) => {
  const one = cases[name];
  const person = one !== undefined && 'ends' in one ? await site.newcomer() : rich;
  let [turnMs, callMs, workMs] = [Infinity, Infinity, Infinity];
  for (let n = 0; n < triesMax && (n === 0 || Math.max(turnMs - tickMs, callMs) > worksMax * workMs); n++) {
    const input = { ...(await one?.input()), ...limitOf(name), ...large()[name] };
    await site.modules.book.service.board.refresh(matches);
    const began = processorMs();
    const turn = await longestTurn(async () => {
      const outcome = outcomeOf(await site.call(name, input, { 'ba-user-token': person.token }));
      const isExpected = answered.has(name) ? outcome === 'done' : outcome !== 'fault';
      expect({ outcome, isExpected }).toEqual({ outcome, isExpected: true });
    });
    callMs = Math.min(callMs, (processorMs() - began) / (routes[name].calls ?? 1));
    turnMs = Math.min(turnMs, turn);
    workMs = Math.min(workMs, referenceMs());
  }
  expect((turnMs - tickMs) / workMs, 'the longest turn, in works of 5 ms').toBeLessThanOrEqual(worksMax);
  expect(callMs / workMs, 'processor time of a call it counts as, likewise').toBeLessThanOrEqual(worksMax);
});
