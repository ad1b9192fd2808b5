import type { MainTab } from '../features/frame/tabs.ts';

/** Beginnings of addresses, and the main page each belongs to; the first that fits decides. */
const sections: readonly (readonly [start: string, tab: MainTab | undefined])[] = [
  ['/pages/invest/', 'bet'],
  ['/pages/gamerecord/', 'records'],
  ['/pages/investment/', 'records'],
  ['/pages/team', 'team'],
  ['/pages/invitationcode/', 'team'],
  ['/pages/information/team', 'team'],
  ['/pages/information/', 'mine'],
  ['/pages/traderecord/', 'mine'],
  ['/pages/recharge/', 'mine'],
  ['/pages/mine/', 'mine'],
  ['/pages/checkin/', 'mine'],
  ['/pages/notify/', 'mine'],
  ['/pages/index/', 'home'],
];

/** The main page that the page at `pathname` belongs to. */
export const tabOf = (pathname: string): MainTab | undefined =>
  pathname === '/' ? 'home' : sections.find(([start]) => pathname.startsWith(start))?.[1];
