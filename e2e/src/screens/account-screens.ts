import { at, go, press, type Screen } from './stage.ts';

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
  { name: 'not-found', as: 'player', open: at('/pages/nowhere') },
];
