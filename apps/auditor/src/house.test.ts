import { createFold } from '@touchline/house/fold';
import {
  madeDay,
  madeMatch,
  madeTotals,
  privateOf,
  type MadeBet,
  type MadeEntry,
} from '@touchline/house/testing/house-log';
import { expect, test } from 'vitest';
import { look, nothingFollowed, type FollowedLog } from './follow.ts';
import { createLogSource } from './log-source.ts';
import { commitment, publicEntry, serveLog, type ServedLog } from './testing/served-log.ts';

const day = '2026-07-01';
const bets: MadeBet[] = Array.from({ length: 6 }, () => ({ selection: '1', stakeMinor: 1_000n }));
const settled = { day, fullTime: '2-1', version: 1, bets };
const match = madeMatch('m', settled);
const house: MadeEntry[] = [
  privateOf('entry'),
  ...match,
  madeTotals('m', settled),
  madeDay({ day, previous: null, entries: 1, upTo: 1 }),
];

/** Serves these entries, with the texts of prices, and the page that they lead to. */
const serveHouse = async (entries: readonly MadeEntry[]): Promise<ServedLog> => {
  const log = await serveLog(0);
  for (const { fact, isPrivate, text } of entries) {
    log.entries.push(isPrivate ? commitment(fact.kind, 1) : publicEntry(fact));
    const { id } = fact;
    if (text !== undefined && typeof id === 'string')
      log.texts.set(`text/${fact.kind}/${encodeURIComponent(id)}`, text);
  }
  return log;
};
const pageOf = (entries: readonly MadeEntry[]): { asOf: { size: number }; figures: object } => {
  const fold = createFold();
  for (const { text, ...entry } of entries) fold.add(entry, fold.needsText(entry.fact) ? text : undefined);
  const { size, figures } = fold.state().published;
  return { asOf: { size }, figures };
};
const lookAt = (log: ServedLog, before: FollowedLog = nothingFollowed) =>
  look(before, {
    source: createLogSource(`${log.url}/log`, { deadlineMs: 10_000 }),
    log: [log.key],
    witnesses: [],
    enough: 0,
  });
const codes = ({ faults }: Awaited<ReturnType<typeof look>>) => faults.map(({ code }) => code);

test('the figures that a site shows are those that its log leads to', async () => {
  const log = await serveHouse(house);
  log.page = pageOf(house);
  const seen = await lookAt(log);
  expect(seen.faults).toEqual([]);
  expect(seen.followed.house?.published.figures).toEqual(pageOf(house).figures);
  // The page of a size from before is compared too.
  log.page = pageOf(house.slice(0, -1));
  expect(codes(await lookAt(log, seen.followed))).toEqual([]);
});

test('other figures, or figures as of a size at which none are due, are named', async () => {
  const log = await serveHouse(house);
  const { asOf, figures } = pageOf(house);
  log.page = { asOf, figures: { ...figures, margins: [] } };
  const seen = await lookAt(log);
  expect(codes(seen)).toEqual(['other-figures']);
  expect(codes(await lookAt(log, seen.followed))).toEqual(['other-figures']);
  log.page = pageOf(house);
  expect(codes(await lookAt(log, seen.followed))).toEqual([]);
  log.page = { nothing: true };
  expect(codes(await lookAt(log, seen.followed))).toEqual(['malformed']);
});

test('false totals of a match and false sums of a day are named, with the entry', async () => {
  const totals = madeTotals('m', { ...settled, lie: 500n });
  const sums = madeDay({ day, previous: null, entries: 1, upTo: 1, lie: 5 });
  const log = await serveHouse([privateOf('entry'), ...match, totals, sums]);
  const { faults } = await lookAt(log);
  expect(faults.map(({ code, evidence }) => [code, evidence?.['index']])).toEqual([
    ['false-payouts', 1 + match.length],
    ['false-day', 2 + match.length],
  ]);
});

test('prices that were changed outside of the log, or are withheld, are named', async () => {
  const log = await serveHouse(house);
  const [path = '', text = ''] = log.texts.entries().next().value ?? [];
  log.texts.set(path, text.replace('2100', '2200'));
  expect(codes(await lookAt(log))).toEqual(['other-text']);
  log.texts.delete(path);
  expect(codes(await lookAt(log))).toEqual(['other-text']);
});

test('a state without figures is made whole from the log, which must be the one that was read before', async () => {
  const log = await serveHouse(house);
  log.page = pageOf(house);
  const { followed } = await lookAt(log);
  const old = { ...followed, house: undefined };
  const seen = await lookAt(log, old);
  expect(seen.faults).toEqual([]);
  expect(seen.followed.house).toEqual(followed.house);
  expect(seen.followed.tallies).toEqual(followed.tallies);
});
