import { openDatabase } from '@touchline/server/tools/database';
import { openLiabilities } from '@touchline/server/tools/liabilities';
import { parseSums } from '@touchline/verify/sums/sums';
import { memberSums } from '@touchline/verify/sums/member-sums';

/** Members whose proofs are made and verified. */
const proven = 200;

/** A process that only makes a snapshot, so that its memory is measured apart from that of the seeding. */
const [url = ''] = process.argv.slice(2);
const database = openDatabase(url, 4, () => undefined);
const { pool } = database;
const { liabilities, close } = await openLiabilities(pool);
const idleMb = process.memoryUsage().rss / 2 ** 20;

// How long other work waits while a tree is made.
let waitMs = 0;
let lastMs = performance.now();
const beat = setInterval(() => {
  waitMs = Math.max(waitMs, performance.now() - lastMs - 5);
  lastMs = performance.now();
}, 5);
const startMs = performance.now();
const row = await liabilities.make({ operatorId: null, day: null });
const seconds = (performance.now() - startMs) / 1_000;
clearInterval(beat);
// maxRSS is in kilobytes.
const peakMb = process.resourceUsage().maxRSS / 2 ** 10;

const { rows } = await pool.query<{ member_id: string; available: bigint }>(
  `select member_id, available from wallet where shard >= 0 order by member_id limit ${proven}`,
);
const root = { size: row.size, hash: row.root, totals: parseSums(row.totals) };
const proofMs: number[] = [];
const proofKb: number[] = [];
const verifyMs: number[] = [];
for (const { member_id: memberId, available } of rows) {
  const askedMs = performance.now();
  const found = await liabilities.prove(memberId);
  proofMs.push(performance.now() - askedMs);
  if (found === undefined) throw new Error('a member was left out');
  proofKb.push(JSON.stringify(found.proof).length / 1_024);
  const verifiedMs = performance.now();
  const sums = memberSums(root, { memberId, proof: found.proof });
  verifyMs.push(performance.now() - verifiedMs);
  if (sums?.[0] !== available) throw new Error('a proof says another balance');
}
await database.close();
await close();
process.send?.({
  seconds,
  size: row.size,
  accounts: row.accounts,
  waitMs,
  idleMb: Math.round(idleMb),
  peakMb: Math.round(peakMb),
  proofMs,
  proofKb,
  verifyMs,
});
