import { match, press, prices, several, slip, slipTab, type, visit, type Screen } from './stage.ts';

/** The slip in its states, and its receipts. */
export const slipScreens: readonly Screen[] = [
  { name: 'slip', as: 'player', main: true, open: (stage) => slip(stage, '10') },
  { name: 'slip-too-much', as: 'player', open: (stage) => slip(stage, '5000') },
  {
    name: 'slip-singles',
    as: 'player',
    main: true,
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
      await stage.page.getByRole('switch').click();
      await type(stage, '5');
    },
  },
  {
    name: 'slip-accumulator',
    as: 'player',
    main: true,
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(0, 3));
      await type(stage, '10');
    },
  },
  {
    name: 'slip-system',
    as: 'player',
    main: true,
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
      await press(stage.page, /1[.,]00/);
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
      await press(page, /1[.,]00/);
      await page.waitForTimeout(300);
      await page.unroute('**/orderAdd');
    },
  },
  {
    name: 'receipt-accumulator',
    as: 'player',
    main: true,
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(0, 3));
      await type(stage, String(1 + Math.floor(Math.random() * 9)));
      await stage.page.getByLabel(stage.t('slip.ifMoved')).selectOption('any');
      await press(stage.page, /\d[.,]00\u2069?$/);
      await stage.page.getByRole('link', { name: stage.t('slip.records') }).waitFor();
    },
  },
  {
    name: 'receipt-singles',
    as: 'player',
    open: async (stage) => {
      await several(stage, stage.matches.later.slice(2, 4));
      await slipTab(stage, 'single');
      await stage.page.getByRole('switch').click();
      await type(stage, String(1 + Math.floor(Math.random() * 9)));
      await stage.page.getByLabel(stage.t('slip.ifMoved')).selectOption('any');
      await press(stage.page, /\d[.,]00\u2069?$/);
      await stage.page.getByRole('link', { name: stage.t('slip.records') }).waitFor();
    },
  },
  {
    name: 'receipt',
    as: 'player',
    main: true,
    open: async (stage) => {
      await slip(stage, '1');
      await stage.page.getByLabel(stage.t('slip.ifMoved')).selectOption('any');
      await stage.page
        .getByRole('dialog')
        .getByRole('button', { name: /1[.,]00/ })
        .click();
      await stage.page.getByRole('link', { name: stage.t('slip.records') }).waitFor();
    },
  },
];
