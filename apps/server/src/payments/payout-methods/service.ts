import { hourMs } from '@touchline/contract/durations';
import { limits } from '@touchline/contract/limits';
import type { Input, Output } from '@touchline/contract/routes';
import type { Payout } from '@touchline/contract/shapes/cashier';
import pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { Hex } from '../chain/address.ts';
import { readPayout, type ReadAddress } from './domain.ts';
import { commitMethod, commitRemoval } from './facts.ts';
import * as queries from './queries.ts';
import type { Owner } from '../../core/owner.ts';
import { sliceOf } from '../../core/pages.ts';

/**
 * Asks for more than the session: the code of a second factor, or else the password.
 * @throws Refused `otp_needed`, `otp_wrong`, `password_needed`, `wrong_credentials`, `locked`
 */
export type CheckSecond = (
  owner: Owner,
  given: { password: string | undefined; code: string | undefined; address: string },
) => Promise<void>;

/** What is known about members' names. */
export type Names = {
  /** The name an operator has verified. */
  verifiedName(memberId: string): Promise<string | undefined>;
  sameName(a: string, b: string): boolean;
};

export type Payouts = {
  /**
   * Adds a method or changes one. A destination the member did not have asks for more than the session.
   * @param address where the member calls from
   * @throws Refused `validation`, `not_found`, `not_verified`, `name_mismatch`, `payout_exists`, `payout_many`, `payout_in_use`,
   *   and those of CheckSecond
   */
  save(owner: Owner, input: Input<'walletSave'>, address: string): Promise<Payout>;
  detail(owner: Owner, id: string): Promise<Payout>;
  list(owner: Owner, page: { page: number; limit: number }): Promise<Output<'walletList'>>;
  remove(owner: Owner, id: string): Promise<void>;
};

/** A payout method as it goes over the wire. */
const toWirePayout = (row: queries.MethodRow): Payout => ({
  id: row.id,
  type: row.type,
  ...row.fields,
  usableFrom: row.usable_from.toISOString(),
  createdAt: row.created_at.toISOString(),
});

/**
 * Bank cards and crypto wallets that members are paid to. A card's holder must be the verified name of the member; a new
 * method, or one whose money would go elsewhere, waits `coolingHours` before its first use.
 */
export const createPayouts = ({
  pool,
  clock,
  names,
  readAddress,
  isDeadEnd,
  checkSecond,
  coolingHours,
  bus,
}: {
  pool: pg.Pool;
  clock: Clock;
  names: Names;
  readAddress: ReadAddress;
  /** Whether money sent to an address would be lost or come back. */
  isDeadEnd: (address: Hex) => Promise<boolean>;
  checkSecond: CheckSecond;
  /** As the settings have it now. */
  coolingHours: () => number;
  bus: Pick<Bus, 'publishAndWait'>;
}): Payouts => {
  const checkHolder = async (memberId: string, holder: string): Promise<void> => {
    const name = await names.verifiedName(memberId);
    if (name === undefined) throw new Refused('not_verified');
    if (!names.sameName(name, holder)) throw new Refused('name_mismatch');
  };

  const find = async (owner: Owner, id: string): Promise<queries.MethodRow> => {
    const row = await queries.selectMethod(pool, owner, id);
    if (row === undefined) throw new Refused('not_found');
    return row;
  };

  const checkRoom = async (owner: Owner): Promise<void> => {
    const { total } = await queries.selectMethods(pool, owner, { limit: 1, offset: 0 });
    if (total >= limits.payoutMethodsMax) throw new Refused('payout_many');
  };

  const save = async (owner: Owner, input: Input<'walletSave'>, address: string): Promise<Payout> => {
    const before = input.id === undefined ? undefined : await find(owner, input.id);
    const read = readPayout(input, readAddress);
    if ('rules' in read) throw new Refused('validation', { rules: read.rules });
    if (read.address !== undefined && (await isDeadEnd(read.address))) {
      throw new Refused('validation', { rules: { address: 'address_lost' } });
    }
    if (read.fields.holder !== undefined) await checkHolder(owner.memberId, read.fields.holder);
    // Last of what is judged, so that a code is not used up by a method that is refused for another reason.
    if (before?.fingerprint !== read.fingerprint) {
      if (before === undefined) await checkRoom(owner);
      else if (await queries.isInUse(pool, owner, before.id)) throw new Refused('payout_in_use');
      if (await queries.hasFingerprint(pool, owner, read.fingerprint)) throw new Refused('payout_exists');
      await checkSecond(owner, { password: input.password, code: input.code, address });
    }
    const { type, fields, fingerprint } = read;
    const now = clock.now();
    const cooled = new Date(now.getTime() + coolingHours() * hourMs);
    if (before === undefined) {
      const row = { id: newId(), type, fields, fingerprint, created_at: now, usable_from: cooled };
      const isSaved = await transaction(pool, async (client) => {
        if (!(await queries.insertMethod(client, owner, row, limits.payoutMethodsMax))) return false;
        await commitMethod(client, owner, row, { version: 0, at: now });
        return true;
      });
      if (isSaved) return toWirePayout(row);
      await checkRoom(owner);
      throw new Refused('payout_exists');
    }
    const usable_from = read.fingerprint === before.fingerprint ? before.usable_from : cooled;
    const row = { ...before, type, fields, fingerprint, usable_from };
    const isChanged = await transaction(pool, async (client) => {
      const version = await queries.updateMethod(client, owner, row);
      if (version !== undefined) await commitMethod(client, owner, row, { version, at: now });
      return version !== undefined;
    }).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === '23505') throw new Refused('payout_exists');
      throw error;
    });
    if (isChanged) return toWirePayout(row);
    await find(owner, before.id);
    throw new Refused('payout_in_use');
  };

  return {
    save: async (owner, input, address) => {
      const saved = await save(owner, input, address);
      // The method is saved even if a listener fails; the answer waits until all listeners have run.
      await bus.publishAndWait('payoutMethodSaved', { shard: owner.shard, memberId: owner.memberId });
      return saved;
    },

    detail: async (owner, id) => toWirePayout(await find(owner, id)),

    async list(owner, { page, limit }) {
      const { rows, total } = await queries.selectMethods(pool, owner, sliceOf({ page, limit }));
      return { list: rows.map(toWirePayout), total, page, limit };
    },

    async remove(owner, id) {
      await find(owner, id);
      const now = clock.now();
      const isRemoved = await transaction(pool, async (client) => {
        const version = await queries.deleteMethod(client, owner, id, now);
        if (version !== undefined) await commitRemoval(client, owner, { method: id, version, at: now });
        return version !== undefined;
      });
      if (isRemoved) return;
      await find(owner, id);
      throw new Refused('payout_in_use');
    },
  };
};
