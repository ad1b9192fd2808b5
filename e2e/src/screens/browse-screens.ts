import { settle } from './look.ts';
import { at, cutOff, go, press, waiting, type Screen } from './stage.ts';

const invest = '/pages/invest/invest';

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
    name: 'invest-search-none',
    as: 'player',
    open: async (stage) => {
      await go(stage, invest);
      await press(stage.page, stage.t('invest.state.open'));
      await press(stage.page, stage.t('common.search'));
      await stage.page.getByRole('searchbox').fill('zzzz');
      await stage.page.getByText(stage.t('invest.none')).waitFor();
    },
  },
];
