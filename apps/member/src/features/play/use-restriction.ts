import { useSyncExternalStore } from 'react';
import type { Restriction } from '@touchline/contract/shapes/play';
import { inForce } from '../../lib/restriction.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { userStore } from '../../lib/user.ts';

/** The same for code outside components. */
export const restrictionNow = (): Restriction | undefined =>
  inForce(userStore.read()?.restriction, serverNow());

/** The member's time-out or exclusion while it is in force: nothing is bet, recharged or offered then. */
export const useRestriction = (): Restriction | undefined =>
  useSyncExternalStore(userStore.watch, restrictionNow);
