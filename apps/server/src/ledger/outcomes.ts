import { LedgerFault } from './ledger-fault.ts';
import { type Queryable, query } from '../core/database/database.ts';
import { Transient } from '../core/database/transaction.ts';

/** An operation: its key, and a hash of the rest of its request. */
export type Operation = { shard: number; memberId: string; key: string; requestHash: string };

/**
 * The outcome of an operation. Amounts are minor units of the wallet's currency; `replayed` marks a stored
 * outcome.
 */
export type OperationOutcome =
  | {
      outcome: 'applied';
      /** The change of available money. */
      amountMinor: bigint;
      availableAfter: bigint;
      heldAfter: bigint;
      /** Number of the entry in its wallet. */
      version: bigint;
      ref: string | null;
      replayed: boolean;
    }
  | { outcome: 'refused'; reason: string; detail: unknown; ref: string | null; replayed: boolean }
  | { outcome: 'key_reused' };

/** A row of `postingResult`. */
export type ResultRow = {
  member_id: string;
  key: string;
  outcome: string;
  detail: unknown;
  ref: string | null;
  amount: bigint | null;
  available: bigint | null;
  held: bigint | null;
  version: bigint | null;
};

type StoredRow = ResultRow & { request_hash: string };

const stored = query.many<StoredRow>(
  'wallet-stored',
  // A key is that of an entry or of a refusal; the hash of an older entry's request is in `operation`.
  `select a.member_id, a.key, coalesce(e.request_hash, o.request_hash) as request_hash,
     case when e.key is null then o.outcome else 'applied' end as outcome, o.detail, coalesce(e.ref, o.ref) as ref, e.amount,
     e.available_after as available, e.held_after as held, e.version
   from unnest($1::smallint[], $2::uuid[], $3::text[]) as a(shard, member_id, key)
   left join lateral (
     select key, request_hash, ref, amount, available_after, held_after, version from entry
     where shard = a.shard and member_id = a.member_id and key = a.key limit 1
   ) e on true
   left join lateral (
     select key, request_hash, outcome, detail, ref from operation
     where shard = a.shard and member_id = a.member_id and key = a.key limit 1
   ) o on true
   where e.key is not null or o.key is not null`,
);

/** How often a statement is repeated for a wallet that others keep deciding on, before `Transient` makes the caller start over. */
const statementsMax = 20;

/**
 * Decides operations by a batch statement, and by further ones those whose wallets others decided on in the meantime.
 * @param asked at most one operation per wallet
 * @param run the statement for some of them; its rows are those of `postingResult`
 * @param on where the statement runs: the pool, or the caller's transaction
 * @returns one outcome for each of `asked`, in the same order. A wallet that does not exist is refused as
 *   'no_wallet' and spends no key.
 * @throws Transient when other operations keep moving the wallets first
 */
export const decideAll = async <T extends Operation>(
  asked: readonly T[],
  run: (some: readonly T[]) => Promise<readonly ResultRow[]>,
  on: Queryable,
): Promise<OperationOutcome[]> => {
  const rows: ResultRow[] = [];
  let open = asked;
  for (let tries = 0; open.length > 0; tries++) {
    if (tries === statementsMax) throw new Transient('wallets were moved by others each time');
    const found = await run(open);
    rows.push(...found.filter(({ outcome }) => outcome !== 'again'));
    const again = new Set(found.filter(({ outcome }) => outcome === 'again').map((row) => row.member_id));
    open = open.filter(({ memberId }) => again.has(memberId));
  }
  return settleOutcomes(asked, rows, on);
};

/**
 * Joins the rows of a batch statement with its operations, and reads the stored outcome of every replay.
 * @param asked at most one operation per wallet
 * @param rows the result of `postingResult`
 * @param on where the statement ran: the pool, or the caller's transaction
 * @returns one outcome for each of `asked`, in the same order. A wallet that does not exist is refused as
 *   'no_wallet' and spends no key.
 */
export const settleOutcomes = async (
  asked: readonly Operation[],
  rows: readonly ResultRow[],
  on: Queryable,
): Promise<OperationOutcome[]> => {
  const fresh = new Map(rows.map((row) => [row.member_id, row]));
  const replays = asked.filter((one) => !fresh.has(one.memberId));
  const known = new Map((await readStored(replays, on)).map((row) => [`${row.member_id} ${row.key}`, row]));
  return asked.map((one) => {
    const row = fresh.get(one.memberId);
    if (row) return outcomeOf(row, false);
    const before = known.get(`${one.memberId} ${one.key}`);
    if (!before) return { outcome: 'refused', reason: 'no_wallet', detail: null, ref: null, replayed: false };
    if (before.request_hash !== one.requestHash) return { outcome: 'key_reused' };
    return outcomeOf(before, true);
  });
};

/** The outcome of an earlier operation; undefined when its key is new. */
export const storedOutcome = async (
  asked: Operation,
  on: Queryable,
): Promise<OperationOutcome | undefined> => {
  const [row] = await readStored([asked], on);
  if (!row) return undefined;
  return row.request_hash === asked.requestHash ? outcomeOf(row, true) : { outcome: 'key_reused' };
};

const readStored = async (replays: readonly Operation[], on: Queryable): Promise<StoredRow[]> => {
  if (replays.length === 0) return [];
  const rows = await stored(on, [
    replays.map((one) => one.shard),
    replays.map((one) => one.memberId),
    replays.map((one) => one.key),
  ]);
  return rows;
};

const outcomeOf = (row: ResultRow, replayed: boolean): OperationOutcome => {
  const { outcome, detail, ref, amount, available, held, version } = row;
  if (outcome !== 'applied') return { outcome: 'refused', reason: outcome, detail, ref, replayed };
  if (amount === null || available === null || held === null || version === null) {
    throw new LedgerFault(`Operation ${row.key} of ${row.member_id} is applied but has no entry`);
  }
  return { outcome, amountMinor: amount, availableAfter: available, heldAfter: held, version, ref, replayed };
};
