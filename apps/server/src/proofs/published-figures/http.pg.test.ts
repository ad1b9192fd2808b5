import { afterAll, beforeAll, expect, test } from 'vitest';
import { moduleFacts } from '../../operations/log-facts.ts';
import { openTestLog } from '../log/testing/log.ts';
import { siteToVerify, type SiteToVerify } from '../../testing/scenarios/site-to-verify.ts';
import { testTouchline, type TestTouchline } from '../../testing/touchline.ts';

let made: SiteToVerify;
/** A second process of the site, whose routines are run by the test. */
let site: TestTouchline;

beforeAll(async () => {
  made = await siteToVerify();
  const { database } = made;
  await openTestLog({ database, folder: database.dataDir, facts: moduleFacts }).settle();
  site = await testTouchline({ beside: made, frozenAt: new Date() });
  await site.modules.house.service.fold();
}, 240_000);
afterAll(async () => {
  await site.close();
  await made.close();
});

test('everybody reads the figures of the house, with the log that they follow from', async () => {
  const { log, asOf, figures } = await site.ask('housePage');
  expect(log).toMatchObject({ origin: 'touchline.example/log', epoch: 1, needed: 0, witnesses: [] });
  expect(asOf.size).toBeGreaterThan(0);
  expect(asOf.size).toBeLessThanOrEqual(log.size);
  expect(figures.corrections).toMatchObject({ results: 1 });
  expect(figures.owed?.reserves.map(({ kind }) => kind).toSorted()).toEqual([
    'address',
    'issued',
    'statement',
  ]);
  expect(figures.voids).toEqual({ matches: 0, markets: 1 });
  expect(figures.payouts.matches).toBeGreaterThan(0);
  expect(figures.calibration).toHaveLength(10);
});

test('operators see the matches behind it, and find them by month and market', async () => {
  const { operators } = site.modules.office.service;
  const { password } = await operators.add({ account: 'house.auditor', roles: ['auditor'] }, { address: '' });
  const { token } = await site.ask('officeLogin', { account: 'house.auditor', password });
  const auditor = site.as({ 'ba-office-token': token });
  expect((await auditor.ask('officeHouse')).figures).toEqual((await site.ask('housePage')).figures);
  const { list, total } = await auditor.ask('officeHouseMatches');
  expect(total).toBe(list.length);
  const over = list.filter(({ event }) => event === made.matches.over);
  expect(over).toMatchObject([{ home: 'Proof Town', away: 'Proof City', competition: 'Proof Cup' }]);
  const [found] = over;
  expect(found?.index).toBeGreaterThan(0);
  const month = found?.month ?? '';
  expect((await auditor.ask('officeHouseMatches', { month, limit: 1 })).total).toBe(total);
  expect((await auditor.ask('officeHouseMatches', { month: '2001-01' })).total).toBe(0);
  const market = found?.markets[0]?.market ?? '';
  const byMarket = await auditor.ask('officeHouseMatches', { market });
  expect(byMarket.list.map(({ event }) => event)).toContain(made.matches.over);
  expect((await auditor.ask('officeHouseMatches', { market: 'ht_ft' })).total).toBe(0);
  expect(await auditor.ask('officeHouseDays')).toMatchObject({ list: [], total: 0 });
});
