import { hourMs } from '@touchline/contract/durations';
import { createHash, createHmac } from 'node:crypto';
import { limits } from '@touchline/contract/limits';
import type pg from 'pg';
import { addressKey } from '../core/http/address.ts';
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
import { createSealer } from '../core/sealed-bytes.ts';
import { transaction } from '../core/database/transaction.ts';
import * as queries from './factor-queries.ts';
import type { FactorRow, Proof } from './factor-queries.ts';

export type FactorsOptions = {
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
export const createFactors = ({ pool, secret, siteName, now }: FactorsOptions) => {
  const sealer = createSealer(secret, 'operator-factor');
  const recoveryKey = createHmac('sha256', secret).update('operator-recovery-code').digest();
  const hashOf = (id: string, code: string): Buffer =>
    createHmac('sha256', recoveryKey).update(`${id} ${code}`).digest();

  const open = (id: string, sealed: Buffer): Buffer => {
    const bytes = sealer.open(sealed, id);
    if (bytes === undefined) throw new Error(`The second factor of operator ${id} does not open`);
    return bytes;
  };

  /** Runs `prove` within the limits of guessing; undefined means a wrong code. */
  const slowed = async <T>(
    id: string,
    where: { address: string; known: boolean },
    prove: () => Promise<T | undefined>,
  ): Promise<T> => {
    const subject = createHash('sha256').update(`operator otp ${id}`).digest('base64url');
    const address = where.known ? where.address : elsewhere;
    const until = await countAttempt(pool, { subject, address, now: now(), rule: pairRule });
    if (until !== undefined) throw new Refused('locked', { until: until.toISOString() });
    const proven = await prove();
    if (proven === undefined) throw new Refused('otp_wrong');
    await forgiveAttempt(pool, { subject, address, total: undefined });
    return proven;
  };

  const uses = async (id: string, factor: FactorRow, otp: string): Promise<Proof | undefined> => {
    const { kind, code } = readOtp(otp);
    if (kind === 'recovery') {
      const used = await transaction(pool, (client) =>
        queries.useRecoveryCode(client, { id, hash: hashOf(id, code), now: now() }),
      );
      return used ? 'recovery' : undefined;
    }
    if (factor.secret === null) return undefined;
    const step = stepOfCode(open(id, factor.secret), code, now());
    if (step === undefined) return undefined;
    return (await queries.useCodeOf(pool, { id, secret: factor.secret, step })) ? 'totp' : undefined;
  };

  /**
   * Asks for a code, or a recovery code, once the password was right.
   * @throws Refused `otp_needed` when none was given, `otp_wrong`, `locked` with the time to come back
   */
  const needed = async (id: string, otp: string | undefined, from: string): Promise<Proof> => {
    if (otp === undefined) throw new Refused('otp_needed');
    const address = addressKey(from);
    const factor = await queries.findFactor(pool, id, address);
    return slowed(id, { address, known: factor.known }, () => uses(id, factor, otp));
  };

  return {
    /** Checks the second factor at a sign-in by password: a code, or with passkeys only a recovery code. */
    atSignIn: async (id: string, otp: string | undefined, from: string): Promise<Proof> =>
      queries.hasFactor(await queries.findState(pool, id)) ? needed(id, otp, from) : 'password',

    /** Checks the second factor before a change of the account: a code of the authenticator app, if there is one. */
    within: async (id: string, otp: string | undefined, from: string): Promise<void> => {
      if ((await queries.findState(pool, id)).totp) await needed(id, otp, from);
    },

    /** Makes a new secret. It replaces the one before when a code of it is confirmed. */
    begin: async (id: string, label: string): Promise<{ secret: string; uri: string }> => {
      const bytes = newTotpSecret();
      await queries.beginFactor(pool, { id, secret: sealer.seal(bytes, id), now: now() });
      return totpTexts(bytes, { issuer: `${siteName()} office`, label });
    },

    /**
     * Judges a code of the secret that was begun.
     * @returns what lets it count within a transaction; that one is false when another has taken its place in the meantime
     * @throws Refused `otp_state` when none was begun within the hour, `otp_wrong`, `locked`
     */
    confirming: async (
      id: string,
      otp: string,
      from: string,
    ): Promise<(client: Queryable) => Promise<boolean>> => {
      const address = addressKey(from);
      const { next_secret: sealed, begun_at: begunAt, known } = await queries.findFactor(pool, id, address);
      if (sealed === null || begunAt === null || now().getTime() - begunAt.getTime() > beginMs) {
        throw new Refused('otp_state');
      }
      const step = await slowed(id, { address, known }, () => {
        const { kind, code } = readOtp(otp);
        return Promise.resolve(kind === 'totp' ? stepOfCode(open(id, sealed), code, now()) : undefined);
      });
      return (client) => queries.confirmFactor(client, { id, secret: sealed, now: now(), step });
    },

    /** Replaces the recovery codes. @returns the new ones, which are shown once */
    drawCodes: async (client: Queryable, id: string): Promise<string[]> => {
      const codes = new Set<string>();
      while (codes.size < limits.recoveryCodes) codes.add(newRecoveryCode());
      const hashes = [...codes].map((code) => hashOf(id, readOtp(code).code));
      await queries.replaceRecoveryCodes(client, id, hashes);
      return [...codes];
    },

    tidy: (): Promise<void> => queries.purgeBegun(pool, new Date(now().getTime() - beginMs)),
  };
};

export type Factors = ReturnType<typeof createFactors>;
