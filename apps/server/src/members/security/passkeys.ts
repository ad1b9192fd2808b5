import { randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import { limits } from '@touchline/contract/limits';
import type pg from 'pg';
import type { Caller, Member } from '../../http/handler.ts';
import { isId, newId, shardOf } from '../../platform/ids.ts';
import type { SendLetter } from '../../platform/letters.ts';
import { Refused } from '../../platform/refusal.ts';
import * as queries from './passkey-queries.ts';
import { fromUserHandle, readGiven, readMade, toUserHandle } from './passkey-response.ts';
import { relyingPartyOf, type RelyingParty } from './relying-party.ts';
import type { Owner } from './second-factor-queries.ts';

export type PasskeysOptions = {
  pool: pg.Pool;
  siteName: string;
  /** PASSKEY_RP_ID. */
  rpId: string | undefined;
  sendLetter: SendLetter;
  now: () => Date;
};

/** A question for the browser: the options it is put with, and the name it is answered under. */
export type Asked = { challenge: string; options: Record<string, unknown> };

/** How long a challenge may be answered. */
const challengeMs = 5 * 60 * 1_000;
/** EdDSA, ES256, RS256: what authenticators have. */
const algorithms = [-8, -7, -257];

/** What a check found; anything it cannot read is a passkey that is wrong. */
const unlessWrong = async <T>(check: () => Promise<T>): Promise<T> => {
  try {
    return await check();
  } catch {
    throw new Refused('passkey_wrong');
  }
};

/** Passkeys belong on our own page, not on one that shows ours in a frame. */
const isFramed = (clientDataJSON: string): boolean =>
  decodeClientDataJSON(clientDataJSON).crossOrigin === true;

/**
 * No authenticator is asked to vouch for its maker. What comes with certificates all the same is refused unread: to check
 * them the server would have to fetch from addresses that stand in them.
 */
const isPlain = (attestationObject: string): boolean => {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const fmt = decoded.get('fmt');
  return fmt === 'none' || (fmt === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
};

/**
 * Passkeys (WebAuthn): keys in the member's devices, bound to the host of the page. They sign only after a fingerprint, a
 * face or a PIN, and so are both factors at once. A challenge is answered once, by whoever comes first.
 */
export const createPasskeys = ({ pool, siteName, rpId, sendLetter, now }: PasskeysOptions) => {
  const ask = async (
    { host }: Pick<Caller, 'host'>,
    sessionId: string | null,
    optionsFor: (party: RelyingParty, challenge: Uint8Array<ArrayBuffer>) => Promise<object>,
  ): Promise<Asked> => {
    const id = newId();
    const challenge = randomBytes(32);
    const party = relyingPartyOf(host, rpId);
    const options = await optionsFor(party, new Uint8Array(challenge));
    const expiresAt = new Date(now().getTime() + challengeMs);
    await queries.insertChallenge(pool, { ...{ id, challenge, sessionId, expiresAt }, ...party });
    return { challenge: id, options: { ...options } };
  };

  const take = async (id: string, sessionId: string | null) => {
    const taken = isId(id) ? await queries.takeChallenge(pool, { id, sessionId, now: now() }) : undefined;
    if (taken === undefined) throw new Refused('passkey_wrong');
    return {
      expectedChallenge: taken.challenge.toString('base64url'),
      ...{ expectedOrigin: taken.origins, expectedRPID: taken.rpId, requireUserVerification: true },
    };
  };

  return {
    /**
     * Begins a passkey. Password and second factor were right.
     * @throws Refused `passkey_many`
     */
    begin: async (member: Member, account: string, caller: Pick<Caller, 'host'>): Promise<Asked> => {
      const rows = await queries.findPasskeys(pool, { shard: member.shard, memberId: member.id });
      if (rows.length >= limits.passkeysMax) throw new Refused('passkey_many');
      return ask(caller, member.sessionId, (party, challenge) =>
        generateRegistrationOptions({
          ...{ challenge, rpName: siteName, rpID: party.rpId, timeout: challengeMs },
          ...{ userID: toUserHandle(member.id), userName: account, userDisplayName: account },
          ...{ attestationType: 'none', supportedAlgorithmIDs: algorithms },
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          excludeCredentials: rows
            .filter((row) => row.rp_id === party.rpId)
            .map(({ credential, transports }) => ({ id: credential, transports })),
        }),
      );
    },

    /**
     * Keeps the passkey the browser made, for the session that began it.
     * @throws Refused `passkey_wrong`, `passkey_many`, `validation`
     */
    save: async (
      member: Member,
      given: { challenge: string; name: string; response: unknown },
    ): Promise<void> => {
      const name = given.name.trim();
      if (name === '') throw new Refused('validation', { rules: { name: 'required' } });
      const expected = await take(given.challenge, member.sessionId);
      const { credential } = await unlessWrong(async () => {
        const response = readMade(given.response);
        if (response === undefined || isFramed(response.response.clientDataJSON))
          throw new Error('no answer');
        if (!isPlain(response.response.attestationObject)) throw new Error('vouched for');
        const checked = await verifyRegistrationResponse({
          ...{ ...expected, response, supportedAlgorithmIDs: algorithms },
        });
        if (!checked.verified) throw new Error('not verified');
        return checked.registrationInfo;
      });
      const owner = { shard: member.shard, memberId: member.id };
      const row: queries.NewPasskey = {
        ...{ id: newId(), credential: credential.id, public_key: Buffer.from(credential.publicKey), name },
        ...{ counter: BigInt(credential.counter), transports: credential.transports ?? [] },
        ...{ rp_id: expected.expectedRPID, created_at: now() },
      };
      if (!(await queries.insertPasskey(pool, owner, row, limits.passkeysMax))) {
        const has = (await queries.findPasskeys(pool, owner)).length;
        throw new Refused(has >= limits.passkeysMax ? 'passkey_many' : 'passkey_wrong');
      }
      sendLetter(owner, {
        template: 'passkey_added',
        fields: { name, at: now().toISOString() },
        about: row.id,
      });
    },

    /** @throws Refused `not_found` */
    remove: async (owner: Owner, id: string): Promise<void> => {
      if (!isId(id) || !(await queries.removePasskey(pool, owner, id))) throw new Refused('not_found');
    },

    /** Asks whoever is there for a passkey of this house. */
    ask: (caller: Pick<Caller, 'host'>): Promise<Asked> =>
      ask(caller, null, (party, challenge) =>
        generateAuthenticationOptions({
          ...{ challenge, rpID: party.rpId, userVerification: 'required', timeout: challengeMs },
        }),
      ),

    /**
     * Whose passkey has answered.
     * @throws Refused `passkey_wrong`
     */
    judge: async (given: { challenge: string; response: unknown }): Promise<Owner> => {
      const expected = await take(given.challenge, null);
      const read = readGiven(given.response);
      const memberId = read && fromUserHandle(read.userHandle);
      if (read === undefined || memberId === undefined) throw new Refused('passkey_wrong');
      const owner = { shard: shardOf(memberId), memberId };
      const passkey = await queries.findPasskey(pool, owner, read.response.id);
      if (passkey === undefined) throw new Refused('passkey_wrong');
      const { credential: id, public_key, counter } = passkey;
      const checked = await unlessWrong(() => {
        if (isFramed(read.response.response.clientDataJSON)) throw new Error('framed');
        return verifyAuthenticationResponse({
          ...{ ...expected, response: read.response },
          credential: { id, publicKey: new Uint8Array(public_key), counter: Number(counter) },
        });
      });
      if (!checked.verified) throw new Refused('passkey_wrong');
      const used = { id: passkey.id, counter: checked.authenticationInfo.newCounter, now: now() };
      if (!(await queries.usePasskey(pool, owner, used))) throw new Refused('passkey_wrong');
      return owner;
    },

    tidy: (): Promise<void> => queries.purgeChallenges(pool, now()),
  };
};

export type Passkeys = ReturnType<typeof createPasskeys>;
