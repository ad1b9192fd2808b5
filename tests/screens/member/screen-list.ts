import { accountScreens } from './account-screens.ts';
import { bigScreens } from './big-screens.ts';
import { browseScreens } from './browse-screens.ts';
import { builderScreens } from './builder-screens.ts';
import { cashierScreens } from './cashier-screens.ts';
import { edgeScreens } from './edge-screens.ts';
import { inboxScreens } from './inbox-screens.ts';
import { matchScreens } from './match-screens.ts';
import { playScreens } from './play-screens.ts';
import { recordScreens } from './record-screens.ts';
import { rewardScreens } from './reward-screens.ts';
import { shellScreens } from './shell-screens.ts';
import { slipScreens } from './slip-screens.ts';
import type { Screen } from './stage.ts';
import { teamScreens } from './team-screens.ts';
import { visitorScreens } from './visitor-screens.ts';

/** Every screen of the app in its states. */
export const screens: readonly Screen[] = [
  ...visitorScreens,
  ...browseScreens,
  ...matchScreens,
  ...builderScreens,
  ...slipScreens,
  ...recordScreens,
  ...accountScreens,
  ...cashierScreens,
  ...inboxScreens,
  ...teamScreens,
  ...playScreens,
  ...rewardScreens,
  ...edgeScreens,
  ...bigScreens,
  ...shellScreens,
];
