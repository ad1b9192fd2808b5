import { verifyExposure } from './book/exposure/verify.ts';
import { verifyBets } from './book/verify.ts';
import { verifyCashier } from './cashier/verify.ts';
import { verifyAudit } from './office/audit-chain.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase, type Queryable } from './platform/database.ts';
import { reachDatabase } from './platform/postgres/reach.ts';
import { verifyTeams } from './team/verify.ts';
import { verifyLedger, type Verified } from './wallet/verify.ts';

/** What is recomputed and compared, in order; a room that keeps records worth proving adds its own. */
const parts: readonly { name: string; verify: (on: Queryable) => Promise<Verified> }[] = [
  { name: 'ledger', verify: verifyLedger },
  { name: 'bets', verify: verifyBets },
  { name: 'exposure', verify: verifyExposure },
  { name: 'cashier', verify: verifyCashier },
  { name: 'teams', verify: verifyTeams },
  { name: 'audit log', verify: verifyAudit },
];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Verifies part by part and stops at the first that has a difference. */
const run = async (): Promise<boolean> => {
  const source = await reachDatabase(readConfig(process.env));
  const database = openDatabase(source.url, 2, () => undefined);
  try {
    for (const { name, verify } of parts) {
      const { counts, differences } = await verify(database.pool);
      const told = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
      const [first] = differences;
      print(`${name}: ${told.join(', ')}: ${first === undefined ? 'all agree' : 'they do not agree'}`);
      if (first === undefined) continue;
      print(`first difference: ${first}`);
      return false;
    }
    return true;
  } finally {
    await database.close();
    await source.leave();
  }
};

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
