import { addressKey } from '../core/http/request-origin.ts';
import type { Queryable } from '../core/database/database.ts';
import type { SendLetter } from '../core/events.ts';
import type { Caller } from '../core/handler.ts';
import { deviceOf, networkOf } from './device.ts';
import { browsersSeen } from './session-queries.ts';
import type { Owner } from '../core/owner.ts';

/**
 * Notifies a member of a sign-in from a new place: a browser, by its user agent, at a network address. Call
 * it before the session begins. @returns a function that sends the letter, to be called once the session has
 * begun
 */
export const createNewPlace =
  ({ db, sendLetter, now }: { db: Queryable; sendLetter: SendLetter; now: () => Date }) =>
  async (owner: Owner, caller: Caller): Promise<() => void> => {
    const address = addressKey(caller.address);
    const { browser, system } = deviceOf(caller.userAgent);
    const seen = (await browsersSeen(db, owner.memberId, address)).map(deviceOf);
    if (seen.some((one) => one.browser === browser && one.system === system)) return () => undefined;
    return () =>
      sendLetter(owner, {
        template: 'sign_in_new',
        fields: {
          browser: browser ?? '',
          system: system ?? '',
          address: networkOf(address),
          at: now().toISOString(),
        },
      });
  };
export type NewPlace = ReturnType<typeof createNewPlace>;
