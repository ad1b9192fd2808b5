import { limits } from '@touchline/contract/limits';
import type pg from 'pg';
import type { Caller, Member } from '../../core/handler.ts';
import { createChallenges } from '../factors/passkey-challenges.ts';
import {
  checkGiven,
  checkMade,
  optionsToAsk,
  optionsToMake,
  type PasskeyRequest,
} from '../factors/passkey-check.ts';
import { fromUserHandle, readAssertion } from '../factors/passkey-response.ts';
import { isId, newId, shardOf } from '../../core/ids.ts';
import type { SendLetter } from '../../core/events.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction } from '../../core/database/transaction.ts';
import * as queries from './passkey-queries.ts';
import { type Owner, ownerOf } from '../../core/owner.ts';

export type PasskeysOptions = {
  pool: pg.Pool;
  siteName: () => string;
  /** PASSKEY_RP_ID. */
  rpId: string | undefined;
  sendLetter: SendLetter;
  now: () => Date;
};

/**
 * Passkeys (WebAuthn): keys in the member's devices, bound to the host of the page. They sign only after a
 * fingerprint, a face or a PIN, and so are both factors at once. A challenge is answered once.
 */
export class MemberPasskeys {
  readonly #pool: pg.Pool;
  readonly #siteName: () => string;
  readonly #sendLetter: SendLetter;
  readonly #now: () => Date;
  readonly #challenges;

  constructor({ pool, siteName, rpId, sendLetter, now }: PasskeysOptions) {
    this.#pool = pool;
    this.#siteName = siteName;
    this.#sendLetter = sendLetter;
    this.#now = now;
    this.#challenges = createChallenges({ db: pool, table: 'passkey_challenge', rpId, now });
  }

  /**
   * Begins a passkey, after password and second factor were right.
   * @throws Refused `passkey_many`
   */
  async begin(member: Member, account: string, caller: Pick<Caller, 'host'>): Promise<PasskeyRequest> {
    const rows = await queries.findPasskeys(this.#pool, ownerOf(member));
    if (rows.length >= limits.passkeysMax) throw new Refused('passkey_many');
    return this.#challenges.ask(caller, member.sessionId, (challenged) =>
      optionsToMake(challenged, { id: member.id, account, siteName: this.#siteName() }, rows),
    );
  }

  /**
   * Stores the passkey that the browser made, for the session that began it.
   * @throws Refused `passkey_wrong`, `passkey_many`, `validation`
   */
  async save(member: Member, given: { challenge: string; name: string; response: unknown }): Promise<void> {
    const name = given.name.trim();
    if (name === '') throw new Refused('validation', { rules: { name: 'required' } });
    const challenged = await this.#challenges.take(given.challenge, member.sessionId);
    const made = await checkMade(challenged, given.response);
    const owner = ownerOf(member);
    const row: queries.NewPasskey = {
      id: newId(),
      credential: made.credential,
      public_key: made.publicKey,
      name,
      counter: made.counter,
      transports: made.transports,
      rp_id: challenged.rpId,
      created_at: this.#now(),
    };
    const isNew = await transaction(this.#pool, (client) =>
      queries.insertPasskey(client, owner, row, limits.passkeysMax),
    );
    if (!isNew) {
      const has = (await queries.findPasskeys(this.#pool, owner)).length;
      throw new Refused(has >= limits.passkeysMax ? 'passkey_many' : 'passkey_wrong');
    }
    this.#sendLetter(owner, {
      template: 'passkey_added',
      fields: { name, at: this.#now().toISOString() },
      about: row.id,
    });
  }

  /** @throws Refused `not_found` */
  async remove(owner: Owner, id: string): Promise<void> {
    const isGone =
      isId(id) && (await transaction(this.#pool, (client) => queries.removePasskey(client, owner, id)));
    if (!isGone) throw new Refused('not_found');
  }

  /** A challenge for any passkey of this site. */
  ask(caller: Pick<Caller, 'host'>): Promise<PasskeyRequest> {
    return this.#challenges.ask(caller, null, optionsToAsk);
  }

  /**
   * The member whose passkey has signed.
   * @throws Refused `passkey_wrong`
   */
  async judge(given: { challenge: string; response: unknown }): Promise<Owner> {
    const challenged = await this.#challenges.take(given.challenge, null);
    const read = readAssertion(given.response);
    const memberId = read && fromUserHandle(read.userHandle);
    if (read === undefined || memberId === undefined) throw new Refused('passkey_wrong');
    const owner = { shard: shardOf(memberId), memberId };
    const passkey = await queries.findPasskey(this.#pool, owner, read.response.id);
    if (passkey === undefined) throw new Refused('passkey_wrong');
    const counter = await checkGiven(challenged, read, passkey);
    if (!(await queries.usePasskey(this.#pool, owner, { id: passkey.id, counter, now: this.#now() }))) {
      throw new Refused('passkey_wrong');
    }
    return owner;
  }

  /** Deletes challenges that were never answered. */
  tidy(): Promise<void> {
    return this.#challenges.purge();
  }
}
