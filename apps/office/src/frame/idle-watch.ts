import { useEffect } from 'react';
import { idleForMs } from '../api/activity.ts';
import { call } from '../api/call.ts';
import { endSession } from '../state/session.ts';

/** The server ends a session that was not used for so long; what it showed goes from the screen with it. */
const idleMs = 30 * 60_000;
const lookMs = 10_000;

/** Signs out after half an hour without activity on this page. */
export const useIdleWatch = (): void => {
  useEffect(() => {
    const timer = setInterval(() => {
      if (idleForMs() < idleMs) return;
      // Another tab may be in use: there it goes on asking, and the server knows best.
      void call('officeLogout', {})
        .catch(() => undefined)
        .finally(() => endSession('idle'));
    }, lookMs);
    return () => clearInterval(timer);
  }, []);
};
