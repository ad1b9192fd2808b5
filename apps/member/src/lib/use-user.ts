import type { User } from '@touchline/contract/shapes/user';
import { userStore } from './user.ts';
import { useStore } from './use-store.ts';

/** The signed-in member as last known, also before the first answer; undefined when signed out. */
export const useUser = (): User | undefined => useStore(userStore);
