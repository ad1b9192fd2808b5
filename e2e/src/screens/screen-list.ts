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
  matches: { coming: Event; live: Event | undefined; finished: Event | undefined };
};

export type Screen = {
  name: string;
  /** Who looks at it. */
  as: 'visitor' | 'beginner' | 'player';
  /** Taken at every size, not only at 375×812. */
  main?: true;
  open: (stage: Stage) => Promise<void>;
};

const go = async ({ page, url }: Stage, path: string): Promise<void> => {
  // Afresh: nothing of the screen before stays open.
  await page.goto('about:blank');
  await page.goto(`${url}/#${path}`);
  await settle(page);
};

const at =
  (path: string) =>
  (stage: Stage): Promise<void> =>
    go(stage, path);

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

const match = async (stage: Stage, event: Event | undefined, chip?: string): Promise<void> => {
  await go(stage, `/pages/invest/eventsinfo?id=${event?.id ?? 'none'}`);
  if (chip !== undefined) await press(stage.page, chip);
};

const tab = async (stage: Stage, name: string): Promise<void> => {
  await go(stage, '/pages/gamerecord/gamerecord');
  await press(stage.page, name);
  await settle(stage.page);
};

/** Opens the slip on a score and types a stake. */
const slip = async (stage: Stage, digits: string): Promise<void> => {
  const { page, t } = stage;
  await match(stage, stage.matches.coming, t('event.chip.score'));
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
    open: (stage) => match(stage, stage.matches.coming, stage.t('event.chip.score')),
  },
  {
    name: 'match-score-half',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming, stage.t('event.chip.score'));
      await stage.page.getByRole('radio', { name: stage.t('event.firstHalf') }).click();
    },
  },
  {
    name: 'match-goals',
    as: 'player',
    open: (stage) => match(stage, stage.matches.coming, stage.t('event.chip.goals')),
  },
  { name: 'match-live', as: 'player', open: (stage) => match(stage, stage.matches.live) },
  { name: 'match-finished', as: 'player', open: (stage) => match(stage, stage.matches.finished) },
  { name: 'match-unknown', as: 'player', open: (stage) => match(stage, undefined) },
  { name: 'slip', as: 'player', main: true, open: (stage) => slip(stage, '10') },
  { name: 'slip-too-much', as: 'player', open: (stage) => slip(stage, '5000') },
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
