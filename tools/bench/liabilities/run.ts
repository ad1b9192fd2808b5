import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createSumTree, ownerOf, sumLeaf } from '@touchline/verify/sums/sum-tree';
import { benchCluster } from '../lib/database.ts';
import { median, printTable, ratio } from '../lib/report.ts';
import { seedHouse } from './seed.ts';

const sizes = { quick: 10_000, full: 100_000 } as const;
/** Leaves of the tree that the functions of the format make. Its time for more is proportional. */
const peerLeaves = 2 ** 15;

type Measured = {
  seconds: number;
  size: number;
  accounts: number;
  waitMs: number;
  idleMb: number;
  peakMb: number;
  proofMs: number[];
  proofKb: number[];
  verifyMs: number[];
};
const isMeasured = (message: unknown): message is Measured =>
  typeof message === 'object' && message !== null && 'seconds' in message && 'verifyMs' in message;

/**
 * What the house owes as a sum tree. A separate process reads all wallets and open bets in one snapshot, compares them with the
 * ledger, and cuts, hashes and stores the tree. Then proofs of some members are made and verified. The functions by which members
 * verify, which build a tree in memory, run on a sample.
 */
export const liabilities = async ({ quick }: { quick: boolean }): Promise<object> => {
  const members = quick ? sizes.quick : sizes.full;
  const cluster = await benchCluster();
  try {
    const { url, database } = await cluster.create('liabilities');
    await seedHouse(database.pool, members);
    const worker = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [url]);
    const [message]: unknown[] = await once(worker, 'message');
    if (!isMeasured(message)) throw new Error('the worker sent no report');
    await database.close();
    return report(message, measurePeer());
  } finally {
    await cluster.stop();
  }
};

const measurePeer = (): number => {
  const nonce = new Uint8Array(32).fill(7);
  const startMs = performance.now();
  createSumTree(
    Array.from({ length: peerLeaves }, (_, at) =>
      sumLeaf({ nonce, owner: ownerOf(String(at)), sums: [BigInt(at), 0n, 1n] }),
    ),
  );
  return (performance.now() - startMs) / 1_000;
};

const report = (run: Measured, peerSeconds: number): object => {
  const round = (value: number): number => Number(value.toFixed(2));
  const inProportion = (peerSeconds * run.size) / peerLeaves;
  printTable(
    ['liabilities', 'leaves', 'seconds', '× in memory', 'longest wait ms', 'RSS MB idle', 'RSS MB peak'],
    [
      [
        `a snapshot, ${run.accounts} members`,
        run.size,
        round(run.seconds),
        ratio(inProportion, run.seconds),
        round(run.waitMs),
        run.idleMb,
        run.peakMb,
      ],
      ['in memory, measured', peerLeaves, round(peerSeconds), '–', '–', '–', '–'],
      ['in memory, in proportion', run.size, round(inProportion), 1, '–', '–', '–'],
    ],
  );
  const proofs = {
    medianMs: round(median(run.proofMs)),
    maxMs: round(Math.max(...run.proofMs)),
    medianKb: round(median(run.proofKb)),
    maxKb: round(Math.max(...run.proofKb)),
    verifyMedianMs: round(median(run.verifyMs)),
    verifyMaxMs: round(Math.max(...run.verifyMs)),
  };
  printTable(
    ['proof of a member', 'median', 'max'],
    [
      ['made, ms', proofs.medianMs, proofs.maxMs],
      ['size, kB', proofs.medianKb, proofs.maxKb],
      ['verified, ms', proofs.verifyMedianMs, proofs.verifyMaxMs],
    ],
  );
  const { seconds, size, accounts, waitMs, idleMb, peakMb } = run;
  return { seconds, size, accounts, waitMs, idleMb, peakMb, inMemorySeconds: inProportion, proofs };
};
