import { settle } from './look.ts';
import { at, cutOff, go, press, waiting, type Screen } from './stage.ts';

const invest = '/pages/invest/invest';
const search = '/pages/search/search';

/** The lists of matches. */
export const browseScreens: readonly Screen[] = [
  {
    name: 'home-unreachable',
    as: 'beginner',
    open: async (stage) => {
      await cutOff(stage.page, 'home');
      await go(stage, '/');
    },
  },
  { name: 'home-waiting', as: 'beginner', open: waiting('/', 'home') },
  { name: 'home', as: 'player', open: at('/') },
  { name: 'event-record', as: 'player', open: at('/pages/invest/eventrecord') },
  { name: 'invest', as: 'player', open: at(invest) },
  { name: 'invest-waiting', as: 'player', open: waiting(invest, 'eventList') },
  {
    name: 'invest-finished',
    as: 'player',
    open: async (stage) => {
      await go(stage, invest);
      await press(stage.page, stage.t('invest.state.finished'));
      await settle(stage.page);
    },
  },
  {
    name: 'invest-favourites',
    as: 'player',
    open: async (stage) => {
      await go(stage, invest);
      await press(stage.page, stage.t('invest.favourites'));
      await settle(stage.page);
      await stage.page.waitForTimeout(100);
    },
  },
  {
    name: 'search-none',
    as: 'player',
    open: async (stage) => {
      await go(stage, search);
      await stage.page.getByRole('main').getByRole('searchbox').fill('zzzz');
      await stage.page.getByText(stage.t('search.none')).waitFor();
    },
  },
  {
    name: 'search',
    as: 'player',
    open: async (stage) => {
      await go(stage, search);
      await stage.page.getByRole('main').getByRole('searchbox').fill('mex');
      await stage.page.getByRole('heading', { name: stage.t('search.matches') }).waitFor();
    },
  },
  { name: 'search-empty', as: 'visitor', open: at(search) },
  { name: 'visitor-matches', as: 'visitor', open: at(invest) },
  { name: 'competition-groups', as: 'visitor', open: at('/pages/football/competition?id=wc2026') },
  { name: 'competition-cup', as: 'visitor', open: at('/pages/football/competition?id=wc2022') },
  {
    name: 'competition-league',
    as: 'visitor',
    open: at('/pages/football/competition?id=en.1&season=2023-24'),
  },
  { name: 'competition-unknown', as: 'visitor', open: at('/pages/football/competition?id=nowhere') },
  { name: 'team-nation', as: 'visitor', open: at('/pages/football/team?id=mex') },
  { name: 'team-club', as: 'visitor', open: at('/pages/football/team?id=it-verona') },
];
