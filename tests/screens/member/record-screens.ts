import type { BetStatistics } from '@touchline/contract/shapes/statistics';
import { settle } from './look.ts';
import {
  asIfAnswered,
  at,
  cutOff,
  go,
  refuseInWords,
  tab,
  type,
  waiting,
  type Screen,
  type Stage,
} from './stage.ts';

const path = '/pages/gamerecord/gamerecord';
const investmentPath = '/pages/investment/investment';
const statisticsPath = '/pages/information/statistics';

const sums = (bets: number, won: number, stakes: string, returns: string, net: string) => ({
  bets,
  won,
  stakes,
  returns,
  net,
});
/** Figures of a year of betting. */
const statistics = (difference: string): BetStatistics => ({
  total: sums(214, 81, '3210.00', '2984.50', '-225.50'),
  open: { bets: 3, stakes: '42.00' },
  refunded: { bets: 4, stakes: '60.00' },
  types: [
    { type: 'single', ...sums(160, 70, '2400.00', '2310.00', '-90.00') },
    { type: 'accumulator', ...sums(44, 9, '660.00', '590.00', '-70.00') },
    { type: 'system', ...sums(10, 2, '150.00', '84.50', '-65.50') },
  ],
  markets: [
    { market: '1x2', ...sums(90, 38, '1350.00', '1402.25', '52.25') },
    { market: 'over_under', ...sums(50, 26, '750.00', '690.00', '-60.00') },
    { market: 'correct_score', ...sums(20, 2, '300.00', '217.75', '-82.25') },
  ],
  competitions: [
    {
      competition: { id: 'wc.2026', name: 'World Cup 2026' },
      ...sums(150, 66, '2250.00', '2190.00', '-60.00'),
    },
    { competition: { id: 'en.1', name: 'Premier League' }, ...sums(10, 4, '150.00', '120.00', '-30.00') },
  ],
  bands: [
    { to: '1.50', ...sums(30, 21, '450.00', '420.00', '-30.00') },
    { from: '1.50', to: '2.00', ...sums(80, 40, '1200.00', '1180.00', '-20.00') },
    { from: '2.00', to: '3.00', ...sums(60, 20, '900.00', '930.00', '30.00') },
    { from: '10.00', ...sums(34, 2, '510.00', '370.00', '-140.00') },
  ],
  luck: {
    bets: 188,
    stakes: '2820.00',
    expected: '2665.12',
    returns: '2653.00',
    difference,
    low: '-412.80',
    high: '412.80',
  },
});
const showing = (difference: string) => async (stage: Stage) => {
  await asIfAnswered(stage.page, 'betStatistics', statistics(difference));
  await go(stage, statisticsPath);
};

/** A tab with its first bet opened. */
const opened = (name: 'in_progress' | 'win' | 'lose' | 'refund') => async (stage: Stage) => {
  await tab(stage, stage.t(`record.tab.${name}`));
  const first = stage.page.locator('article button[aria-expanded]').first();
  // A replay refunds bets by chance; without one the tab is empty.
  if (await first.isVisible()) await first.click();
};

/** Opens what the house pays for the first open bet. */
const cashOut = async (stage: Stage): Promise<void> => {
  const { page, t } = stage;
  await tab(stage, t('record.tab.in_progress'));
  // Its name is the offer, which comes and moves.
  await page.locator('main article button:not([aria-expanded])').first().click();
  await page.getByRole('dialog', { name: t('cashOut.title') }).waitFor();
  await page.waitForTimeout(400);
};

/** Opens the slip on the first of the latest open bets that can still be edited. */
const edit = async (stage: Stage): Promise<void> => {
  const { page, t } = stage;
  await tab(stage, t('record.tab.in_progress'));
  const main = page.getByRole('main');
  // A bet on a match in play is placed after a delay, which an edit cannot wait for.
  const waits = page.getByText(t('record.state.waiting'), { exact: true });
  for (const record of (await main.getByRole('article').filter({ has: waits }).all()).slice(0, 6)) {
    // Where there is room a bet is open at its list's side.
    const head = record.locator('button[aria-expanded]');
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    const change = main.getByRole('button', { name: t('slip.edit.open') });
    const canChange = await change.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (canChange) {
      await change.click();
      break;
    }
  }
  await page.getByRole('region', { name: t('slip.edit.open') }).waitFor();
  await settle(page);
};

const replace = async ({ page, t }: Stage): Promise<void> => {
  await page.getByLabel(t('slip.ifMoved')).selectOption('any');
  await page.getByRole('button', { name: t('slip.edit.replace') }).click();
};

/** Opens the check of the first bet of a tab, and waits for its last step. */
const proof = async (stage: Stage, name: 'in_progress' | 'win'): Promise<void> => {
  const { page, t } = stage;
  await opened(name)(stage);
  const verify = page.getByRole('button', { name: t('proof.verify'), exact: true });
  await verify.first().waitFor();
  // The receipt comes with the history.
  await page.waitForTimeout(700);
  await verify.first().click();
  await page.getByRole('dialog', { name: t('proof.verify') }).waitFor();
  await page.waitForTimeout(3_600);
};

/** The records, a bet opened, and selling an open one. */
export const recordScreens: readonly Screen[] = [
  { name: 'statistics', as: 'player', open: showing('-12.12') },
  { name: 'statistics-beyond', as: 'player', open: showing('548.00') },
  { name: 'statistics-none', as: 'beginner', open: (stage) => go(stage, statisticsPath) },
  { name: 'records-none', as: 'beginner', open: (stage) => go(stage, path) },
  { name: 'records-waiting', as: 'beginner', open: waiting(path, 'orderList') },
  {
    name: 'records-unreachable',
    as: 'beginner',
    open: async (stage) => {
      await cutOff(stage.page, 'orderList');
      await go(stage, path);
      await stage.page.getByText(stage.t('common.retry')).first().waitFor();
    },
  },
  { name: 'records', as: 'player', open: (stage) => tab(stage, stage.t('record.tab.all')) },
  {
    name: 'records-in-progress',
    as: 'player',
    open: (stage) => tab(stage, stage.t('record.tab.in_progress')),
  },
  { name: 'records-win', as: 'player', open: (stage) => tab(stage, stage.t('record.tab.win')) },
  { name: 'records-lose', as: 'player', open: (stage) => tab(stage, stage.t('record.tab.lose')) },
  { name: 'records-refund', as: 'player', open: (stage) => tab(stage, stage.t('record.tab.refund')) },
  { name: 'record-open-in-progress', as: 'player', open: opened('in_progress') },
  { name: 'record-open-win', as: 'player', open: opened('win') },
  { name: 'record-open-lose', as: 'player', open: opened('lose') },
  { name: 'record-open-refund', as: 'player', open: opened('refund') },
  {
    name: 'record-several',
    as: 'player',
    open: async (stage) => {
      const { page, t } = stage;
      await tab(stage, t('record.tab.all'));
      const record = page.locator('article', { has: page.getByRole('list', { name: t('record.legs') }) });
      await record.first().getByRole('button').first().click();
    },
  },
  {
    name: 'record-proof',
    as: 'player',
    open: (stage) => proof(stage, 'in_progress'),
  },
  {
    name: 'record-proof-settled',
    as: 'player',
    open: (stage) => proof(stage, 'win'),
  },
  {
    name: 'record-proof-wrong',
    as: 'player',
    open: async (stage) => {
      // The server shows a receipt for another stake than it signed.
      await stage.page.route('**/game.soccer/orderDetail*', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace(String.raw`\"stake\":\"`, String.raw`\"stake\":\"1`);
        await route.fulfill({ response: answer, body });
      });
      await proof(stage, 'win');
    },
  },
  { name: 'proofs', as: 'player', open: at('/pages/information/proofs') },
  {
    name: 'edit-bet',
    as: 'player',
    open: async (stage) => {
      await edit(stage);
      await type(stage, '25');
    },
  },
  {
    name: 'edit-bet-placed',
    as: 'player',
    open: async (stage) => {
      const { page, t } = stage;
      await edit(stage);
      await replace(stage);
      const receipt = page.locator('[role="dialog"], dialog, [data-slip]');
      await receipt.getByText(t('record.cashedOut'), { exact: true }).first().waitFor();
    },
  },
  {
    name: 'edit-bet-refused',
    as: 'player',
    open: async (stage) => {
      await edit(stage);
      await refuseInWords(stage.page, 'betEdit', { reason: 'edit_in_play' });
      await replace(stage);
    },
  },
  { name: 'cash-out', as: 'player', open: (stage) => cashOut(stage) },
  {
    name: 'cash-out-part',
    as: 'player',
    open: async (stage) => {
      await cashOut(stage);
      await stage.page.getByRole('radio', { name: /25/ }).click();
    },
  },
  {
    name: 'cash-out-sold',
    as: 'player',
    open: async (stage) => {
      const { page } = stage;
      await cashOut(stage);
      await page.getByRole('radio', { name: /50/ }).click();
      const sell = page.getByRole('dialog').getByRole('button', { name: /\d[.,]\d\d/ });
      // Sold in half language after language, too little may be left for another half.
      if (await sell.isDisabled()) await page.getByRole('radio', { name: /100/ }).click();
      await sell.click();
      await page.getByRole('button', { name: stage.t('slip.done') }).waitFor();
    },
  },
  {
    name: 'cash-out-waits',
    as: 'player',
    open: async (stage) => {
      const { page } = stage;
      await page.route('**/cashOutQuote', async (route) => {
        const answer = await route.fetch();
        const { data, ...rest } = await answer.json();
        await route.fulfill({ json: { ...rest, data: { ...data, waitMs: 5_000 } } });
      });
      // It waits for as long as it is looked at.
      await page.route('**/cashOut', () => undefined);
      await cashOut(stage);
      const sell = page.getByRole('dialog').getByRole('button', { name: /\d[.,]\d\d/ });
      if (await sell.isDisabled()) await page.getByRole('radio', { name: /100/ }).click();
      await sell.click();
      await page.waitForTimeout(300);
      await page.unroute('**/cashOutQuote');
    },
  },
  {
    name: 'cash-out-none',
    as: 'player',
    open: async (stage) => {
      const { page } = stage;
      await page.route('**/cashOutQuote', (route) =>
        route.fulfill({
          json: { code: 0, msg: stage.t('event.suspended'), data: { reason: 'no_cash_out' } },
        }),
      );
      await cashOut(stage);
      await page.unroute('**/cashOutQuote');
    },
  },
  { name: 'investment-none', as: 'beginner', open: (stage) => go(stage, investmentPath) },
  { name: 'investment', as: 'player', open: (stage) => go(stage, investmentPath) },
  { name: 'investment-waiting', as: 'beginner', open: waiting(investmentPath, 'orderList') },
];
