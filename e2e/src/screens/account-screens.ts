import { settle } from './look.ts';
import { at, cutOff, go, press, waiting, type Screen } from './stage.ts';

/** The member's own pages, and those that lead nowhere. */
export const accountScreens: readonly Screen[] = [
  { name: 'mine', as: 'player', open: at('/pages/information/information') },
  {
    name: 'mine-odds',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/information/information');
      await press(stage.page, new RegExp(`^${stage.t('odds.title')}`));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'sign-out',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/information/information');
      await press(stage.page, stage.t('mine.signOut'));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  { name: 'wallet-record', as: 'player', open: at('/pages/traderecord/traderecord') },
  {
    name: 'wallet-record-kind',
    as: 'player',
    open: async (stage) => {
      await go(stage, '/pages/traderecord/traderecord');
      await stage.page.getByLabel(stage.t('money.kinds')).selectOption('live_delay');
      await settle(stage.page);
    },
  },
  {
    name: 'wallet-record-none',
    as: 'beginner',
    open: async (stage) => {
      await go(stage, '/pages/traderecord/traderecord');
      await stage.page.getByLabel(stage.t('money.kinds')).selectOption('cash_out');
      await settle(stage.page);
    },
  },
  {
    name: 'wallet-record-waiting',
    as: 'beginner',
    open: waiting('/pages/traderecord/traderecord', 'moneyLogList'),
  },
  {
    name: 'wallet-record-unreachable',
    as: 'beginner',
    open: async (stage) => {
      await cutOff(stage.page, 'moneyLogList');
      await go(stage, '/pages/traderecord/traderecord');
    },
  },
  { name: 'not-found', as: 'player', open: at('/pages/nowhere') },
];
