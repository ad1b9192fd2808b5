import { limits } from '@touchline/contract/limits';
import type pg from 'pg';
import type { Caller, Operator } from '../core/handler.ts';
import {
  checkGiven,
  checkMade,
  createChallenges,
  fromUserHandle,
  optionsToAsk,
  optionsToMake,
  type PasskeyRequest,
  readAssertion,
} from '../accounts/index.ts';
import { newId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import * as queries from './passkey-queries.ts';
import type { PasskeyRow } from './passkey-queries.ts';

export type PasskeysOptions = {
  pool: pg.Pool;
  siteName: () => string;
  /** PASSKEY_RP_ID. */
  rpId: string | undefined;
  now: () => Date;
};

/** Passkeys of operators. They work like those of members (docs/security.md) and are separate from them. */
export const createPasskeys = ({ pool, siteName, rpId, now }: PasskeysOptions) => {
  const { ask, take, purge } = createChallenges({ db: pool, table: 'operator_challenge', rpId, now });

  return {
    /**
     * Begins a passkey, after password and second factor were right.
     * @throws Refused `passkey_many`
     */
    begin: async (
      { id, account, sessionId }: Operator,
      caller: Pick<Caller, 'host'>,
    ): Promise<PasskeyRequest> => {
      const rows = await queries.findPasskeys(pool, id);
      if (rows.length >= limits.passkeysMax) throw new Refused('passkey_many');
      return ask(caller, sessionId, (challenged) =>
        optionsToMake(challenged, { id, account, siteName: `${siteName()} office` }, rows),
      );
    },

    /**
     * Checks the passkey the browser made, for the session that began it.
     * @returns it as it is to be kept
     * @throws Refused `passkey_wrong`
     */
    made: async (
      { sessionId }: Operator,
      given: { challenge: string; name: string; response: unknown },
    ): Promise<Omit<PasskeyRow, 'last_used_at'>> => {
      const challenged = await take(given.challenge, sessionId);
      const made = await checkMade(challenged, given.response);
      return {
        id: newId(),
        credential: made.credential,
        public_key: made.publicKey,
        name: given.name,
        counter: made.counter,
        transports: made.transports,
        rp_id: challenged.rpId,
        created_at: now(),
      };
    },

    /** A challenge for any passkey of this site. */
    ask: (caller: Pick<Caller, 'host'>): Promise<PasskeyRequest> => ask(caller, null, optionsToAsk),

    /**
     * Finds the operator whose passkey has answered.
     * @returns the id of the operator
     * @throws Refused `passkey_wrong`
     */
    judge: async (given: { challenge: string; response: unknown }): Promise<string> => {
      const challenged = await take(given.challenge, null);
      const read = readAssertion(given.response);
      const operatorId = read && fromUserHandle(read.userHandle);
      if (read === undefined || operatorId === undefined) throw new Refused('passkey_wrong');
      const passkey = await queries.findPasskey(pool, operatorId, read.response.id);
      if (passkey === undefined) throw new Refused('passkey_wrong');
      const counter = await checkGiven(challenged, read, passkey);
      if (!(await queries.usePasskey(pool, operatorId, { id: passkey.id, counter, now: now() }))) {
        throw new Refused('passkey_wrong');
      }
      return operatorId;
    },

    tidy: purge,
  };
};

export type Passkeys = ReturnType<typeof createPasskeys>;
