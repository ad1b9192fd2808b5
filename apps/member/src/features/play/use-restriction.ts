import { useSyncExternalStore } from 'react';
import type { Restriction } from '@touchline/contract/shapes/play';
import { inForce } from '../../state/restriction.ts';
import { serverNow } from '../../state/server-clock.ts';
import { userStore } from '../../state/user.ts';

/** The same for code outside components. */
export const restrictionNow = (): Restriction | undefined =>
  inForce(userStore.read()?.restriction, serverNow());

/** The member's time-out or exclusion while it is in force: nothing is bet, recharged or offered then. */
export const useRestriction = (): Restriction | undefined =>
  useSyncExternalStore(userStore.watch, restrictionNow);
