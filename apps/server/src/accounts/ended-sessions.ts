import type { Queryable } from '../core/database/database.ts';
import { accessTokenMs } from './access-token.ts';
import { findEnded } from './session-queries.ts';

/** Sessions ended while an access token of theirs may still be in use, known without a query. */
export type EndedSessions = {
  has: (sessionId: string) => boolean;
  /** Takes effect in this process at once; the others find it in the table within a second. */
  add: (sessionId: string) => void;
  /** Calls the listener for each ended session, of this process or another. */
  onEnd: (listener: (sessionId: string) => void) => void;
  /** Loads the sessions ended before the start, then keeps looking. */
  start: () => Promise<void>;
  stop: () => void;
};

const pollMs = 1_000;
/** Each look goes back further than the last one, for rows whose transaction committed slowly. */
const overlapSeconds = 30;

export const createEndedSessions = (options: {
  db: Queryable;
  onError: (error: unknown) => void;
  nowMs?: () => number;
}): EndedSessions => {
  const { db, onError, nowMs = () => performance.now() } = options;
  // In the order they arrived, so that the expired ones come first.
  const forgetAt = new Map<string, number>();
  const listeners: ((sessionId: string) => void)[] = [];
  let lookedMs: number | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  const add = (sessionId: string): void => {
    if (forgetAt.has(sessionId)) return;
    forgetAt.set(sessionId, nowMs() + accessTokenMs + overlapSeconds * 1_000);
    for (const listener of listeners) listener(sessionId);
  };

  const look = async (): Promise<void> => {
    const startedMs = nowMs();
    const unseenMs = lookedMs === undefined ? accessTokenMs : startedMs - lookedMs;
    for (const id of await findEnded(db, unseenMs / 1_000 + overlapSeconds)) add(id);
    lookedMs = startedMs;
    for (const [id, at] of forgetAt) {
      if (at > startedMs) break;
      forgetAt.delete(id);
    }
  };

  return {
    has: (sessionId) => forgetAt.has(sessionId),
    add,
    onEnd: (listener) => {
      listeners.push(listener);
    },
    start: async () => {
      await look();
      let looking = false;
      timer = setInterval(() => {
        // A slow database gets one query at a time.
        if (looking) return;
        looking = true;
        look()
          .catch(onError)
          .finally(() => {
            looking = false;
          });
      }, pollMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
};
