import { parseArgs } from 'node:util';
import { readAuditKey } from '../../core/audit-log/chain.ts';
import { moduleFacts } from '../log-facts.ts';
import {
  allParts,
  EntrySealer,
  type LogAgainst,
  logSources,
  type PartReport,
  readSignedState,
  verifyPart,
} from '../../proofs/index.ts';
import { readConfig, type Config } from '../../core/config/config.ts';
import { openDatabase, type Database, type Queryable } from '../../core/database/database.ts';
import { readLogKeys } from '../../core/public-log/keys.ts';
import { reachDatabase } from '../postgres/reach.ts';
import { ownsTables, ownsTablesWarning, roleNameOf } from '../../core/database/prepare.ts';

const usage = `npm run verify -- [options]
  --all               every difference, not the first of each part
  --examples N        so many of each part (5)
  --part TEXT         only parts with TEXT in their names
  --audit-head N:HASH a seal of the audit log that was noted down
  --json              one line of JSON
`;

type Print = (line: string) => void;
const plural = (count: bigint | number, one: string): string =>
  `${count} ${one}${count === 1 || count === 1n ? '' : 's'}`;

/** One line for a part, and one for each example. */
const printPart = (print: Print, { name, counts, differences, examples, ms }: PartReport): void => {
  const rows = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  const seconds = `${(ms / 1_000).toFixed(2)} s`;
  print(
    `${differences === 0n ? 'ok   ' : 'WRONG'}  ${[name, ...rows].join(', ')}, ${plural(differences, 'difference')}, ${seconds}`,
  );
  for (const example of examples) print(`         ${example}`);
  const more = differences - BigInt(examples.length);
  if (more > 0n) print(`         and ${more} more`);
};

const asJson = (report: PartReport) => ({
  ...report,
  counts: Object.fromEntries(Object.entries(report.counts).map(([what, count]) => [what, Number(count)])),
  differences: Number(report.differences),
});

/** Reads a recorded seal: "12:" and 64 hexadecimal digits. @throws Error for any other text */
const readHead = (text: string | undefined): { seq: bigint; hash: Buffer } | undefined => {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^([1-9][0-9]{0,17}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) throw new Error(usage);
  return { seq: BigInt(seq), hash: Buffer.from(hash, 'hex') };
};

/** What the public log is checked against, and a note on it; no key means that no server has kept a log yet. */
const readLogAgainst = async (
  config: Config,
  { pool }: Pick<Database, 'pool'>,
): Promise<{ log?: LogAgainst; note?: string }> => {
  const keys = await readLogKeys(config, pool);
  const signers = (await keys?.own(pool)) ?? [];
  if (keys === undefined || (signers.length === 0 && keys.kept !== 'signer'))
    return { note: 'There is no key of the public log yet: it is not verified.' };
  const log: LogAgainst = {
    sources: logSources(moduleFacts),
    sealer: new EntrySealer(keys.nonceKey),
    keys: { origin: keys.origin, publicKeys: signers.map(({ publicKey }) => publicKey) },
    state: await readSignedState(config.DATA_DIR),
  };
  if (signers.length === 0) {
    return { log, note: 'The signer of the public log does not answer: its key is taken from the database.' };
  }
  if (keys.kept !== 'database') return { log };
  return { log, note: 'The key of the public log is in the database itself: it does not show who signed.' };
};

/**
 * Verifies every part, each on a separate snapshot, as `npm run verify` does with these arguments and settings.
 * @returns whether no part has differences
 */
export const verifySite = async (
  args: readonly string[],
  { env, print }: { env: NodeJS.ProcessEnv; print: Print },
): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      all: { type: 'boolean', default: false },
      examples: { type: 'string', default: '5' },
      part: { type: 'string', default: '' },
      'audit-head': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print(usage.trimEnd());
    return true;
  }
  const examples = values.all ? Infinity : Number(values.examples);
  if (Number.isNaN(examples)) throw new Error(usage);
  const noted = readHead(values['audit-head']);
  const config = readConfig(env);
  const source = await reachDatabase(config);
  const database = openDatabase(source.ownerUrl ?? source.url, 2, () => undefined);
  const inSnapshot = async <T>(work: (on: Queryable) => Promise<T>): Promise<T> => {
    const client = await database.pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      return await work(client);
    } finally {
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
  };
  try {
    // If the owner is a separate role, the server's role must own no table. With one role for both this is only a note.
    const serverRole = source.ownerUrl === undefined ? undefined : await roleNameOf(source.url);
    if (!values.json && (await ownsTables(source.url))) print(`Note: ${ownsTablesWarning}.`);
    const key = await readAuditKey(config, database.pool);
    const { log, note } = await readLogAgainst(config, database);
    const parts = allParts({ key, noted }, serverRole, log).filter(({ name }) => name.includes(values.part));
    if (parts.length === 0) throw new Error(`No part has "${values.part}" in its name`);
    if (!values.json && key?.kept === 'database') {
      print('The key of the audit log is in the database itself: it does not show who sealed the log.');
    }
    if (!values.json && note !== undefined) print(note);
    const reports: PartReport[] = [];
    const startedMs = performance.now();
    for (const part of parts) {
      const report = await verifyPart(part, inSnapshot, { examples });
      reports.push(report);
      if (!values.json) printPart(print, report);
    }
    const wrong = reports.filter(({ differences }) => differences > 0n);
    if (values.json) print(JSON.stringify({ agrees: wrong.length === 0, parts: reports.map(asJson) }));
    else {
      const told = wrong.length === 0 ? 'all agree' : `${plural(wrong.length, 'part')} with differences`;
      print(
        `${plural(parts.length, 'part')} in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s: ${told}`,
      );
      for (const { name, differences } of wrong) print(`  ${name}: ${differences}`);
    }
    return wrong.length === 0;
  } finally {
    await database.close();
    await source.leave();
  }
};
