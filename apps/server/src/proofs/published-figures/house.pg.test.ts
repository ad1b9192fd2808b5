import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFold, type Finding, type FoldedEntry } from '@touchline/house/fold';
import type { HouseState } from '@touchline/house/state';
import { parseCanonicalObject, type JsonObject } from '@touchline/verify/canonical-json';
import { parseFact } from '@touchline/verify/entries';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMatchTotals } from '../../betting/settlement/match-totals.ts';
import { moduleFacts } from '../../operations/log-facts.ts';
import { openTestLog, type TestLog } from '../log/testing/log.ts';
import { newId } from '../../core/ids.ts';
import { addHouseFact, factBody } from '../../core/public-log/facts.ts';
import { addTestMatch, testWallet } from '../../testing/book.ts';
import { pick, testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import { DayFacts } from './day-facts.ts';
import { FoldService } from './fold-service.ts';
import { createHousePage } from './page.ts';
import { House } from './service.ts';

let book: TestSettling;
let folder: string;
let log: TestLog;
let house: House;

const openHouse = (failpoint?: (name: string) => void): House => {
  const { pool } = book.database;
  const publicLog = log.service;
  const fold = new FoldService({ pool, publicLog });
  return new House({
    desk: { matches: () => Promise.reject(new Error('none')), days: () => Promise.reject(new Error('none')) },
    page: createHousePage({
      owners: () => Promise.resolve(undefined),
      fold,
      publicLog,
      clock: { now: () => new Date() },
    }),
    days: new DayFacts({
      pool,
      liabilities: { madeWithin: async () => [] },
      refusalsOf: async () => [{ reason: 'price', count: 3 }],
      publicLog,
    }),
    fold,
    matchTotals: createMatchTotals({ pool, currency: 'PLAY', failpoint }),
    publicLog,
  });
};

beforeEach(async () => {
  book = await testSettling();
  folder = await mkdtemp(join(tmpdir(), 'touchline-house-'));
  log = openTestLog({ database: book.database, folder, facts: moduleFacts });
  house = openHouse();
});
afterEach(async () => {
  await book.close();
  await rm(folder, { recursive: true, force: true });
});

const rich = (): Promise<Member> => testWallet(book.database.pool, 100_000n);
/** Takes everything into the log: rulings first, and then the totals that follow them. */
const catchUp = async (): Promise<void> => {
  await log.settle();
  await house.addMatches();
  await log.settle();
};
const factsOf = async (kind: string): Promise<{ id: string; body: JsonObject }[]> => {
  const { rows } = await book.database.pool.query<{ id: string; body: string }>(
    'select id, body from house_fact where kind = $1 order by id',
    [kind],
  );
  return rows.map(({ id, body }) => ({ id, body: parseCanonicalObject(body) }));
};
/** Folds the log as an auditor does. @returns what cannot be true, and the state */
const audit = async (): Promise<{ findings: Finding[]; state: HouseState }> => {
  const { size } = await log.service.state();
  const fold = createFold();
  const findings: Finding[] = [];
  for (const text of await log.service.entries(0, size)) {
    const fact = parseFact(text);
    const entry: FoldedEntry = { fact, isPrivate: typeof fact['hash'] === 'string' };
    const { id } = fact;
    const needed = fold.needsText(fact) && typeof id === 'string';
    findings.push(...fold.add(entry, needed ? await log.service.textOf(fact.kind, id) : undefined));
  }
  return { findings, state: fold.state() };
};

test('the totals of a match follow its bets, are true by its result, and hide few bets', async () => {
  const [event = ''] = await book.open(1);
  for (let n = 0; n < 6; n++) await book.bet(await rich(), [pick.home(event)], { stake: '10.00' });
  for (let n = 0; n < 5; n++) await book.bet(await rich(), [pick.draw(event)], { stake: '7.77' });
  await book.bet(await rich(), [pick.over(event)], { stake: '123.45' });
  await book.result(event, [2, 1], { ht: [1, 0] });
  await catchUp();
  const [totals] = await factsOf('match_totals');
  expect(totals?.body).toMatchObject({
    bets: 12,
    again: 0,
    currency: 'PLAY',
    early: { bets: 0, paid: '0', stake: '0' },
    lost: '0',
    rows: [
      { selection: '1', outcome: 'win', bets: 6, stake: '6000', potential: '12600', paid: '12600' },
      { selection: 'X', outcome: 'lose', bets: 5, stake: '3885', paid: '0' },
    ],
    others: [{ outcome: null, bets: 1, stake: '12345', potential: '23455', paid: '23455' }],
  });
  const markets = totals?.body['markets'];
  expect(markets).toMatchObject([
    { market: '1x2', bets: 11, stake: '9885', paid: '12600' },
    { market: 'few', bets: 1, stake: '12345', paid: '23455' },
  ]);
  const { findings, state } = await audit();
  expect(findings).toEqual([]);
  expect(state.published.figures).toMatchObject({
    currency: 'PLAY',
    margins: [
      { market: '1x2', bets: 11, stake: '98.85', promised: '4.70', kept: '-27.15' },
      { market: 'few', bets: 1, kept: '-111.10' },
    ],
    payouts: { bets: 12, matches: 1 },
  });
  await house.fold();
  const page = await house.page();
  expect(page.figures).toEqual(state.published.figures);
  expect(page.asOf.size).toBe(state.published.size);
});

test('the totals of a match are those of all members', async () => {
  const { pool } = book.database;
  const [event = ''] = await book.open(1);
  for (let n = 0; n < 12; n++) await book.bet(await rich(), [pick.home(event)], { stake: '10.00' });
  await book.result(event, [1, 0]);
  const totals = createMatchTotals({ pool, currency: 'PLAY' });
  for (const run of await totals.due()) await totals.add(run);
  const { rows } = await pool.query<{ body: string }>(
    `select body from house_fact where kind = 'match_totals'`,
  );
  expect(rows.map(({ body }) => parseCanonicalObject(body))).toMatchObject([
    { bets: 12, rows: [{ bets: 12, stake: '12000', paid: '25200', outcome: 'win' }] },
  ]);
});

test('a match settled again replaces its totals, and counts as corrected', async () => {
  const [event = '', other = ''] = await book.open(2);
  for (let n = 0; n < 5; n++) await book.bet(await rich(), [pick.home(event)]);
  const both = [pick.home(event), pick.home(other)];
  await book.bet(await rich(), both);
  await book.result(event, [1, 0]);
  await book.result(other, [1, 0]);
  await catchUp();
  await book.result(event, [0, 0], { by: 'second referee' });
  await catchUp();
  const all = (await factsOf('match_totals')).filter(({ id }) => id.startsWith(event));
  expect(all.map(({ body }) => body['version'])).toEqual([1, 2]);
  expect(all[1]?.body).toMatchObject({ again: 6, rows: [{ outcome: 'lose', bets: 5, paid: '0' }] });
  const { findings, state } = await audit();
  expect(findings).toEqual([]);
  const { margins, corrections } = state.published.figures;
  expect(corrections).toMatchObject({ results: 1, bets: 6 });
  expect(margins).toMatchObject([
    { market: '1x2', bets: 5, stake: '50.00', kept: '50.00' },
    // The bet of both was paid 44.10 by the run of the other match, and taken back by that of this one.
    { market: 'multiple', bets: 1, stake: '10.00', kept: '10.00' },
  ]);
});

test('totals come once, whenever the process dies between the run and its fact', async () => {
  const [event = ''] = await book.open(1);
  for (let n = 0; n < 5; n++) await book.bet(await rich(), [pick.home(event)]);
  await book.result(event, [1, 0]);
  await log.settle();
  for (const point of ['totals.read', 'totals.written']) {
    const dying = openHouse((name) => {
      if (name === point) throw new Error('dies');
    });
    await expect(dying.addMatches()).rejects.toThrow('dies');
    expect(await factsOf('match_totals')).toEqual([]);
  }
  await Promise.all([house.addMatches(), openHouse().addMatches()]);
  expect(await factsOf('match_totals')).toHaveLength(1);
  await house.addMatches();
  expect(await factsOf('match_totals')).toHaveLength(1);
});

test('totals wait until their ruling is in the log', async () => {
  const [event = ''] = await book.open(1);
  await book.result(event, [1, 0]);
  await house.addMatches();
  expect(await factsOf('match_totals')).toEqual([]);
  await catchUp();
  expect(await factsOf('match_totals')).toHaveLength(1);
});

test('a match is announced with its kick-off, and its last prices before it are calibrated', async () => {
  await book.open(1);
  const match = await addTestMatch(book.events);
  await book.events.announceUnknown();
  expect((await factsOf('event')).filter(({ body }) => body['event'] === match)).toMatchObject([
    { body: { home: 'One', away: 'Two', competition: 'Test Cup' } },
  ]);
  await book.result(match, [2, 1], { ht: [1, 0] });
  await catchUp();
  const { findings, state } = await audit();
  expect(findings).toEqual([]);
  const bands = state.published.figures.calibration;
  const selections = bands.reduce((sum, band) => sum + band.selections, 0);
  const came = bands.reduce((sum, band) => sum + band.came, 0);
  expect(selections).toBeGreaterThan(50);
  expect(came).toBeGreaterThan(5);
  for (const { from, to, meanChance, low = 0, high = 1, share = 0 } of bands) {
    if (meanChance === undefined) continue;
    expect(meanChance).toBeGreaterThanOrEqual(from);
    expect(meanChance).toBeLessThanOrEqual(to);
    expect(low).toBeLessThanOrEqual(share);
    expect(high).toBeGreaterThanOrEqual(share);
  }
});

test('days are summed up without a gap, with both sides, and agree with the published debts', async () => {
  const { pool, owner } = book.database;
  const dayMs = 86_400_000;
  const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const today = dayAt(Date.now());
  const [first, second] = [dayAt(Date.now() - dayMs), dayAt(Date.now() + dayMs)];
  let nowMs = Date.parse(`${today}T12:00:00.000Z`);
  const made: { id: string; at: Date; watermarks: string[] }[] = [];
  const days = new DayFacts({
    pool,
    liabilities: {
      madeWithin: async ({ from, until }) => made.filter(({ at }) => at >= (from ?? at) && at < until),
    },
    refusalsOf: async () => [{ reason: 'price', count: 3 }],
    publicLog: log.service,
    now: async () => new Date(nowMs),
  });
  /** Publishes the current debts, as the module of liabilities does; sums of days do not name those that are rounded. */
  const say = async (extra = 0n, roundedTo?: string): Promise<void> => {
    const { rows } = await pool.query<{ available: string; held: string; mark: string }>(
      `select sum(available)::text as available, sum(held)::text as held, pg_current_snapshot()::text as mark from wallet`,
    );
    const [sums] = rows;
    const [id, at] = [newId(), new Date()];
    if (roundedTo === undefined) made.push({ id, at, watermarks: [sums?.mark ?? ''] });
    await addHouseFact(pool, {
      kind: 'liabilities',
      id,
      isPrivate: false,
      body: factBody('liabilities', {
        reserves: [],
        snapshot: id,
        time: at.toISOString(),
        totals: [
          {
            available: String(BigInt(sums?.available ?? 0) + extra),
            currency: 'PLAY',
            held: sums?.held ?? '0',
            openBets: '0',
            ...(roundedTo === undefined ? {} : { roundedTo }),
          },
        ],
      }),
    });
  };

  const member = await rich();
  await owner.query(`update entry set at = at - interval '1 day'`);
  await owner.query(`update house_move set at = at - interval '1 day'`);
  expect(await days.addDue()).toEqual([]);
  await log.settle();
  expect(await days.addDue()).toEqual([first]);
  const [event = ''] = await book.open(1);
  await book.bet(member, [pick.home(event)]);
  await say();
  await book.bet(member, [pick.home(event)]);
  await say(77_777n, '100000');
  await rich();
  await log.settle();
  expect(await days.addDue()).toEqual([]);
  nowMs += 2 * dayMs;
  expect(await days.addDue()).toEqual([today, second]);
  await log.settle();
  const { findings, state } = await audit();
  expect(findings).toEqual([]);
  expect(state.published.figures).toMatchObject({
    days: 3,
    lastDay: second,
    // That of the exact totals.
    owed: { at: made[0]?.at.toISOString() },
    refused: [{ reason: 'price', count: 9 }],
  });
  const facts = await factsOf('day_totals');
  expect(facts.map(({ body }) => [body['previous'], body['entries'], body['upTo']])).toEqual([
    [null, 1, 1],
    [first, 3, 4],
    [today, 0, 4],
  ]);

  // What a house could say instead, each found by everybody who folds the log.
  const size = async (): Promise<number> => (await log.service.state()).size;
  const spoilt = async (change: (text: string) => string): Promise<string[]> => {
    const fold = createFold();
    const found: Finding[] = [];
    for (const text of await log.service.entries(0, await size())) {
      const fact = parseFact(change(text));
      found.push(...fold.add({ fact, isPrivate: typeof fact['hash'] === 'string' }));
    }
    return found.map(({ code }) => code);
  };
  const isDay = (text: string, day: string): boolean =>
    text.includes('"kind":"day_totals"') && text.includes(`"day":"${day}"`);
  expect(await spoilt((text) => text)).toEqual([]);
  const amount = /"amount":"(-?\d+)"/;
  expect(
    await spoilt((text) => (isDay(text, today) ? text.replace(amount, '"amount":"5"') : text)),
  ).toContain('false-day');
  expect(
    await spoilt((text) =>
      text.includes('"kind":"liabilities"') ? text.replace(/"available":"\d+"/, '"available":"1"') : text,
    ),
  ).toEqual(['false-day']);
  expect(
    await spoilt((text) => (isDay(text, today) ? text.replaceAll('"entries":3', '"entries":2') : text)),
  ).toContain('false-day');
  expect(
    await spoilt((text) =>
      isDay(text, second) ? text.replace(`"day":"${second}"`, '"day":"2031-01-01"') : text,
    ),
  ).toEqual(['false-day']);
});
