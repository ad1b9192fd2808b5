import {
  cutOff,
  hold,
  match,
  press,
  prices,
  several,
  slip,
  slipTab,
  type,
  typeNextStake,
  visit,
  type Screen,
  type Stage,
} from './stage.ts';

/** Presses a button of the sheet; prices of the page below it may read alike. */
const pressIn = ({ page }: Stage, name: RegExp): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name }).first().click();

/** Places a single, and accepts a changed price. */
const send = async (stage: Stage): Promise<void> => {
  await slip(stage, '1');
  await stage.page.getByLabel(stage.t('slip.ifMoved')).selectOption('any');
  await pressIn(stage, /1[.,]00/);
};

/** The slip in its states, and its receipts. */
export const slipScreens: readonly Screen[] = [
  { name: 'slip', as: 'player', open: (stage) => slip(stage, '10') },
  { name: 'slip-empty', as: 'player', open: (stage) => slip(stage, '') },
  { name: 'slip-over-max', as: 'player', open: (stage) => slip(stage, '9999999') },
  {
    name: 'slip-bar-one',
    as: 'player',
    open: async (stage) => {
      await slip(stage, '10');
      await stage.page.keyboard.press('Escape');
      await stage.page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'slip-counter-offer',
    as: 'player',
    open: async (stage) => {
      const { page, t } = stage;
      const max = '7.50';
      const msg = t('slip.max', { amount: max });
      await page.route('**/orderAdd', (route) =>
        route.fulfill({ json: { code: 0, msg, data: { reason: 'stake_max', max } } }),
      );
      await slip(stage, '10');
      await pressIn(stage, /10[.,]00/);
      await page.getByRole('dialog').locator('output button').waitFor();
    },
  },
  {
    name: 'slip-placing',
    as: 'player',
    open: async (stage) => {
      await hold(stage.page, 'orderAdd');
      await send(stage);
    },
  },
  {
    name: 'slip-unheard',
    as: 'player',
    open: async (stage) => {
      await cutOff(stage.page, 'orderAdd');
      await send(stage);
      await stage.page.getByText(stage.t('slip.unheard')).waitFor();
    },
  },
  { name: 'slip-too-much', as: 'player', open: (stage) => slip(stage, '5000') },
  {
    name: 'slip-singles',
    as: 'player',
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(0, 3));
      await slipTab(stage, 'single');
      await type(stage, '25');
    },
  },
  {
    name: 'slip-singles-same',
    as: 'player',
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(0, 2));
      await slipTab(stage, 'single');
      await stage.page.getByRole('dialog').getByRole('switch').click();
      await type(stage, '5');
    },
  },
  {
    name: 'slip-accumulator',
    as: 'player',
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(0, 3));
      await type(stage, '10');
    },
  },
  {
    name: 'slip-system',
    as: 'player',
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(0, 4));
      await slipTab(stage, 'system');
      await type(stage, '2');
    },
  },
  {
    name: 'slip-conflict',
    as: 'player',
    open: async (stage) => {
      const [one, two] = stage.matches.later;
      await several(stage, [one, two, one], 4);
      await slipTab(stage, 'accumulator');
      await type(stage, '10');
    },
  },
  {
    name: 'slip-bar',
    as: 'player',
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(0, 3));
      await stage.page.keyboard.press('Escape');
    },
  },
  {
    name: 'slip-moved',
    as: 'player',
    open: async (stage) => {
      const [one, two] = stage.matches.later;
      await several(stage, [one, two]);
      await type(stage, '10');
      if (one === undefined) return;
      // The prices agreed to are of yesterday: those of the book differ.
      await stage.page.evaluate(`{
        const slip = JSON.parse(localStorage.getItem('slip'));
        for (const item of slip.items) item.agreed = '1.05';
        localStorage.setItem('slip', JSON.stringify(slip));
      }`);
      await visit(stage, '/pages/invest/invest');
      await press(stage.page, new RegExp(stage.t('slip.open')));
    },
  },
  {
    name: 'slip-live',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.live);
      await prices(stage.page).first().click();
      await type(stage, '5');
    },
  },
  {
    name: 'slip-waiting',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.live);
      await prices(stage.page).first().click();
      await type(stage, '1');
      await stage.page.getByLabel(stage.t('slip.ifMoved')).selectOption('any');
      await pressIn(stage, /1[.,]00/);
    },
  },
  {
    name: 'slip-again',
    as: 'player',
    open: async (stage) => {
      const { page, t } = stage;
      await page.route('**/orderAdd', (route) =>
        route.fulfill({ json: { code: 0, msg: t('slip.sameMatch'), data: { reason: 'duplicate' } } }),
      );
      await several(stage, stage.matches.later.slice(1, 3));
      await type(stage, '1');
      await page.getByLabel(t('slip.ifMoved')).selectOption('any');
      await pressIn(stage, /1[.,]00/);
      await page.waitForTimeout(300);
      await page.unroute('**/orderAdd');
    },
  },
  {
    name: 'receipt-accumulator',
    as: 'player',
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(0, 3));
      await typeNextStake(stage);
      await stage.page.getByLabel(stage.t('slip.ifMoved')).selectOption('any');
      await pressIn(stage, /\d[.,]00\u2069?$/);
      await stage.page.getByRole('link', { name: stage.t('slip.records') }).waitFor();
    },
  },
  {
    name: 'receipt-singles',
    as: 'player',
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(2, 4));
      await slipTab(stage, 'single');
      await stage.page.getByRole('dialog').getByRole('switch').click();
      await typeNextStake(stage);
      await stage.page.getByLabel(stage.t('slip.ifMoved')).selectOption('any');
      await pressIn(stage, /\d[.,]00\u2069?$/);
      await stage.page.getByRole('link', { name: stage.t('slip.records') }).waitFor();
    },
  },
  {
    name: 'receipt-system',
    as: 'player',
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(0, 3));
      await slipTab(stage, 'system');
      await typeNextStake(stage);
      await stage.page.getByLabel(stage.t('slip.ifMoved')).selectOption('any');
      await pressIn(stage, /\d[.,]00\u2069?$/);
      await stage.page.getByRole('link', { name: stage.t('slip.records') }).waitFor();
    },
  },
  {
    name: 'receipt',
    as: 'player',
    open: async (stage) => {
      await send(stage);
      await stage.page.getByRole('link', { name: stage.t('slip.records') }).waitFor();
    },
  },
];
