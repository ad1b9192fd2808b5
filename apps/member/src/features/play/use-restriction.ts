import { useSyncExternalStore } from 'react';
import type { Restriction } from '@touchline/contract/shapes/play';
import { inForce } from '../../state/restriction.ts';
import { userStore } from '../../state/user.ts';

const read = (): Restriction | undefined => inForce(userStore.read()?.restriction, Date.now());

/** The member's time-out or exclusion while it is in force: nothing is bet, recharged or offered then. */
export const useRestriction = (): Restriction | undefined => useSyncExternalStore(userStore.watch, read);
