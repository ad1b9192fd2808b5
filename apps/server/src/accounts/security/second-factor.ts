import { hourMs } from '@touchline/contract/durations';
import { createHash, createHmac } from 'node:crypto';
import { limits } from '@touchline/contract/limits';
import type pg from 'pg';
import type { Caller } from '../../core/handler.ts';
import { addressKey } from '../../core/http/request-origin.ts';
import type { SendLetter } from '../../core/events.ts';
import { Refused } from '../../core/refusal.ts';
import { createSealer } from '../../core/secrets.ts';
import { countAttempt, forgiveAttempt } from '../throttle/queries.ts';
import { pairRule } from '../throttle/rules.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import { newRecoveryCode, readOtp } from '../factors/recovery-code.ts';
import * as queries from './second-factor-queries.ts';
import type { MemberFactorRow } from './second-factor-queries.ts';
import { newTotpSecret, stepOfCode, totpTexts } from '../factors/totp.ts';
import type { Owner } from '../../core/owner.ts';

export type SecondFactorOptions = {
  pool: pg.Pool;
  secret: Uint8Array;
  /** The name of the site in authenticator apps. */
  siteName: () => string;
  sendLetter: SendLetter;
  now: () => Date;
};

/** The source of a call; all that is needed of its caller. */
type From = Pick<Caller, 'address'>;

/** A secret is deleted when it is not confirmed within this time. */
const beginMs = hourMs;
/** The key for all addresses the member has not signed in from. */
const elsewhere = 'elsewhere';

/**
 * The second factor: codes of an authenticator app (TOTP), and recovery codes for when the app is lost.
 * A code counts once: its time step is stored, and only later ones pass. Guessing is slowed; who guesses
 * knows the password already, so all addresses the member has not signed in from share one line of tries, and
 * a crowd of them gets no further than one. At home the member's own line stays open.
 */
export class SecondFactor {
  readonly #pool: pg.Pool;
  /** The name of the site in authenticator apps. */
  readonly #siteName: () => string;
  readonly #sendLetter: SendLetter;
  readonly #now: () => Date;
  readonly #sealer;
  readonly #recoveryKey;

  constructor({ pool, secret, siteName, sendLetter, now }: SecondFactorOptions) {
    this.#pool = pool;
    this.#siteName = siteName;
    this.#sendLetter = sendLetter;
    this.#now = now;
    this.#sealer = createSealer(secret, 'second-factor');
    this.#recoveryKey = createHmac('sha256', secret).update('recovery-code').digest();
  }

  /**
   * Requires the second factor once the first was right; passes a member without one.
   * @returns whether the member has one
   * @throws Refused `otp_needed` when the code is missing, `otp_wrong`, `locked` with the time to come back
   */
  async judge(owner: Owner, otp: string | undefined, from: From): Promise<boolean> {
    const address = addressKey(from.address);
    const factor = await queries.findFactor(this.#pool, owner, address);
    if (factor === undefined || factor.confirmed_at === null) return false;
    if (otp === undefined) throw new Refused('otp_needed');
    await this.#slowed(owner, { address, known: factor.known }, () => this.#uses(owner, factor, otp));
    return true;
  }

  /**
   * A new secret, which a code of it activates. The password was right.
   * @throws Refused `otp_state` when a second factor is on
   */
  async begin(owner: Owner, label: string): Promise<{ secret: string; uri: string }> {
    const bytes = newTotpSecret();
    const sealed = this.#sealer.seal(bytes, owner.memberId);
    if (!(await queries.beginFactor(this.#pool, owner, { secret: sealed, now: this.#now() }))) {
      throw new Refused('otp_state');
    }
    return totpTexts(bytes, { issuer: this.#siteName(), label });
  }

  /**
   * Activates the secret by a code of it.
   * @returns the recovery codes, which are shown now and never again
   * @throws Refused `otp_state` when none was begun within the hour or it is active already, `otp_wrong`,
   *   `locked`
   */
  async confirm(owner: Owner, otp: string, from: From): Promise<string[]> {
    const address = addressKey(from.address);
    const factor = await queries.findFactor(this.#pool, owner, address);
    const isOpen =
      factor?.confirmed_at === null && this.#now().getTime() - factor.begun_at.getTime() <= beginMs;
    if (factor === undefined || !isOpen) throw new Refused('otp_state');
    let step: number | undefined;
    await this.#slowed(owner, { address, known: factor.known }, () => {
      const { kind, code } = readOtp(otp);
      if (kind === 'totp') step = stepOfCode(this.#open(owner, factor), code, this.#now());
      return Promise.resolve(step !== undefined);
    });
    const codes = await this.#changed(async (client) => {
      const confirmed = { secret: factor.secret, now: this.#now(), step: step ?? 0 };
      if (!(await queries.confirmFactor(client, owner, confirmed))) throw new Refused('otp_state');
      return this.#renewCodes(client, owner);
    });
    this.#sendLetter(owner, { template: 'otp_on', fields: { at: this.#now().toISOString() } });
    return codes;
  }

  /**
   * New recovery codes; the old ones end. The password was right.
   * @throws Refused `otp_state` when there is no second factor, `otp_wrong`, `locked`
   */
  async renew(owner: Owner, otp: string, from: From): Promise<string[]> {
    await this.#needed(owner, otp, from);
    return this.#changed(async (client) => {
      // Locked, so that two renewals at once follow each other and the codes are those of the last.
      if (!(await queries.holdFactor(client, owner))) throw new Refused('otp_state');
      return this.#renewCodes(client, owner);
    });
  }

  /**
   * Ends the second factor. The password was right.
   * @throws Refused `otp_state` when there is none, `otp_wrong`, `locked`
   */
  async end(owner: Owner, otp: string, from: From): Promise<void> {
    await this.#needed(owner, otp, from);
    await this.#changed(async (client) => {
      if (!(await queries.removeFactor(client, owner))) throw new Refused('otp_state');
      await queries.removeRecoveryCodes(client, owner);
    });
    this.#sendLetter(owner, { template: 'otp_off', fields: { at: this.#now().toISOString() } });
  }

  /** Deletes secrets that were never activated. */
  tidy(): Promise<void> {
    return queries.purgeFactors(this.#pool, new Date(this.#now().getTime() - beginMs));
  }

  #hashOf({ memberId }: Owner, code: string): Buffer {
    return createHmac('sha256', this.#recoveryKey).update(`${memberId} ${code}`).digest();
  }

  #open(owner: Owner, factor: MemberFactorRow): Buffer {
    const bytes = this.#sealer.open(factor.secret, owner.memberId);
    if (bytes === undefined) throw new Error(`The second factor of ${owner.memberId} does not open`);
    return bytes;
  }

  /** Runs `isRight` within the limits of guessing. */
  async #slowed(
    owner: Owner,
    where: { address: string; known: boolean },
    isRight: () => Promise<boolean>,
  ): Promise<void> {
    const subject = createHash('sha256').update(`otp ${owner.memberId}`).digest('base64url');
    const address = where.known ? where.address : elsewhere;
    const until = await countAttempt(this.#pool, { subject, address, now: this.#now(), rule: pairRule });
    if (until !== undefined) throw new Refused('locked', { until: until.toISOString() });
    if (!(await isRight())) throw new Refused('otp_wrong');
    await forgiveAttempt(this.#pool, { subject, address, total: undefined });
  }

  async #uses(owner: Owner, factor: MemberFactorRow, otp: string): Promise<boolean> {
    const { kind, code } = readOtp(otp);
    if (kind === 'recovery') {
      return transaction(this.#pool, (client) =>
        queries.useRecoveryCode(client, owner, { hash: this.#hashOf(owner, code), now: this.#now() }),
      );
    }
    const step = stepOfCode(this.#open(owner, factor), code, this.#now());
    return step !== undefined && queries.useCodeOf(this.#pool, owner, { secret: factor.secret, step });
  }

  /** Replaces the recovery codes by new ones. */
  async #renewCodes(client: pg.PoolClient, owner: Owner): Promise<string[]> {
    const codes = new Set<string>();
    while (codes.size < limits.recoveryCodes) codes.add(newRecoveryCode());
    await queries.removeRecoveryCodes(client, owner);
    const hashes = [...codes].map((code) => this.#hashOf(owner, readOtp(code).code));
    await queries.insertRecoveryCodes(client, owner, hashes);
    return [...codes];
  }

  /** Tried again where the office takes the factors away at the same time, which locks their rows in another order. */
  #changed<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return withRetry(() => transaction(this.#pool, work));
  }

  async #needed(owner: Owner, otp: string, from: From): Promise<void> {
    if (!(await this.judge(owner, otp, from))) throw new Refused('otp_state');
  }
}
