import { openRow, at, keys, press, rowAt, steps, type Screen, type Stage } from './stage.ts';

const marta = rowAt('/members', 'marta.silva');

/** Gives the reason an open decision asks for, and confirms it. */
const confirm = async ({ page }: Stage): Promise<void> => {
  await page.locator('form textarea').first().fill('asked for it by telephone');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
};

/** Tabs of a member after the first, in their order. */
const tabs = ['bets', 'money', 'team', 'play', 'notes', 'sessions'] as const;

/** Members and what is known of them; flags of their teams. */
export const memberScreens: readonly Screen[] = [
  { name: 'members', as: 'host', open: at('/members') },
  { name: 'members-none', as: 'host', open: at('/members?q=nobody-at-all') },
  { name: 'member', as: 'host', open: marta },
  ...tabs.map((tab, nth): Screen => ({
    name: `member-${tab}`,
    as: 'host',
    open: steps(marta, keys(String(nth + 2))),
  })),
  {
    name: 'member-bet',
    as: 'host',
    open: steps(marta, keys('2'), async ({ page }) => {
      await page.locator('[data-row]').first().click();
    }),
  },
  {
    name: 'member-bet-builder',
    as: 'host',
    open: steps(marta, keys('2'), async (stage) => openRow(stage, stage.t('bet.builder'))),
  },
  { name: 'member-open', as: 'host', open: steps(marta, keys('o')) },
  { name: 'member-opened', as: 'host', open: steps(marta, keys('o'), confirm) },
  { name: 'member-lock', as: 'host', open: steps(marta, keys('x')) },
  { name: 'member-factor', as: 'host2', open: steps(rowAt('/members', 'kenji'), keys('7')) },
  { name: 'member-factor-apply', as: 'host2', open: steps(rowAt('/members', 'kenji'), keys('7'), keys('a')) },
  { name: 'member-locked', as: 'host', open: rowAt('/members', 'oluwaseun') },
  { name: 'member-excluded', as: 'host', open: steps(rowAt('/members', 'tomasz.w'), keys('5')) },
  { name: 'member-exclude', as: 'host', open: steps(marta, keys('5'), press('play.exclude')) },
  { name: 'flags', as: 'host', open: at('/flags') },
  { name: 'flag', as: 'host', open: rowAt('/flags') },
  { name: 'flag-clear', as: 'host', open: steps(rowAt('/flags'), keys('a')) },
  { name: 'flags-cleared', as: 'host', open: at('/flags?state=cleared') },
];
