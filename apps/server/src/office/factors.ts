import { hourMs } from '@touchline/contract/durations';
import { createHash, createHmac } from 'node:crypto';
import { limits } from '@touchline/contract/limits';
import type pg from 'pg';
import { addressKey } from '../core/http/request-origin.ts';
import type { Queryable } from '../core/database/database.ts';
import {
  countAttempt,
  forgiveAttempt,
  newRecoveryCode,
  newTotpSecret,
  pairRule,
  readOtp,
  stepOfCode,
  totpTexts,
} from '../accounts/index.ts';
import { Refused } from '../core/refusal.ts';
import { createSealer } from '../core/secrets.ts';
import { transaction } from '../core/database/transaction.ts';
import * as queries from './factor-queries.ts';
import type { OperatorFactorRow, FactorProof } from './factor-queries.ts';

type FactorsOptions = {
  pool: pg.Pool;
  secret: Uint8Array;
  /** The name of the site in authenticator apps. */
  siteName: () => string;
  now: () => Date;
};

/** A secret is deleted when it is not confirmed within this time. */
const beginMs = hourMs;
/** The key that all addresses share from which the operator has not signed in before. */
const elsewhere = 'elsewhere';

/**
 * Codes of an operator's authenticator app, and recovery codes for when it is lost: as members have them (docs/security.md).
 * Each works once. Guessing is slowed, and all addresses that are unknown for the operator share one count of tries.
 */
export class Factors {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;
  /** The name of the site in authenticator apps. */
  readonly #siteName: () => string;
  readonly #sealer;
  readonly #recoveryKey;

  constructor({ pool, secret, siteName, now }: FactorsOptions) {
    this.#pool = pool;
    this.#now = now;
    this.#siteName = siteName;
    this.#sealer = createSealer(secret, 'operator-factor');
    this.#recoveryKey = createHmac('sha256', secret).update('operator-recovery-code').digest();
  }

  /** Checks the second factor at a sign-in by password: a code, or with passkeys only a recovery code. */
  async atSignIn(id: string, otp: string | undefined, from: string): Promise<FactorProof> {
    return queries.hasFactor(await queries.findState(this.#pool, id))
      ? this.#needed(id, otp, from)
      : 'password';
  }

  /** Checks the second factor before a change of the account: a code of the authenticator app, if there is one. */
  async within(id: string, otp: string | undefined, from: string): Promise<void> {
    if ((await queries.findState(this.#pool, id)).totp) await this.#needed(id, otp, from);
  }

  /** Makes a new secret. It replaces the one before when a code of it is confirmed. */
  async begin(id: string, label: string): Promise<{ secret: string; uri: string }> {
    const bytes = newTotpSecret();
    await queries.beginFactor(this.#pool, { id, secret: this.#sealer.seal(bytes, id), now: this.#now() });
    return totpTexts(bytes, { issuer: `${this.#siteName()} office`, label });
  }

  /**
   * Judges a code of the secret that was begun.
   * @returns what lets it count within a transaction; that one is false when another has taken its place in the meantime
   * @throws Refused `otp_state` when none was begun within the hour, `otp_wrong`, `locked`
   */
  async confirming(id: string, otp: string, from: string): Promise<(client: Queryable) => Promise<boolean>> {
    const address = addressKey(from);
    const {
      next_secret: sealed,
      begun_at: begunAt,
      known,
    } = await queries.findFactor(this.#pool, id, address);
    if (sealed === null || begunAt === null || this.#now().getTime() - begunAt.getTime() > beginMs) {
      throw new Refused('otp_state');
    }
    const step = await this.#slowed(id, { address, known }, () => {
      const { kind, code } = readOtp(otp);
      return Promise.resolve(
        kind === 'totp' ? stepOfCode(this.#open(id, sealed), code, this.#now()) : undefined,
      );
    });
    return (client) => queries.confirmFactor(client, { id, secret: sealed, now: this.#now(), step });
  }

  /** Replaces the recovery codes. @returns the new ones, which are shown once */
  async drawCodes(client: Queryable, id: string): Promise<string[]> {
    const codes = new Set<string>();
    while (codes.size < limits.recoveryCodes) codes.add(newRecoveryCode());
    const hashes = [...codes].map((code) => this.#hashOf(id, readOtp(code).code));
    await queries.replaceRecoveryCodes(client, id, hashes);
    return [...codes];
  }

  tidy(): Promise<void> {
    return queries.purgeBegun(this.#pool, new Date(this.#now().getTime() - beginMs));
  }

  #hashOf(id: string, code: string): Buffer {
    return createHmac('sha256', this.#recoveryKey).update(`${id} ${code}`).digest();
  }

  #open(id: string, sealed: Buffer): Buffer {
    const bytes = this.#sealer.open(sealed, id);
    if (bytes === undefined) throw new Error(`The second factor of operator ${id} does not open`);
    return bytes;
  }

  /** Runs `prove` within the limits of guessing; undefined means a wrong code. */
  async #slowed<T>(
    id: string,
    where: { address: string; known: boolean },
    prove: () => Promise<T | undefined>,
  ): Promise<T> {
    const subject = createHash('sha256').update(`operator otp ${id}`).digest('base64url');
    const address = where.known ? where.address : elsewhere;
    const until = await countAttempt(this.#pool, { subject, address, now: this.#now(), rule: pairRule });
    if (until !== undefined) throw new Refused('locked', { until: until.toISOString() });
    const proven = await prove();
    if (proven === undefined) throw new Refused('otp_wrong');
    await forgiveAttempt(this.#pool, { subject, address, total: undefined });
    return proven;
  }

  async #uses(id: string, factor: OperatorFactorRow, otp: string): Promise<FactorProof | undefined> {
    const { kind, code } = readOtp(otp);
    if (kind === 'recovery') {
      const used = await transaction(this.#pool, (client) =>
        queries.useRecoveryCode(client, { id, hash: this.#hashOf(id, code), now: this.#now() }),
      );
      return used ? 'recovery' : undefined;
    }
    if (factor.secret === null) return undefined;
    const step = stepOfCode(this.#open(id, factor.secret), code, this.#now());
    if (step === undefined) return undefined;
    return (await queries.useCodeOf(this.#pool, { id, secret: factor.secret, step })) ? 'totp' : undefined;
  }

  /**
   * Asks for a code, or a recovery code, once the password was right.
   * @throws Refused `otp_needed` when none was given, `otp_wrong`, `locked` with the time to come back
   */
  async #needed(id: string, otp: string | undefined, from: string): Promise<FactorProof> {
    if (otp === undefined) throw new Refused('otp_needed');
    const address = addressKey(from);
    const factor = await queries.findFactor(this.#pool, id, address);
    return this.#slowed(id, { address, known: factor.known }, () => this.#uses(id, factor, otp));
  }
}
