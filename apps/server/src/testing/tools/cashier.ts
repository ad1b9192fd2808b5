import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { secretFromDatabase } from '../../accounts/signing-secret.ts';
import { createLog } from '../../core/logging/log.ts';
import type { ChainSink } from '../../payments/chain/deposit.ts';
import type { WatchedNetwork } from '../../payments/chain/reading.ts';
import { WatchedAddresses } from '../../payments/chain/watched.ts';
import { Watcher } from '../../payments/chain/watcher.ts';
import { signNotice } from '../../payments/providers/signature.ts';

export type { ChainNode } from '../../payments/chain/node.ts';
export { feeOf } from '../../payments/amounts.ts';
export type { SandboxNotice } from '../../payments/sandbox/notice.ts';
export { toWireWithdrawal } from '../../payments/withdrawals/wire.ts';

/** @returns what signs the notices of the sandbox for the servers of a database: the header of a body */
export const noticeSigner = async (pool: pg.Pool): Promise<(body: string) => string> => {
  const secret = createHmac('sha256', await secretFromDatabase(pool))
    .update('sandbox-notice')
    .digest();
  return (body) => signNotice(secret, Buffer.from(body), new Date());
};

/**
 * Watches a chain for transfers to the addresses in a database.
 * @param onFinal called with each transfer of a final block
 */
export const watchChain = (
  pool: pg.Pool,
  network: WatchedNetwork,
  onFinal: ChainSink['final'],
): {
  /** Reads the addresses. */
  load: () => Promise<void>;
  /** How many addresses are watched. */
  size: () => number;
  /** Reads the blocks that are new. */
  poll: () => Promise<void>;
} => {
  const watched = new WatchedAddresses(pool, () => 0);
  const watcher = new Watcher({
    pool,
    log: createLog('silent'),
    watched,
    sink: { seen: async () => undefined, orphaned: async () => undefined, final: onFinal },
    networks: [network],
  });
  return {
    load: () => watched.refresh(),
    size: () => watched.size(),
    poll: () => watcher.poll(),
  };
};
