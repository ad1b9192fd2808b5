import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFeed } from './feed.ts';
import { memberApi } from './member-api.ts';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

const check = fileURLToPath(new URL('../../apps/auditor/src/check.ts', import.meta.url));
const run = promisify(execFile);

let site: Site;
beforeAll(async () => {
  site = await openSite({ REPLAY: 'false' });
});
afterAll(() => site?.close());

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
    await app.openMatch(await api.call('eventDetail', { id: match.id }));
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
    await first.getByText(t('proof.first-look')).waitFor();
    await first.getByText(t('proof.no-witness')).waitFor();
    await first.getByText(t('proof.same-terms')).waitFor();
    expect(await wrongOnScreen(page)).toEqual([]);

    // The match ends: the phone computes the payout again, and the log has only grown.
    const over = { ht: { home: 0, away: 0 }, ft: { home: 2, away: 1 } };
    await match.move({ state: 'finished', score: over.ft, ht: over.ht });
    await match.result(over);
    const kinds = async () => (await logged()).related.map(({ kind }) => kind);
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(['settlement', 'result', 'ruling']);
    await page.reload();
    const sheet = await verify();
    await sheet.getByText(t('proof.grown')).waitFor();
    await sheet.getByText(new RegExp(t('proof.result', { score: '2–1', number: '[0-9]+' }))).waitFor();
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
