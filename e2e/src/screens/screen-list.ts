import type { Event } from '@touchline/contract/shapes/football';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import type { Translate } from '@touchline/locales/translator';
import type { Page } from 'playwright-core';
import { settle } from './look.ts';

/** What a screen is opened with. */
export type Stage = {
  page: Page;
  url: string;
  t: Translate<AppMessages>;
  /** Matches of each kind, as far as there are any. */
  matches: {
    coming: Event;
    /** More matches to come, for bets of several legs. */
    later: readonly Event[];
    live: Event | undefined;
    finished: Event | undefined;
  };
};

export type Screen = {
  name: string;
  /** Who looks at it. */
  as: 'visitor' | 'beginner' | 'player';
  /** Taken at every size, not only at 375×812. */
  main?: true;
  open: (stage: Stage) => Promise<void>;
};

const visit = async ({ page, url }: Stage, path: string): Promise<void> => {
  // Afresh: nothing of the screen before stays open.
  await page.goto('about:blank');
  await page.goto(`${url}/#${path}`);
  await settle(page);
};

const go = async (stage: Stage, path: string): Promise<void> => {
  const { page, url } = stage;
  // What is in the slip outlives a reload.
  if (page.url().startsWith(url)) await page.evaluate(`localStorage.removeItem('slip')`);
  await visit(stage, path);
};

const at =
  (path: string) =>
  (stage: Stage): Promise<void> =>
    go(stage, path);

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

type Group = 'main' | 'score' | 'goals' | 'handicap' | 'halves';

const match = async (stage: Stage, event: Event | undefined, group?: Group): Promise<void> => {
  await go(stage, `/pages/invest/eventsinfo?id=${event?.id ?? 'none'}`);
  if (group === undefined) return;
  const name = new RegExp(`^${stage.t(`event.group.${group}`)} \\d+$`);
  await stage.page.getByRole('button', { name }).click();
};

const prices = (page: Page) => page.locator('main section button[aria-pressed]:not([disabled])');

/** Puts the nth price of each match in the slip and opens it. */
const several = async (stage: Stage, events: readonly (Event | undefined)[], nth = 0): Promise<void> => {
  const { page, t } = stage;
  for (const [at, event] of events.entries()) {
    const path = `/pages/invest/eventsinfo?id=${event?.id ?? 'none'}`;
    await (at === 0 ? go(stage, path) : visit(stage, path));
    await prices(page)
      .nth(at === events.length - 1 ? nth : 0)
      .click();
    if (at === 0) await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: new RegExp(t('slip.open')) }).click();
  await page.getByRole('dialog', { name: t('slip.title') }).waitFor();
};

const type = async ({ page }: Stage, digits: string): Promise<void> => {
  for (const digit of digits) await page.keyboard.press(digit);
};

const slipTab = async ({ page, t }: Stage, tab: 'single' | 'accumulator' | 'system'): Promise<void> => {
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: t(`slip.tab.${tab}`), exact: true })
    .click();
};

/** Changes what the book answers about a match, for states the replay does not reach. */
const asIf = async (stage: Stage, event: Event, change: object, open: () => Promise<void>): Promise<void> => {
  const { page } = stage;
  await page.route('**/eventDetail?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const data = answer.data?.id === event.id ? { ...answer.data, ...change } : answer.data;
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await open();
  await page.unroute('**/eventDetail?*');
};

const tab = async (stage: Stage, name: string): Promise<void> => {
  await go(stage, '/pages/gamerecord/gamerecord');
  await press(stage.page, name);
  await settle(stage.page);
};

/** Opens the slip on a score and types a stake. */
const slip = async (stage: Stage, digits: string): Promise<void> => {
  const { page, t } = stage;
  await match(stage, stage.matches.coming, 'score');
  await page.locator('[data-score="2-1"]').click();
  const dialog = page.getByRole('dialog', { name: t('slip.title') });
  await dialog.waitFor();
  for (const digit of digits) await dialog.getByRole('button', { name: digit, exact: true }).click();
};

/** Every screen of the app and its states. */
export const screens: readonly Screen[] = [
  { name: 'login', as: 'visitor', main: true, open: at('/pages/login/login') },
  {
    name: 'login-empty',
    as: 'visitor',
    open: async (stage) => {
      await go(stage, '/pages/login/login');
      await press(stage.page, stage.t('login.submit'));
    },
  },
  { name: 'signup', as: 'visitor', main: true, open: at('/pages/login/signup') },
  {
    name: 'signup-wrong',
    as: 'visitor',
    open: async (stage) => {
      await go(stage, '/pages/login/signup');
      await stage.page.getByRole('radio', { name: stage.t('signup.byMobile') }).click();
      await press(stage.page, stage.t('signup.submit'));
    },
  },
  {
    name: 'country',
    as: 'visitor',
    open: async (stage) => {
      await go(stage, '/pages/login/signup');
      await stage.page.getByRole('radio', { name: stage.t('signup.byMobile') }).click();
      await stage.page.getByRole('button', { name: stage.t('form.areaCode') }).click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  { name: 'lang', as: 'visitor', open: at('/pages/lang/lang') },
  { name: 'records-none', as: 'beginner', open: at('/pages/gamerecord/gamerecord') },
  {
    name: 'home-unreachable',
    as: 'beginner',
    open: async (stage) => {
      await stage.page.route('**/api/index/home', (route) => route.abort());
      await go(stage, '/');
      await stage.page.unroute('**/api/index/home');
    },
  },
  { name: 'home', as: 'player', main: true, open: at('/') },
  { name: 'invest', as: 'player', main: true, open: at('/pages/invest/invest') },
  {
    name: 'invest-finished',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/invest/invest');
      await press(stage.page, stage.t('invest.state.finished'));
      await settle(stage.page);
    },
  },
  {
    name: 'invest-favourites',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/invest/invest');
      await press(stage.page, stage.t('invest.favourites'));
      await settle(stage.page);
      await stage.page.waitForTimeout(100);
    },
  },
  {
    name: 'invest-search-none',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/invest/invest');
      await press(stage.page, stage.t('invest.state.open'));
      await press(stage.page, stage.t('common.search'));
      await stage.page.getByRole('searchbox').fill('zzzz');
      await stage.page.getByText(stage.t('invest.none')).waitFor();
    },
  },
  { name: 'match', as: 'player', main: true, open: (stage) => match(stage, stage.matches.coming) },
  {
    name: 'match-score',
    as: 'player',
    main: true,
    open: (stage) => match(stage, stage.matches.coming, 'score'),
  },
  {
    name: 'match-score-half',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming, 'score');
      await stage.page.getByRole('radio', { name: stage.t('event.firstHalf') }).click();
    },
  },
  {
    name: 'match-goals',
    as: 'player',
    open: (stage) => match(stage, stage.matches.coming, 'goals'),
  },
  {
    name: 'match-handicap',
    as: 'player',
    main: true,
    open: (stage) => match(stage, stage.matches.coming, 'handicap'),
  },
  {
    name: 'match-halves',
    as: 'player',
    main: true,
    open: (stage) => match(stage, stage.matches.coming, 'halves'),
  },
  {
    name: 'match-search',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming);
      await stage.page.getByRole('searchbox').fill('2.5');
      await stage.page.waitForTimeout(400);
    },
  },
  {
    name: 'match-search-none',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming);
      await stage.page.getByRole('searchbox').fill('zzzz');
      await stage.page.getByText(stage.t('event.noMatch')).waitFor();
    },
  },
  {
    name: 'match-insight',
    as: 'player',
    main: true,
    open: async (stage) => {
      const { page, matches } = stage;
      await match(stage, matches.live ?? matches.coming);
      await page.locator('main section button[aria-expanded="false"]').first().click();
      await page.locator('summary').first().click();
    },
  },
  {
    name: 'match-folded',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming);
      const folds = stage.page.locator('main h2 button');
      for (const nth of [0, 1, 3]) await folds.nth(nth).click();
    },
  },
  ...(['rate', 'fractional', 'american', 'malay'] as const).map((format): Screen => ({
    name: `match-score-${format}`,
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming, 'score');
      await stage.page.getByRole('combobox', { name: stage.t('odds.title') }).selectOption(format);
      await stage.page.waitForTimeout(100);
      await stage.page.evaluate(`localStorage.removeItem('odds-display')`);
    },
  })),
  ...(['abandoned', 'postponed', 'cancelled'] as const).map((state): Screen => ({
    name: `match-${state}`,
    as: 'player',
    open: (stage) => asIf(stage, stage.matches.coming, { state }, () => match(stage, stage.matches.coming)),
  })),
  { name: 'match-live', as: 'player', open: (stage) => match(stage, stage.matches.live) },
  { name: 'match-finished', as: 'player', open: (stage) => match(stage, stage.matches.finished) },
  { name: 'match-unknown', as: 'player', open: (stage) => match(stage, undefined) },
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
      for (const attempt of ['first', 'second']) {
        await several(stage, stage.matches.later.slice(1, 3));
        await type(stage, '1');
        await page.getByLabel(t('slip.ifMoved')).selectOption('any');
        await press(page, /1[.,]00/);
        if (attempt === 'first') await page.getByRole('link', { name: t('slip.records') }).waitFor();
      }
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
  { name: 'records', as: 'player', main: true, open: (stage) => tab(stage, stage.t('record.tab.all')) },
  {
    name: 'records-in-progress',
    as: 'player',
    open: (stage) => tab(stage, stage.t('record.tab.in_progress')),
  },
  { name: 'records-win', as: 'player', open: (stage) => tab(stage, stage.t('record.tab.win')) },
  { name: 'records-lose', as: 'player', open: (stage) => tab(stage, stage.t('record.tab.lose')) },
  { name: 'records-refund', as: 'player', open: (stage) => tab(stage, stage.t('record.tab.refund')) },
  {
    name: 'record-open',
    as: 'player',
    main: true,
    open: async (stage) => {
      await tab(stage, stage.t('record.tab.win'));
      await stage.page.locator('article button[aria-expanded]').first().click();
    },
  },
  { name: 'mine', as: 'player', main: true, open: at('/pages/information/information') },
  {
    name: 'mine-odds',
    as: 'player',
    main: true,
    open: async (stage) => {
      await go(stage, '/pages/information/information');
      await press(stage.page, new RegExp(`^${stage.t('odds.title')}`));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  { name: 'rules', as: 'player', main: true, open: at('/pages/rules/rules') },
  { name: 'rules-section', as: 'player', open: at('/pages/rules/rules?version=1&section=asian_handicap') },
  {
    name: 'sign-out',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/information/information');
      await press(stage.page, stage.t('mine.signOut'));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  { name: 'not-found', as: 'player', open: at('/pages/nowhere') },
];
