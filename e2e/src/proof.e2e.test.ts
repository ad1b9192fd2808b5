import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFeed } from './feed.ts';
import { memberApi } from './member-api.ts';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { officeApi } from './office-api.ts';
import { openSite, type Site } from './site-under-test.ts';

const check = fileURLToPath(new URL('../../apps/auditor/src/check.ts', import.meta.url));
const run = promisify(execFile);

let site: Site;
beforeAll(async () => {
  site = await openSite({ REPLAY: 'false', OFFICE_DEMO: 'true' });
});
afterAll(() => site?.close());

/** Opens a match by its address: home may have been read before it was announced. */
const openMatch = async (page: Page, api: ReturnType<typeof memberApi>, id: string): Promise<void> => {
  const { home, away } = await api.call('eventDetail', { id });
  await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${id}`);
  await page.getByRole('heading', { level: 1, name: `${home.name} – ${away.name}` }).waitFor();
};

test('a bet is verified on the phone, and its proof by the command; a changed receipt is found', () =>
  withPhone(site.browser, async ({ page, faults }) => {
    const feed = await openFeed(site.database);
    const match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3 * 3_600_000));
    const app = await memberApp(page, 'en');
    const { t } = app;
    const api = memberApi(site.url);
    await page.goto(site.url);
    await app.register('vera');
    await page.getByText(app.money('1000.00'), { exact: true }).waitFor();
    await api.login('vera');
    await openMatch(page, api, match.id);
    await page.locator('main section button[aria-pressed="false"]:not([disabled])').first().click();
    const slip = page.getByRole('dialog', { name: t('slip.title') });
    await app.placeBet(slip, '10');
    await page.getByRole('link', { name: t('slip.records') }).click();

    const verify = async () => {
      const answered = page.waitForResponse(/orderDetail/);
      await page.locator('article button[aria-expanded]').first().click();
      await answered;
      await page.getByRole('button', { name: t('proof.verify'), exact: true }).click();
      return page.getByRole('dialog', { name: t('proof.verify') });
    };
    const [bet] = (await api.call('orderList', { tab: 'all' })).list;
    const logged = () => api.call('logProof', { kind: 'bet', id: bet?.id ?? '' });
    await expect.poll(logged, { timeout: 30_000 }).toHaveProperty('own');
    const first = await verify();
    await first.getByText(t('proof.signed')).waitFor();
    await first.getByText(new RegExp(t('proof.logged', { number: '[0-9]+' }))).waitFor();
    // The check in the background may have looked before.
    await first
      .getByText(t('proof.first-look'))
      .or(first.getByText(t('proof.grown')))
      .waitFor();
    await first.getByText(t('proof.no-witness')).waitFor();
    await first.getByText(t('proof.same-terms')).waitFor();
    expect(await wrongOnScreen(page)).toEqual([]);

    // The match ends: the phone computes the payout again, and the log has only grown.
    const over = { ht: { home: 0, away: 0 }, ft: { home: 2, away: 1 } };
    await match.move({ state: 'finished', score: over.ft, ht: over.ht });
    await match.result(over);
    const kinds = async () => (await logged()).related.map(({ kind }) => kind);
    await expect
      .poll(kinds, { timeout: 60_000 })
      .toEqual(expect.arrayContaining(['settlement', 'ruling', 'entry']));
    await page.reload();
    const sheet = await verify();
    await sheet.getByText(t('proof.grown')).waitFor();
    await sheet.getByText(/^Result 2–1, confirmed by referee, /).waitFor();
    await sheet.getByText(/^In your balance: /).waitFor();
    await sheet.getByText(new RegExp(t('proof.settled', { number: '[0-9]+' }))).waitFor();
    await sheet.getByText(t('proof.payout')).waitFor();
    expect(await wrongOnScreen(page)).toEqual([]);

    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: t('proof.save') }).click();
    const vkey = (await (await fetch(`${site.url}/log/vkey`)).text()).trim();
    const file = (await (await download).path()) ?? '';
    const { stdout } = await run(process.execPath, [check, file, '--key', vkey]);
    expect(stdout).toContain('The proof holds.');

    // A phone that kept nothing asks the server, which shows another stake than it signed.
    await page.evaluate("void indexedDB.deleteDatabase('keyval-store')");
    await page.route('**/game.soccer/orderDetail*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        String.raw`\"stake\":\"1000\"`,
        String.raw`\"stake\":\"9000\"`,
      );
      await route.fulfill({ response: answer, body });
    });
    // A log of another past than the phone has seen, and a result that was never in it.
    await page.route('**/log/tile/**', (route) => route.fulfill({ body: Buffer.alloc(8_192) }));
    await page.route('**/user/logProof*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        String.raw`\"fullTime\":\"2-1\"`,
        String.raw`\"fullTime\":\"1-2\"`,
      );
      await route.fulfill({ response: answer, body });
    });
    await page.reload();
    const wrong = await verify();
    await wrong.getByText(t('proof.not-signed')).waitFor();
    await wrong.getByRole('alert').getByText(t('proof.failed')).waitFor();
    await wrong.getByText(t('proof.no-terms')).waitFor();
    await wrong.getByText(t('proof.not-result')).waitFor();
    expect(faults).toEqual([]);
  }));

test('an entry, the balance and the whole account are checked on the phone, and what is spoilt is red', () =>
  withPhone(site.browser, async ({ page, faults }) => {
    const feed = await openFeed(site.database);
    const match = await feed.announce('Town', 'City', new Date(Date.now() + 3 * 3_600_000));
    const app = await memberApp(page, 'en');
    const { t } = app;
    const api = memberApi(site.url);
    await page.goto(site.url);
    await app.register('walter');
    await page.getByText(app.money('1000.00'), { exact: true }).waitFor();
    await api.login('walter');
    await openMatch(page, api, match.id);
    await page.locator('main section button[aria-pressed="false"]:not([disabled])').first().click();
    await app.placeBet(page.getByRole('dialog', { name: t('slip.title') }), '10');
    await page.getByRole('link', { name: t('slip.records') }).waitFor();
    const over = { ht: { home: 0, away: 0 }, ft: { home: 2, away: 1 } };
    await match.move({ state: 'finished', score: over.ft, ht: over.ht });
    await match.result(over);
    const [bet] = (await api.call('orderList', { tab: 'all' })).list;
    const logged = async () =>
      (await api.call('logProof', { kind: 'bet', id: bet?.id ?? '' })).related.map(({ kind }) => kind);
    await expect.poll(logged, { timeout: 60_000 }).toContain('settlement');
    await (await officeApi(site.url, site.dataDir, 'host')).call('officeLiabilityMake', {});
    const owed = async () => {
      const { found } = await api.call('liabilityProof', {});
      const { snapshot } = JSON.parse(found?.entry ?? '{}');
      return typeof snapshot === 'string' && api.call('logProof', { kind: 'liabilities', id: snapshot });
    };
    await expect.poll(owed, { timeout: 30_000 }).toHaveProperty('own');

    // Each entry of the wallet.
    await page.goto(`${site.url}/#/pages/traderecord/traderecord`);
    await page.getByRole('button', { name: new RegExp(t('money.kind.stake')) }).click();
    const sheet = page.getByRole('dialog', { name: t('proof.verify') });
    await sheet.getByText(new RegExp(t('proof.logged', { number: '[0-9]+' }))).waitFor();
    await sheet.getByText(t('proof.same-terms')).waitFor();
    expect(await wrongOnScreen(page)).toEqual([]);
    await sheet.getByRole('button', { name: t('common.close') }).click();

    // The balance, and its proof by the command.
    await page.goto(`${site.url}/#/pages/information/proofs`);
    await page.getByRole('button', { name: t('proof.verify'), exact: true }).click();
    await sheet.getByText(new RegExp(t('proof.same-wallet', { number: '[0-9]+' }))).waitFor();
    expect(await wrongOnScreen(page)).toEqual([]);
    const vkey = (await (await fetch(`${site.url}/log/vkey`)).text()).trim();
    const saved = page.waitForEvent('download');
    await sheet.getByRole('button', { name: t('proof.save') }).click();
    const balance = await run(process.execPath, [check, await (await saved).path(), '--key', vkey]);
    expect(balance.stdout).toContain('These are the amounts of entry');
    const kept = page.waitForEvent('download');
    await sheet.getByRole('link', { name: t('proof.page') }).click();
    expect((await kept).suggestedFilename()).toBe('check.html');
    await sheet.getByRole('button', { name: t('common.close') }).click();

    // The whole account, and all receipts as one file.
    await page.getByRole('button', { name: t('proof.check') }).click();
    await page.getByRole('main').getByText(t('proof.allRight')).waitFor();
    expect(await wrongOnScreen(page)).toEqual([]);
    const all = page.waitForEvent('download');
    await page.getByRole('button', { name: t('proof.saveAll') }).click();
    const receipts = await run(process.execPath, [check, await (await all).path(), '--key', vkey]);
    expect(receipts.stdout).toContain('The proof holds.');

    // The house takes more than it said.
    await page.route('**/user/walletProofs*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        String.raw`\"amount\":\"-1000\"`,
        String.raw`\"amount\":\"-2000\"`,
      );
      await route.fulfill({ response: answer, body });
    });
    await page.getByRole('button', { name: t('proof.check') }).click();
    await page.getByText(t('proof.fault.sum')).waitFor();
    expect(await wrongOnScreen(page)).toEqual([]);
    const evidence = page.waitForEvent('download');
    await page.getByRole('button', { name: t('proof.saveEvidence') }).click();
    const path = await (await evidence).path();
    const found = run(process.execPath, [check, path, '--key', vkey]);
    await expect(found).rejects.toMatchObject({ code: 1 });

    // The log does not show the tree that it has signed.
    await page.unrouteAll({ behavior: 'wait' });
    await page.route('**/log/tile/**', (route) => route.fulfill({ body: Buffer.alloc(8_192) }));
    await page.reload();
    await page.getByRole('button', { name: t('proof.check') }).click();
    await page.getByText(t('proof.forked')).waitFor();

    // Without the network the check says so, and what the phone keeps is still verified.
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
    const expand = page.locator('article button[aria-expanded]').first();
    const open = async () => {
      if ((await expand.getAttribute('aria-expanded')) === 'false') await expand.click();
      await page.getByRole('button', { name: t('proof.verify'), exact: true }).click();
    };
    await page.getByText(t('record.tab.all'), { exact: true }).first().click();
    await open();
    await sheet.getByText(t('proof.payout')).waitFor();
    await sheet.getByText(/^Result 2–1, confirmed by referee, /).waitFor();
    await sheet.getByRole('button', { name: t('common.close') }).click();
    await page.context().setOffline(true);
    await open();
    await sheet.getByText(t('proof.payout')).waitFor();
    await sheet.getByText(t('proof.same-terms')).waitFor();
    await page.context().setOffline(false);
    expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([]);
  }));

test('a receipt that is not in the log after its minute becomes a red notice by itself', () =>
  withPhone(site.browser, async ({ page }) => {
    const feed = await openFeed(site.database);
    const match = await feed.announce('Albion', 'Athletic', new Date(Date.now() + 3 * 3_600_000));
    const app = await memberApp(page, 'en');
    const { t } = app;
    const api = memberApi(site.url);
    // The log never shows what was promised.
    await page.route('**/user/logProof*', async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...rest, data: { related: [], witnesses: data.witnesses } },
      });
    });
    await page.goto(site.url);
    await app.register('wanda');
    await page.getByText(app.money('1000.00'), { exact: true }).waitFor();
    await api.login('wanda');
    await openMatch(page, api, match.id);
    await page.locator('main section button[aria-pressed="false"]:not([disabled])').first().click();
    const slip = page.getByRole('dialog', { name: t('slip.title') });
    await app.placeBet(slip, '10');
    await page.getByRole('link', { name: t('slip.records') }).waitFor();

    // Two minutes later the app is opened again.
    await page.clock.setSystemTime(new Date(Date.now() + 120_000));
    await page.goto(site.url);
    await page.reload();
    const notice = page.getByRole('alert').filter({ hasText: t('proof.alarmTitle') });
    await notice.waitFor({ timeout: 40_000 });
    expect(await wrongOnScreen(page)).toEqual([]);
    await notice.getByRole('button', { name: t('proof.alarmOpen') }).click();
    const sheet = page.getByRole('dialog', { name: t('proof.verify') });
    await sheet.getByText(t('proof.not-logged')).waitFor();
    await sheet.getByText(t('proof.hint.log')).waitFor();

    // Once the log has it, the notice goes.
    const [bet] = (await api.call('orderList', { tab: 'all' })).list;
    const logged = () => api.call('logProof', { kind: 'bet', id: bet?.id ?? '' });
    await expect.poll(logged, { timeout: 60_000 }).toHaveProperty('own');
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await notice.getByRole('button', { name: t('proof.alarmOpen') }).click();
    await notice.waitFor({ state: 'detached' });
  }));
