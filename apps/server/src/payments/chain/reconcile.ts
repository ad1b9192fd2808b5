import { query } from '../../core/database/database.ts';
import type { Network } from '../../core/config/payments.ts';
import { toHex } from './address.ts';
import { ownAddresses } from './claim.ts';
import { selectCursor } from './queries.ts';
import { depositsOf, type ChainQuestion } from './reading.ts';

/** The records of a network, and the chain's answer about the newest final blocks. */
export type Reconciled = {
  network: Network;
  /** Sum of what is final, delivered or not, in millionths. */
  finalMicro: bigint;
  /** Final transfers that were not delivered to their recharges, and their sum. */
  undelivered: number;
  undeliveredMicro: bigint;
  /** Absent when the chain was not asked. */
  chain?: {
    from: bigint;
    to: bigint;
    recordedMicro: bigint;
    chainMicro: bigint;
    /** Transfers, as `hash:place`, that are on one side only. */
    unrecorded: string[];
    unknown: string[];
  };
};

const totals = query.one<{
  final_micro: bigint;
  undelivered: number;
  undelivered_micro: bigint;
}>(
  'chain-totals',
  `select coalesce(sum(micro), 0)::bigint as final_micro,
     (count(*) filter (where told < revision))::int as undelivered,
     coalesce(sum(micro) filter (where told < revision), 0)::bigint as undelivered_micro
   from chain_transfer where network = $1 and state = 'final'`,
);
const finalBetween = query.many<{ tx_hash: Buffer; log_index: number; micro: bigint }>(
  'chain-final-between',
  `select tx_hash, log_index, micro from chain_transfer
   where network = $1 and state = 'final' and block_number between $2 and $3`,
);

/**
 * Compares a network's record with its chain.
 * @param blocks how many of the newest final blocks are read again; 0 leaves the chain alone
 * @throws ChainUnavailable
 */
export const reconcile = async (rail: ChainQuestion, blocks: number): Promise<Reconciled> => {
  const { network, pool } = rail;
  const sums = await totals(pool, [network]);
  const totalled: Reconciled = {
    network,
    finalMicro: sums?.final_micro ?? 0n,
    undelivered: sums?.undelivered ?? 0,
    undeliveredMicro: sums?.undelivered_micro ?? 0n,
  };
  const cursor = await selectCursor(pool, network);
  if (cursor === undefined || blocks === 0) return totalled;
  const from = cursor.finalized > BigInt(blocks) ? cursor.finalized - BigInt(blocks) + 1n : 0n;
  return { ...totalled, chain: await compare(rail, from, cursor.finalized) };
};

const compare = async (
  rail: ChainQuestion,
  from: bigint,
  to: bigint,
): Promise<NonNullable<Reconciled['chain']>> => {
  const { network, node, pool } = rail;
  const chain = new Map<string, bigint>();
  for (let at = from; at <= to;) {
    const { upTo, logs } = await node.transfers(at, to);
    const own = await ownAddresses(pool, logs);
    for (const { txHash, logIndex, micro } of depositsOf({ ...rail, watched: own }, logs)) {
      chain.set(`${txHash}:${logIndex}`, micro);
    }
    at = upTo + 1n;
  }
  const rows = await finalBetween(pool, [network, from, to]);
  const recorded = new Map(rows.map((row) => [`${toHex(row.tx_hash)}:${row.log_index}`, row.micro]));
  return {
    from,
    to,
    recordedMicro: sum(recorded),
    chainMicro: sum(chain),
    unrecorded: [...chain.keys()].filter((key) => !recorded.has(key)),
    unknown: [...recorded.keys()].filter((key) => !chain.has(key)),
  };
};

const sum = (amounts: ReadonlyMap<string, bigint>): bigint =>
  [...amounts.values()].reduce((a, b) => a + b, 0n);
