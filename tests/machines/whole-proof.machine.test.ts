import { basename, join } from 'node:path';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatVerifierKey } from '@touchline/verify/keys';
import { testKey } from '@touchline/verify/testing/test-key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doublePrice, rebuildLog, signAnew } from './administrator.ts';
import { openFeed } from '../fixtures/feed.ts';
import { memberApi } from '../fixtures/member-api.ts';
import { memberApp } from '../fixtures/member-app.ts';
import { openOutsiders, type Outsiders } from './outsiders.ts';
import { withPhone } from '../fixtures/phone.ts';
import { startServer, verifyLedger, type Server } from '../fixtures/server.ts';
import { openSite, type Site } from '../fixtures/site-under-test.ts';

// The house's key is on another machine than the database, as operators of a real house keep it.
const house = testKey('house.example/log', 'note', 21);
const seed = Buffer.alloc(32, 21);
const nonceKey = Buffer.alloc(32, 22);

let outsiders: Outsiders;
let site: Site;
/** The server that runs: the site's own, or one that serves the changed database. */
let server: Server;
beforeAll(async () => {
  outsiders = await openOutsiders({ origin: house.name, vkey: formatVerifierKey(house.key) });
  site = await openSite({
    REPLAY: 'false',
    LOG_ORIGIN: house.name,
    LOG_KEY: seed.toString('hex'),
    LOG_NONCE_KEY: nonceKey.toString('hex'),
    LOG_WITNESSES: outsiders.addresses,
    LOG_WITNESSES_NEEDED: '2',
  });
  server = site;
});
afterAll(async () => {
  await server?.stop();
  await site?.close();
  await outsiders?.close();
});

/** Serves what the database now has, at the address that the phone and the auditor know. */
const serveAgain = async (more: Record<string, string> = {}): Promise<void> => {
  server = await startServer({ ...site.settings, PORT: new URL(site.url).port, ...more });
};

test('a bet is placed, settled and verified with two witnesses; every check finds a tampered database', () =>
  withPhone(site.browser, async ({ page }) => {
    const feed = await openFeed(site.database);
    const match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3 * 3_600_000));
    const app = await memberApp(page, 'en');
    const { t } = app;
    const api = memberApi(site.url);
    await page.goto(site.url);
    await app.register('vera');
    await page.getByText(app.money('1000.00'), { exact: true }).waitFor();
    await api.login('vera');

    // A lost bet from another device, and one on the home side from this phone.
    const event = await api.call('eventDetail', { id: match.id });
    const away = event.main?.selections.find(({ selection }) => selection === '2');
    await api.call('orderAdd', {
      key: 'from-elsewhere',
      type: 'single',
      stake: '5.00',
      accept: 'any',
      legs: [{ event: match.id, market: '1x2', selection: '2', odds: away?.odds ?? '' }],
    });
    await app.openMatch(event);
    await page.locator('main section button[aria-pressed="false"]:not([disabled])').first().click();
    const slip = page.getByRole('dialog', { name: t('slip.title') });
    await app.placeBet(slip, '10');
    await page.getByRole('link', { name: t('slip.records') }).click();
    const [won] = (await api.call('orderList', { tab: 'all' })).list;
    if (won === undefined) throw new Error('no bet');

    const over = { ht: { home: 1, away: 0 }, ft: { home: 2, away: 1 } };
    await match.move({ state: 'finished', score: over.ft, ht: over.ht });
    await match.result(over);
    const proofOf = ({ id }: Pick<Bet, 'id'>) => api.call('logProof', { kind: 'bet', id });
    const kinds = async (): Promise<unknown> => (await proofOf(won)).related.map(({ kind }) => kind);
    await expect
      .poll(kinds, { timeout: 60_000 })
      .toEqual(['settlement', 'result', 'ruling', 'entry', 'entry']);

    const alarm = page.getByRole('complementary', { name: t('proof.title') });
    const putAway = () => alarm.getByRole('button', { name: t('common.close') }).click();
    /** Opens the check of one of the two bets; the newest is first. */
    const verify = async (bet: 'won' | 'lost') => {
      // The page also checks automatically: its alarm may be over the list already.
      await page.addLocatorHandler(alarm, putAway);
      const card = page.locator('article button[aria-expanded]').nth(bet === 'won' ? 0 : 1);
      await Promise.all([page.waitForResponse(/orderDetail/), card.click()]);
      await page.getByRole('button', { name: t('proof.verify'), exact: true }).click();
      await page.removeLocatorHandler(alarm);
      return page.getByRole('dialog', { name: t('proof.verify') });
    };
    const [one, two] = outsiders.witnesses.map(({ name }) => name);

    // All is right: the phone, the proof file, an auditor, and the house itself.
    await page.reload();
    const sheet = await verify('won');
    await sheet.getByText(t('proof.payout')).waitFor();
    await sheet.getByText(t('proof.signed')).waitFor();
    await sheet
      .getByText(new RegExp(t('proof.witnessed', { names: `(${one}, ${two}|${two}, ${one})` })))
      .waitFor();
    expect(await sheet.getByRole('alert').count()).toBe(0);
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: t('proof.save') }).click();
    const file = (await (await download).path()) ?? '';
    expect(await outsiders.check(file)).toMatchObject({
      code: 0,
      log: expect.stringContaining('The proof holds.'),
    });
    const state = join(outsiders.folder, 'audit.json');
    expect(await outsiders.audit(site.url, { state })).toMatchObject({
      code: 0,
      report: { faults: [], witnesses: expect.arrayContaining([one, two]) },
    });
    await site.stop();
    expect(await verifyLedger(site.settings)).toMatchObject({ code: 0 });

    // Only the rows are tampered with: the won bet has twice its price, and all that follows agrees.
    await doublePrice(site.database, won.id);
    const named = await verifyLedger(site.settings);
    expect(named).toMatchObject({
      code: 1,
      log: expect.stringMatching(`bet ${won.id} is another than in entry`),
    });
    await serveAgain();
    await page.reload();
    const unsettled = await verify('won');
    await unsettled.getByText(t('proof.not-settled')).waitFor();
    await unsettled.getByRole('alert').getByText(t('proof.failed')).waitFor();
    await server.stop();

    // The log is made to agree, without the key: what was signed is no longer what is served.
    expect(await rebuildLog(site.database, nonceKey)).toBeGreaterThan(2);
    expect(await verifyLedger(site.settings)).toMatchObject({
      code: 1,
      log: expect.stringMatching(/the first \d+ entries are not those that the last checkpoint signed/),
    });
    await serveAgain();
    await page.reload();
    const unlogged = await verify('won');
    await unlogged.getByText(t('proof.not-logged')).waitFor();
    await unlogged.getByRole('alert').getByText(t('proof.failed')).waitFor();
    for (const parts of [{}, { state }]) {
      expect(await outsiders.audit(site.url, parts)).toMatchObject({
        code: 1,
        // What the auditor meets first: tiles that are not under the signed root, or another tree.
        report: { faults: [{ code: expect.stringMatching(/^(other-tree|wrong-tiles)$/) }] },
      });
    }
    await server.stop();

    // With a stolen key, it is signed: a fork, which no witness cosigns.
    await signAnew(site.database, house);
    expect(await verifyLedger(site.settings)).toMatchObject({
      code: 1,
      log: expect.stringMatching(/the first \d+ entries are not those that this machine signed/),
    });
    await serveAgain({ LOG_WITNESSES_NEEDED: '0' });
    await page.reload();
    const forked = await verify('lost');
    await forked.getByText(t('proof.forked')).waitFor();
    await forked.getByText(t('proof.no-witness')).waitFor();
    await forked.getByRole('alert').getByText(t('proof.failed')).waitFor();
    const { code, report } = await outsiders.audit(site.url, { state });
    expect(code).toBe(1);
    // Where the log has grown since, there is no other root of the same size.
    const fork = expect.stringMatching(/^(forked|other-tree)$/);
    expect(report).toMatchObject({ faults: [{ code: 'too-few-witnesses' }, { code: fork }] });
    for (const witness of outsiders.witnesses) {
      await expect.poll(witness.evidence, { timeout: 30_000 }).not.toHaveLength(0);
      for (const evidence of await witness.evidence()) {
        // Where the log has grown since the last cosignature, two checkpoints alone prove nothing.
        const [code, words] = basename(evidence).startsWith('two-roots-')
          ? [0, 'Proven: two histories of one size.']
          : [1, 'Open: ask the log for a consistency proof'];
        expect(await witness.examine(evidence)).toMatchObject({ code, log: expect.stringContaining(words) });
      }
    }
    // The file from before is valid alone, also while the house serves something else.
    expect(await outsiders.check(file)).toMatchObject({ code: 0 });
  }));
