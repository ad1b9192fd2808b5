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
import type { OperatorPasskeyRow } from './passkey-queries.ts';

type PasskeysOptions = {
  pool: pg.Pool;
  siteName: () => string;
  /** PASSKEY_RP_ID. */
  rpId: string | undefined;
  now: () => Date;
};

/** Passkeys of operators. They work like those of members (docs/security.md) and are separate from them. */
export class Passkeys {
  readonly #pool: pg.Pool;
  readonly #siteName: () => string;
  readonly #now: () => Date;
  readonly #challenges;

  constructor({ pool, siteName, rpId, now }: PasskeysOptions) {
    this.#pool = pool;
    this.#siteName = siteName;
    this.#now = now;
    this.#challenges = createChallenges({ db: pool, table: 'operator_challenge', rpId, now });
  }

  /**
   * Begins a passkey, after password and second factor were right.
   * @throws Refused `passkey_many`
   */
  async begin({ id, account, sessionId }: Operator, caller: Pick<Caller, 'host'>): Promise<PasskeyRequest> {
    const rows = await queries.findPasskeys(this.#pool, id);
    if (rows.length >= limits.passkeysMax) throw new Refused('passkey_many');
    return this.#challenges.ask(caller, sessionId, (challenged) =>
      optionsToMake(challenged, { id, account, siteName: `${this.#siteName()} office` }, rows),
    );
  }

  /**
   * Checks the passkey the browser made, for the session that began it.
   * @returns it as it is to be kept
   * @throws Refused `passkey_wrong`
   */
  async made(
    { sessionId }: Operator,
    given: { challenge: string; name: string; response: unknown },
  ): Promise<Omit<OperatorPasskeyRow, 'last_used_at'>> {
    const challenged = await this.#challenges.take(given.challenge, sessionId);
    const made = await checkMade(challenged, given.response);
    return {
      id: newId(),
      credential: made.credential,
      public_key: made.publicKey,
      name: given.name,
      counter: made.counter,
      transports: made.transports,
      rp_id: challenged.rpId,
      created_at: this.#now(),
    };
  }

  /** A challenge for any passkey of this site. */
  ask(caller: Pick<Caller, 'host'>): Promise<PasskeyRequest> {
    return this.#challenges.ask(caller, null, optionsToAsk);
  }

  /**
   * Finds the operator whose passkey has answered.
   * @returns the id of the operator
   * @throws Refused `passkey_wrong`
   */
  async judge(given: { challenge: string; response: unknown }): Promise<string> {
    const challenged = await this.#challenges.take(given.challenge, null);
    const read = readAssertion(given.response);
    const operatorId = read && fromUserHandle(read.userHandle);
    if (read === undefined || operatorId === undefined) throw new Refused('passkey_wrong');
    const passkey = await queries.findPasskey(this.#pool, operatorId, read.response.id);
    if (passkey === undefined) throw new Refused('passkey_wrong');
    const counter = await checkGiven(challenged, read, passkey);
    if (!(await queries.usePasskey(this.#pool, operatorId, { id: passkey.id, counter, now: this.#now() }))) {
      throw new Refused('passkey_wrong');
    }
    return operatorId;
  }

  /** Deletes expired challenges. */
  tidy(): Promise<void> {
    return this.#challenges.purge();
  }
}
