import { randomBytes } from 'node:crypto';
import type { Caller } from '../handler.ts';
import { isId, newId } from '../ids.ts';
import { Refused } from '../refusal.ts';
import { challengeMs, type Challenged, type PasskeyRequest } from './passkey-check.ts';
import { relyingPartyOf } from './relying-party.ts';

/** The table of a room for its challenges. `sessionId` is the session that makes a passkey; null to sign in. */
export type ChallengeStore = {
  insert: (one: Challenged & { id: string; sessionId: string | null; expiresAt: Date }) => Promise<void>;
  /** Removes and returns a challenge, so that it is answered once; undefined when there is none of this kind. */
  take: (of: { id: string; sessionId: string | null; now: Date }) => Promise<Challenged | undefined>;
};

/** Challenges that passkeys sign: asked for by a page of this site, stored, and answered once. */
export const createChallenges = ({
  store,
  rpId,
  now,
}: {
  store: ChallengeStore;
  /** PASSKEY_RP_ID. */
  rpId: string | undefined;
  now: () => Date;
}) => ({
  /** Stores a new challenge. @returns its id, with the options for the browser */
  ask: async (
    { host }: Pick<Caller, 'host'>,
    sessionId: string | null,
    optionsFor: (challenged: Challenged) => Promise<object>,
  ): Promise<PasskeyRequest> => {
    const id = newId();
    const challenged = { challenge: randomBytes(32), ...relyingPartyOf(host, rpId) };
    const options = await optionsFor(challenged);
    const expiresAt = new Date(now().getTime() + challengeMs);
    await store.insert({ id, sessionId, expiresAt, ...challenged });
    return { challenge: id, options: { ...options } };
  },

  /** Takes a challenge that is answered. @throws Refused `passkey_wrong` */
  take: async (id: string, sessionId: string | null): Promise<Challenged> => {
    const taken = isId(id) ? await store.take({ id, sessionId, now: now() }) : undefined;
    if (taken === undefined) throw new Refused('passkey_wrong');
    return taken;
  },
});
