import { sessionStore } from './session.ts';
import { useStore } from './use-store.ts';
import { opens, type Right } from './rights.ts';

/** Whether the operator may make a call. */
export const useMay = (): ((right: Right) => boolean) => {
  const session = useStore(sessionStore);
  return (right) => opens(session, right);
};
