import { configStore } from './config.ts';
import { useStore } from './use-store.ts';
import { useUser } from './user.ts';

/** Whether the site keeps matches, rules and all else that is not of one member from visitors. */
export const arePagesClosed = (): boolean => configStore.read().site?.publicPages === false;

/** Whether matches, rules and all else that the site may keep from visitors is open to who looks. */
export const useMayReadPages = (): boolean => {
  const isMember = useUser() !== undefined;
  useStore(configStore);
  return isMember || !arePagesClosed();
};
