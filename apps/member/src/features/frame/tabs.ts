import type { IconName } from '../../ui/icon.tsx';

export type MainTab = 'home' | 'bet' | 'records' | 'team' | 'mine';

/** The tab bar, in its order. */
export const tabs = [
  { tab: 'home', to: '/', icon: 'home', label: 'tab.home' },
  { tab: 'bet', to: '/pages/invest/invest', icon: 'ball', label: 'tab.bet' },
  { tab: 'records', to: '/pages/gamerecord/gamerecord', icon: 'records', label: 'tab.records' },
  { tab: 'team', to: '/pages/team/team', icon: 'team', label: 'tab.team' },
  { tab: 'mine', to: '/pages/information/information', icon: 'person', label: 'tab.mine' },
] as const satisfies readonly { tab: MainTab; to: string; icon: IconName; label: string }[];

const homeAlias = '/pages/index/index';

/** Whether the page at `pathname` is one of the tab bar's. */
export const isTabPath = (pathname: string): boolean =>
  pathname === homeAlias || tabs.some(({ to }) => to === pathname);
