import { base64 } from '@touchline/verify/bytes';
import { canonicalJson } from '@touchline/verify/canonical-json';
import type { SumProof } from '@touchline/verify/sums/sum-tree';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import type { Log } from '../../core/logging/log.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { Store } from '../../accounts/index.ts';
import type { AccountTotal } from '../../ledger/index.ts';
import type { Account } from './accounts.ts';
import { accountsFile, proveAccount, treeFile, writeTree, type PutFile, type ReadPart } from './tree.ts';
import {
  hasDay,
  insertRefusal,
  insertSnapshot,
  newestSnapshots,
  pageOfSnapshots,
  refusalsSince,
  snapshotsWithin,
  type RefusalRow,
  type SnapshotRow,
} from './queries.ts';
import { fileName, snapshotKey } from './random.ts';
import { roundIssued, type EntryReserves } from './reserves.ts';
import { columnsOfCurrency, LedgerDisagrees, readOwed } from './site.ts';
import { checkStep, takeTurn } from './step.ts';
import { layoutOf } from './tree-layout.ts';

/** What is published of a snapshot. */
type Published = {
  id: string;
  at: Date;
  size: number;
  root: Uint8Array;
  currencies: readonly string[];
  totals: readonly bigint[];
  /** The steps of the currencies; undefined where totals are exact. */
  steps: readonly bigint[] | undefined;
  watermarks: readonly string[];
  reserves: EntryReserves;
};

/** The entry of the log: kind `liabilities`, version 1. Amounts are texts of minor units. */
const liabilitiesEntry = (of: Published): string =>
  canonicalJson({
    kind: 'liabilities',
    v: 1,
    time: of.at.toISOString(),
    snapshot: of.id,
    size: of.size,
    root: base64(of.root),
    totals: of.currencies.map((currency, at) => ({
      currency,
      available: String(of.totals[at * 3] ?? 0n),
      held: String(of.totals[at * 3 + 1] ?? 0n),
      openBets: String(of.totals[at * 3 + 2] ?? 0n),
      ...(of.steps === undefined ? {} : { roundedTo: String(of.steps[at] ?? 0n) }),
    })),
    watermarks: of.watermarks,
    reserves: of.reserves,
  });

/** A published snapshot. */
export type LiabilityRow = SnapshotRow;

/** The result of an operator's request to publish. */
export type MakeOutcome =
  | { kind: 'made'; id: string; row: SnapshotRow }
  | { kind: 'refused'; id: string; differences: readonly string[] };

/** The proof of one member, with what it is a part of. */
export type MemberProof = { snapshot: SnapshotRow; account: Account; proof: SumProof };

export type LiabilitiesOptions = {
  pool: pg.Pool;
  /** Connections for reading all wallets. */
  background: pg.Pool;
  store: Store;
  /** 32 bytes from which the keys of all snapshots follow. */
  secret: Uint8Array;
  /** The currency of the site, which is listed also while no member has any. */
  currency: string;
  clock: Clock;
  log: Pick<Log, 'info' | 'error'>;
  /** What the house has against what it owes, as of a given time. */
  reserves: (house: readonly AccountTotal[]) => Promise<EntryReserves>;
  /** Puts a public entry into the log of the house, in the transaction that writes the snapshot. */
  append: (client: Queryable, of: { id: string; entry: string }) => Promise<unknown>;
};

/** Trees that are kept; older ones can be made again from their accounts. */
const treesKept = 3;

const hashBytes = 32;
const sumBytes = 8;

const placeOf = (key: Uint8Array, file: string): string => {
  const name = fileName(key, file);
  return `${name.slice(0, 2)}/${name}`;
};

/** Debts of the house, as trees in which every member finds their own part. */
export class Liabilities {
  readonly #pool: pg.Pool;
  /** Connections for reading all wallets. */
  readonly #background: pg.Pool;
  readonly #store: Store;
  /** 32 bytes from which the keys of all snapshots follow. */
  readonly #secret: Uint8Array;
  /** The currency of the site, which is listed also while no member has any. */
  readonly #currency: string;
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'info' | 'error'>;
  /** What the house has against what it owes, as of a given time. */
  readonly #reserves: (house: readonly AccountTotal[]) => Promise<EntryReserves>;
  /** Puts a public entry into the log of the house, in the transaction that writes the snapshot. */
  readonly #append: (client: Queryable, of: { id: string; entry: string }) => Promise<unknown>;
  #running: Promise<SnapshotRow> | undefined;

  constructor({
    pool,
    background,
    store,
    secret,
    currency,
    clock,
    log,
    reserves,
    append,
  }: LiabilitiesOptions) {
    this.#pool = pool;
    this.#background = background;
    this.#store = store;
    this.#secret = secret;
    this.#currency = currency;
    this.#clock = clock;
    this.#log = log;
    this.#reserves = reserves;
    this.#append = append;
  }

  /**
   * Makes and publishes a snapshot; while one is made, others get that.
   * @throws LedgerDisagrees, of which a record is kept
   */
  make(by: { operatorId: string | null; day: string | null }): Promise<SnapshotRow> {
    this.#running ??= this.#build(by)
      .catch(async (error: unknown) => {
        if (error instanceof LedgerDisagrees) {
          const { differences } = error;
          this.#log.error(
            { differences },
            'liabilities were not published: the wallets are not what the ledger says',
          );
          await insertRefusal(this.#pool, {
            id: error.id,
            at: this.#clock.now(),
            made_by: by.operatorId,
            differences: [...differences],
          });
        }
        throw error;
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Makes that of the day, by UTC, unless there is one. */
  async makeDaily(): Promise<void> {
    const day = this.#clock.now().toISOString().slice(0, 10);
    if (await hasDay(this.#pool, day)) return;
    await this.make({ operatorId: null, day });
  }

  /** One between the days for two operators, with rounded totals; or what differs where nothing was published. */
  async makeFor(operatorId: string): Promise<MakeOutcome> {
    try {
      const row = await this.make({ operatorId, day: null });
      return { kind: 'made', id: row.id, row };
    } catch (error) {
      if (!(error instanceof LedgerDisagrees)) throw error;
      return { kind: 'refused', id: error.id, differences: error.differences };
    }
  }

  /** The newest snapshots, the newest first. */
  newest(limit: number) {
    return newestSnapshots(this.#pool, limit);
  }

  /** Snapshots with exact totals that were made within a span, the oldest first. */
  madeWithin(span: { from: Date | null; until: Date }) {
    return snapshotsWithin(this.#pool, span);
  }

  /** A page of snapshots, the newest first, and what was refused since the newest. */
  async page(slice: {
    limit: number;
    offset: number;
  }): Promise<{ rows: SnapshotRow[]; total: number; refused: RefusalRow[] }> {
    const [newest] = await newestSnapshots(this.#pool, 1);
    return {
      ...(await pageOfSnapshots(this.#pool, slice)),
      refused: await refusalsSince(this.#pool, newest?.at ?? new Date(0)),
    };
  }

  /**
   * The proof that a member's amounts are in the newest snapshot.
   * @returns undefined where there is no snapshot, or the member has joined since
   */
  async prove(memberId: string): Promise<MemberProof | undefined> {
    const [snapshot] = await newestSnapshots(this.#pool, 1);
    if (snapshot === undefined) return undefined;
    const key = snapshotKey(this.#secret, snapshot.id);
    const readPart: ReadPart = async (name, part) => {
      const bytes = await this.#store.getPart(placeOf(key, name), part);
      if (bytes === undefined) throw new Error(`a file of the snapshot ${snapshot.id} is gone`);
      return bytes;
    };
    const columns = snapshot.currencies.length * columnsOfCurrency;
    const found = await proveAccount({ key, size: snapshot.size, columns, memberId }, readPart);
    return found && { snapshot, ...found };
  }

  async #removeTree({ id, size, currencies }: Pick<SnapshotRow, 'id' | 'size' | 'currencies'>) {
    const key = snapshotKey(this.#secret, id);
    const layout = layoutOf(size, hashBytes + currencies.length * columnsOfCurrency * sumBytes);
    for (const tier of layout.tiers.keys()) {
      for (let file = 0; file < layout.fileCount(tier); file++)
        await this.#store.remove(placeOf(key, treeFile(tier, file)));
    }
  }

  /** Writes the files of a snapshot. @returns its row, which is not written yet */
  async #writeFiles(
    { id, key }: { id: string; key: Uint8Array },
    by: { operatorId: string | null; day: string | null },
  ): Promise<SnapshotRow> {
    const owed = await readOwed(this.#background, {
      key,
      currency: this.#currency,
      isRounded: by.operatorId !== null,
    });
    const at = this.#clock.now();
    const put: PutFile = (name, bytes) =>
      this.#store.put(placeOf(key, name), bytes, 'application/octet-stream');
    const { root } = await writeTree({ key, size: owed.size, accounts: owed.accounts }, put);
    await put(accountsFile, owed.accounts.bytes());
    const { currencies, totals, rounding, size } = owed;
    const watermarks = [owed.watermark];
    const entry = liabilitiesEntry({
      id,
      at,
      size,
      root,
      currencies,
      totals,
      steps: rounding?.steps,
      watermarks,
      reserves: roundIssued(await this.#reserves(owed.house), owed),
    });
    return {
      id,
      at,
      day: by.day,
      made_by: by.operatorId,
      watermarks,
      currencies,
      totals: totals.map(String),
      padding: rounding?.padding.map(String) ?? null,
      steps: rounding?.steps.map(String) ?? null,
      size,
      root,
      // The account that rounds the totals belongs to no member.
      accounts: owed.accounts.count - (rounding === undefined ? 0 : 1),
      entry,
    };
  }

  async #build(by: { operatorId: string | null; day: string | null }): Promise<SnapshotRow> {
    const startedMs = performance.now();
    const id = newId();
    const key = snapshotKey(this.#secret, id);
    const row = await this.#writeFiles({ id, key }, by);
    const remove = async () => {
      await this.#removeTree(row);
      await this.#store.remove(placeOf(key, accountsFile));
    };
    let mayBeCommitted = false;
    const isWritten = await transaction(this.#pool, async (client) => {
      if (by.operatorId !== null) {
        // Two decisions may have been taken before the first of them had published.
        await takeTurn(client);
        await checkStep(client, row.at);
      }
      const written = await insertSnapshot(client, row);
      if (written) await this.#append(client, { id, entry: row.entry });
      mayBeCommitted = written;
      return written;
    }).catch(async (error: unknown) => {
      // A connection lost at commit leaves open whether the snapshot is published, and it must stay provable.
      if (!mayBeCommitted) await remove();
      throw error;
    });
    const ms = Math.round(performance.now() - startedMs);
    const { accounts, size } = row;
    if (isWritten) this.#log.info({ snapshot: id, accounts, size, ms }, 'liabilities were published');
    // Another process has published the day first.
    else await remove();
    const kept = await newestSnapshots(this.#pool, treesKept + 1);
    const [old] = kept.slice(treesKept);
    if (old !== undefined) await this.#removeTree(old);
    return row;
  }
}
