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
import { sameName } from '../../accounts/index.ts';
import { parseAddress, type Hex } from '../chain/address.ts';
import type { CashierSettings } from '../settings.ts';
import { readPayout } from './domain.ts';
import { commitMethod, commitRemoval } from './facts.ts';
import * as queries from './queries.ts';
import type { Owner } from '../../core/owner.ts';
import { sliceOf } from '../../core/pages.ts';

/** What the cashier asks of members' accounts. */
export type MemberChecks = {
  /** The name an operator has verified. */
  verifiedName(memberId: string): Promise<string | undefined>;
  /**
   * Asks for more than the session: the code of a second factor, or else the password.
   * @throws Refused `otp_needed`, `otp_wrong`, `password_needed`, `wrong_credentials`, `locked`
   */
  checkSecond(
    owner: Owner,
    given: { password: string | undefined; code: string | undefined; address: string },
  ): Promise<void>;
  factorEnd: {
    /** From when on a member may withdraw, after operators have removed a second factor. */
    withdrawFrom(owner: Owner): Promise<Date | undefined>;
  };
};

/** What a member says of a method. */
type MethodContent = Pick<queries.MethodRow, 'type' | 'fields' | 'fingerprint'>;

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
export class PayoutMethods {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #bus: Bus;
  readonly #settings: CashierSettings;
  readonly #members: MemberChecks;
  readonly #deposits: { isDeadEnd(address: Hex): Promise<boolean> };

  constructor(of: {
    pool: pg.Pool;
    clock: Clock;
    bus: Bus;
    settings: CashierSettings;
    members: MemberChecks;
    deposits: { isDeadEnd(address: Hex): Promise<boolean> };
  }) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#bus = of.bus;
    this.#settings = of.settings;
    this.#members = of.members;
    this.#deposits = of.deposits;
  }

  /**
   * Adds a method or changes one. A destination the member did not have asks for more than the session.
   * @param address where the member calls from
   * @throws Refused `validation`, `not_found`, `not_verified`, `name_mismatch`, `payout_exists`, `payout_many`, `payout_in_use`,
   *   and those of checkSecond
   */
  async save(owner: Owner, input: Input<'walletSave'>, address: string): Promise<Payout> {
    const before = input.id === undefined ? undefined : await this.#find(owner, input.id);
    const method = await this.#read(owner, input);
    // Last of what is judged, so that a code is not used up by a method that is refused for another reason.
    if (before?.fingerprint !== method.fingerprint) {
      await this.#judgeDestination(owner, before, method);
      await this.#members.checkSecond(owner, { password: input.password, code: input.code, address });
    }
    const saved = await (before === undefined
      ? this.#insert(owner, method)
      : this.#update(owner, before, method));
    // The method is saved even if a listener fails; the answer waits until all listeners have run.
    await this.#bus.publishAndWait('payoutMethodSaved', { shard: owner.shard, memberId: owner.memberId });
    return saved;
  }

  /** @throws Refused `not_found` */
  async detail(owner: Owner, id: string): Promise<Payout> {
    return toWirePayout(await this.#find(owner, id));
  }

  /** A page of a member's methods. */
  async list(owner: Owner, { page, limit }: { page: number; limit: number }): Promise<Output<'walletList'>> {
    const { rows, total } = await queries.selectMethods(this.#pool, owner, sliceOf({ page, limit }));
    return { list: rows.map(toWirePayout), total, page, limit };
  }

  /** @throws Refused `not_found`, `payout_in_use` */
  async remove(owner: Owner, id: string): Promise<void> {
    await this.#find(owner, id);
    const now = this.#clock.now();
    const isRemoved = await transaction(this.#pool, async (client) => {
      const version = await queries.deleteMethod(client, owner, id, now);
      if (version !== undefined) await commitRemoval(client, owner, { method: id, version, at: now });
      return version !== undefined;
    });
    if (isRemoved) return;
    await this.#find(owner, id);
    throw new Refused('payout_in_use');
  }

  async #find(owner: Owner, id: string): Promise<queries.MethodRow> {
    const row = await queries.selectMethod(this.#pool, owner, id);
    if (row === undefined) throw new Refused('not_found');
    return row;
  }

  /** Reads a method as the member typed it. @throws Refused `validation`, `not_verified`, `name_mismatch` */
  async #read(owner: Owner, input: Input<'walletSave'>): Promise<MethodContent> {
    const read = readPayout(input, parseAddress);
    if ('rules' in read) throw new Refused('validation', { rules: read.rules });
    if (read.address !== undefined && (await this.#deposits.isDeadEnd(read.address))) {
      throw new Refused('validation', { rules: { address: 'address_lost' } });
    }
    if (read.fields.holder !== undefined) await this.#checkHolder(owner.memberId, read.fields.holder);
    const { type, fields, fingerprint } = read;
    return { type, fields, fingerprint };
  }

  async #checkHolder(memberId: string, holder: string): Promise<void> {
    const name = await this.#members.verifiedName(memberId);
    if (name === undefined) throw new Refused('not_verified');
    if (!sameName(name, holder)) throw new Refused('name_mismatch');
  }

  /** @throws Refused `payout_many`, `payout_in_use`, `payout_exists` */
  async #judgeDestination(
    owner: Owner,
    before: queries.MethodRow | undefined,
    { fingerprint }: MethodContent,
  ): Promise<void> {
    if (before === undefined) await this.#checkRoom(owner);
    else if (await queries.isInUse(this.#pool, owner, before.id)) throw new Refused('payout_in_use');
    if (await queries.hasFingerprint(this.#pool, owner, fingerprint)) throw new Refused('payout_exists');
  }

  async #checkRoom(owner: Owner): Promise<void> {
    const { total } = await queries.selectMethods(this.#pool, owner, { limit: 1, offset: 0 });
    if (total >= limits.payoutMethodsMax) throw new Refused('payout_many');
  }

  /** When a method that is saved now may first be used. */
  #cooledFrom(now: Date): Date {
    return new Date(now.getTime() + this.#settings.rules().coolingHours * hourMs);
  }

  async #insert(owner: Owner, method: MethodContent): Promise<Payout> {
    const now = this.#clock.now();
    const row = { id: newId(), ...method, created_at: now, usable_from: this.#cooledFrom(now) };
    const isSaved = await transaction(this.#pool, async (client) => {
      if (!(await queries.insertMethod(client, owner, row, limits.payoutMethodsMax))) return false;
      await commitMethod(client, owner, row, { version: 0, at: now });
      return true;
    });
    if (isSaved) return toWirePayout(row);
    await this.#checkRoom(owner);
    throw new Refused('payout_exists');
  }

  async #update(owner: Owner, before: queries.MethodRow, method: MethodContent): Promise<Payout> {
    const now = this.#clock.now();
    const isSame = method.fingerprint === before.fingerprint;
    const row = { ...before, ...method, usable_from: isSame ? before.usable_from : this.#cooledFrom(now) };
    const isChanged = await transaction(this.#pool, async (client) => {
      const version = await queries.updateMethod(client, owner, row);
      if (version !== undefined) await commitMethod(client, owner, row, { version, at: now });
      return version !== undefined;
    }).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === '23505') throw new Refused('payout_exists');
      throw error;
    });
    if (isChanged) return toWirePayout(row);
    await this.#find(owner, before.id);
    throw new Refused('payout_in_use');
  }
}
