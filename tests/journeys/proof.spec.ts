import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Download, Locator, Page } from '@playwright/test';
import { officeApi } from '../fixtures/office-api.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test as base, type MemberPhone, type TestMatch } from '../fixtures/test.ts';

const program = fileURLToPath(new URL('../../apps/auditor/src/check.ts', import.meta.url));
const over = { ht: { home: 0, away: 0 }, ft: { home: 2, away: 1 } };

/** Changes what the server answers to a call on its way to the phone, from one text to another. */
const falsify = (page: Page, call: string, from: string, to: string): Promise<unknown> =>
  page.route(call, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(from, to) });
  });

/** Shows a log of another past than the phone has seen. */
const forkLog = (page: Page): Promise<unknown> =>
  page.route('**/log/tile/**', (route) => route.fulfill({ body: Buffer.alloc(8_192) }));

type Bettor = MemberPhone & { match: TestMatch; betId: string };
type Fixtures = {
  /** A member who has bet 10.00 on the page, on a match of the test. */
  newBettor: (prepare?: (page: Page) => Promise<unknown>) => Promise<Bettor>;
  /** Checks a file that the app saved by the command of the auditor. */
  check: (file: Promise<Download>) => Promise<{ stdout: string }>;
};

const test = base.extend<Fixtures>({
  newBettor: async ({ site, newMatch, newMemberPhone }, use) =>
    use(async (prepare) => {
      const match = await newMatch();
      const phone = await newMemberPhone();
      const { page, app, api } = phone;
      await prepare?.(page);
      // By its address: home may have been read before the match was announced.
      await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${match.id}`);
      await page.locator('main section button[aria-pressed="false"]:not([disabled])').first().click();
      await app.placeBet(page.getByRole('dialog', { name: app.t('slip.title') }), '10');
      await expect(page.getByRole('link', { name: app.t('slip.records') })).toBeVisible();
      const [bet] = (await api.call('orderList', { tab: 'all' })).list;
      return { ...phone, match, betId: bet?.id ?? '' };
    }),
  check: async ({ site }, use) =>
    use(async (file) => {
      const vkey = (await (await fetch(`${site.url}/log/vkey`)).text()).trim();
      const path = await (await file).path();
      return promisify(execFile)(process.execPath, [program, path, '--key', vkey]);
    }),
});

/** Ends the match of a bet with 2–1, and waits until the settlement is in the log. */
const settleInLog = async ({ api, match, betId }: Bettor): Promise<void> => {
  await match.move({ state: 'finished', score: over.ft, ht: over.ht });
  await match.result(over);
  const kinds = async () =>
    (await api.call('logProof', { kind: 'bet', id: betId })).related.map(({ kind }) => kind);
  await expect
    .poll(kinds, { timeout: 60_000 })
    .toEqual(expect.arrayContaining(['settlement', 'ruling', 'entry']));
};

const untilLogged = ({ api, betId }: Bettor): Promise<void> =>
  expect
    .poll(() => api.call('logProof', { kind: 'bet', id: betId }), { timeout: 60_000 })
    .toHaveProperty('own');

/** Opens the only bet of the records and verifies it. @returns the sheet with what was found */
const verifyBet = async ({ page, app: { t } }: MemberPhone): Promise<Locator> => {
  const answered = page.waitForResponse(/orderDetail/);
  await page.locator('article button[aria-expanded]').first().click();
  await answered;
  await page.getByRole('button', { name: t('proof.verify'), exact: true }).click();
  return page.getByRole('dialog', { name: t('proof.verify') });
};

test('a bet is verified on the phone, and its proof by the command', async ({ newBettor, check }) => {
  const bettor = await newBettor();
  const { page, app, faults } = bettor;
  const { t } = app;
  await untilLogged(bettor);
  await page.getByRole('link', { name: t('slip.records') }).click();
  const first = await verifyBet(bettor);
  await expect(first.getByText(t('proof.signed'))).toBeVisible();
  await expect(first.getByText(new RegExp(t('proof.logged', { number: '[0-9]+' })))).toBeVisible();
  // The check in the background may have looked before.
  await expect(first.getByText(t('proof.first-look')).or(first.getByText(t('proof.grown')))).toBeVisible();
  await expect(first.getByText(t('proof.no-witness'))).toBeVisible();
  await expect(first.getByText(t('proof.same-terms'))).toBeVisible();
  expect(await wrongOnScreen(page)).toEqual([]);

  // The match ends: the phone computes the payout again, and the log has only grown.
  await settleInLog(bettor);
  await page.reload();
  const sheet = await verifyBet(bettor);
  await expect(sheet.getByText(t('proof.grown'))).toBeVisible();
  await expect(sheet.getByText(/^Result 2–1, confirmed by referee, /)).toBeVisible();
  await expect(sheet.getByText(/^In your balance: /)).toBeVisible();
  await expect(sheet.getByText(new RegExp(t('proof.settled', { number: '[0-9]+' })))).toBeVisible();
  await expect(sheet.getByText(t('proof.payout'))).toBeVisible();
  expect(await wrongOnScreen(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await sheet.getByRole('button', { name: t('proof.save') }).click();
  expect((await check(saved)).stdout).toContain('The proof holds.');
  expect(faults).toEqual([]);
});

test('a changed receipt, a log of another past and a result that was never in it are found on the phone', async ({
  site,
  newBettor,
}) => {
  const bettor = await newBettor();
  const { page, app, faults } = bettor;
  const { t } = app;
  await untilLogged(bettor);
  await page.getByRole('link', { name: t('slip.records') }).click();
  await expect((await verifyBet(bettor)).getByText(t('proof.signed'))).toBeVisible();
  await settleInLog(bettor);

  // A phone that kept nothing asks the server, which shows another stake than it signed.
  await page.evaluate("void indexedDB.deleteDatabase('keyval-store')");
  await falsify(
    page,
    '**/game.soccer/orderDetail*',
    String.raw`\"stake\":\"1000\"`,
    String.raw`\"stake\":\"9000\"`,
  );
  await forkLog(page);
  await falsify(
    page,
    '**/user/logProof*',
    String.raw`\"fullTime\":\"2-1\"`,
    String.raw`\"fullTime\":\"1-2\"`,
  );
  await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
  await page.reload();
  const wrong = await verifyBet(bettor);
  await expect(wrong.getByText(t('proof.not-signed'))).toBeVisible();
  await expect(wrong.getByRole('alert').getByText(t('proof.failed'))).toBeVisible();
  await expect(wrong.getByText(t('proof.no-terms'))).toBeVisible();
  await expect(wrong.getByText(t('proof.not-result'))).toBeVisible();
  expect(faults).toEqual([]);
});

test('an entry, the balance and the whole account are checked on the phone, and what is false is red', async ({
  site,
  newBettor,
  check,
}) => {
  test.slow();
  const bettor = await newBettor();
  const { page, app, api, faults } = bettor;
  const { t } = app;
  const sheet = page.getByRole('dialog', { name: t('proof.verify') });
  const close = () => sheet.getByRole('button', { name: t('common.close') }).click();
  const saveBy = async (button: Locator): Promise<Download> => {
    const download = page.waitForEvent('download');
    await button.click();
    return download;
  };
  await settleInLog(bettor);
  // Two operators publish it before the day is over.
  const [host, other] = [
    await officeApi(site.url, site.dataDir, 'host'),
    await officeApi(site.url, site.dataDir, 'host2'),
  ];
  const { id } = await host.call('officeLiabilityPropose', {
    key: 'liabilities-of-proofs',
    reason: 'For the test of proofs',
  });
  await other.call('officeLiabilityDecide', { id, version: 0, decision: 'apply' });
  const owed = async () => {
    const { found } = await api.call('liabilityProof', {});
    const { snapshot } = JSON.parse(found?.entry ?? '{}');
    return typeof snapshot === 'string' && api.call('logProof', { kind: 'liabilities', id: snapshot });
  };
  await expect.poll(owed, { timeout: 60_000 }).toHaveProperty('own');

  await test.step('an entry of the wallet', async () => {
    await page.goto(`${site.url}/#/pages/traderecord/traderecord`);
    await page.getByRole('button', { name: new RegExp(t('money.kind.stake')) }).click();
    await expect(sheet.getByText(new RegExp(t('proof.logged', { number: '[0-9]+' })))).toBeVisible();
    await expect(sheet.getByText(t('proof.same-terms'))).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
    await close();
  });

  await test.step('the balance, and its proof by the command', async () => {
    await page.goto(`${site.url}/#/pages/information/proofs`);
    await page.getByRole('button', { name: t('proof.verify'), exact: true }).click();
    await expect(sheet.getByText(new RegExp(t('proof.same-wallet', { number: '[0-9]+' })))).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
    const balance = await check(saveBy(sheet.getByRole('button', { name: t('proof.save') })));
    expect(balance.stdout).toContain('These are the amounts of entry');
    const kept = await saveBy(sheet.getByRole('link', { name: t('proof.page') }));
    expect(kept.suggestedFilename()).toBe('check.html');
    await close();
  });

  await test.step('the whole account, and all receipts as one file', async () => {
    await page.getByRole('button', { name: t('proof.check') }).click();
    await expect(page.getByRole('main').getByText(t('proof.allRight'))).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
    const receipts = await check(saveBy(page.getByRole('button', { name: t('proof.saveAll') })));
    expect(receipts.stdout).toContain('The proof holds.');
  });

  await test.step('a house that takes more than it signed', async () => {
    await falsify(
      page,
      '**/user/walletProofs*',
      String.raw`\"amount\":\"-1000\"`,
      String.raw`\"amount\":\"-2000\"`,
    );
    await page.getByRole('button', { name: t('proof.check') }).click();
    await expect(page.getByText(t('proof.fault.sum'))).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
    const evidence = check(saveBy(page.getByRole('button', { name: t('proof.saveEvidence') })));
    await expect(evidence).rejects.toMatchObject({ code: 1 });
  });

  await test.step('a log that does not show the tree that it has signed', async () => {
    await page.unrouteAll({ behavior: 'wait' });
    await forkLog(page);
    await page.reload();
    await page.getByRole('button', { name: t('proof.check') }).click();
    await expect(page.getByText(t('proof.forked'))).toBeVisible();
  });

  await test.step('without the network what the phone keeps is still verified', async () => {
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
    await page.getByText(t('record.tab.all'), { exact: true }).first().click();
    const verify = page.getByRole('button', { name: t('proof.verify'), exact: true });
    await page.locator('article button[aria-expanded="false"]').first().click();
    await verify.click();
    await expect(sheet.getByText(t('proof.payout'))).toBeVisible();
    await expect(sheet.getByText(/^Result 2–1, confirmed by referee, /)).toBeVisible();
    await close();
    await page.context().setOffline(true);
    await verify.click();
    await expect(sheet.getByText(t('proof.payout'))).toBeVisible();
    await expect(sheet.getByText(t('proof.same-terms'))).toBeVisible();
    await page.context().setOffline(false);
  });
  // A part of the page that was still on its way failed as the network went.
  const ofNetwork = /ERR_INTERNET_DISCONNECTED|dynamically imported module/;
  expect(faults.filter((fault) => !ofNetwork.test(fault))).toEqual([]);
});

test('a receipt that is not in the log after its minute becomes a red notice, until the log has it', async ({
  site,
  newBettor,
}) => {
  // The log never shows what was promised.
  const bettor = await newBettor((page) =>
    page.route('**/user/logProof*', async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...rest, data: { related: [], witnesses: data.witnesses } },
      });
    }),
  );
  const { page, app } = bettor;
  const { t } = app;

  // Two minutes later the app is opened again.
  await page.clock.setSystemTime(new Date(Date.now() + 120_000));
  await page.goto(site.url);
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: t('proof.alarmTitle') });
  await expect(notice).toBeVisible({ timeout: 40_000 });
  expect(await wrongOnScreen(page)).toEqual([]);
  await notice.getByRole('button', { name: t('proof.alarmOpen') }).click();
  const sheet = page.getByRole('dialog', { name: t('proof.verify') });
  await expect(sheet.getByText(t('proof.not-logged'))).toBeVisible();
  await expect(sheet.getByText(t('proof.hint.log'))).toBeVisible();

  // Once the log has it, the notice goes.
  await untilLogged(bettor);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await notice.getByRole('button', { name: t('proof.alarmOpen') }).click();
  await expect(notice).toHaveCount(0);
});
