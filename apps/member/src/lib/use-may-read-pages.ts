import { configStore } from './config.ts';
import { arePagesClosed } from './public-pages.ts';
import { useStore } from './use-store.ts';
import { useUser } from './use-user.ts';

/** Whether matches, rules and all else that the site may keep from visitors is open to who looks. */
export const useMayReadPages = (): boolean => {
  const isMember = useUser() !== undefined;
  useStore(configStore);
  return isMember || !arePagesClosed();
};
