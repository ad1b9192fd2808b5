import { matchScreens } from './match-screens.ts';
import { recordScreens } from './record-screens.ts';
import { slipScreens } from './slip-screens.ts';
import { settle } from './look.ts';
import { at, go, press, type Screen } from './stage.ts';

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
  ...matchScreens,
  ...slipScreens,
  ...recordScreens,
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
