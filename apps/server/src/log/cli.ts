import { parseArgs } from 'node:util';
import { readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/database.ts';
import { openLogKey } from '../platform/log-key.ts';
import { reachDatabase } from '../platform/postgres/reach.ts';
import { openEpoch } from './epoch.ts';
import { forgetStored, readSizes } from './queries.ts';
import { readSigned } from './signing-queries.ts';
import { keyOfEpoch } from './signing.ts';
import { readSignedState } from './state-file.ts';

const usage = `npm run log -- key
  prints the public key of the log, and where the private one is kept
npm run log -- status
  prints how many entries there are, and how many were signed
npm run log -- epoch --reason TEXT
  opens a new epoch: only for a log that refuses to go on, with the server stopped
npm run log -- rebuild
  makes all tiles again: the running server stores them within a minute or so for each million entries`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns whether the command was known */
const run = async (args: readonly string[]): Promise<boolean> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { reason: { type: 'string' } },
    allowPositionals: true,
  });
  const [command, ...rest] = positionals;
  const { reason } = values;
  if (rest.length > 0 || (command === 'epoch') !== (reason !== undefined)) return false;
  if (!['key', 'status', 'epoch', 'rebuild'].includes(command ?? '')) return false;
  const config = readConfig(process.env);
  const source = await reachDatabase(config);
  const database = openDatabase(source.url, 2, () => undefined);
  const { pool } = database;
  try {
    const key = await openLogKey(config, pool);
    if (reason !== undefined) {
      const { origin } = key;
      const epoch = await openEpoch(pool, { folder: config.DATA_DIR, origin, reason, at: new Date() });
      print(`Epoch ${epoch} is open. The server signs it once its entry is in the log.`);
    }
    if (command === 'rebuild') await forgetStored(pool);
    const signed = await readSigned(pool);
    const { name, vkey } = keyOfEpoch(key, signed.epoch);
    print(`log     ${name}, epoch ${signed.epoch}`);
    print(`vkey    ${vkey}`);
    print(`kept    ${key.kept}`);
    if (command === 'key') return true;
    const { size, stored } = await readSizes(pool);
    const state = await readSignedState(config.DATA_DIR);
    print(`entries ${size}, of which ${signed.size} are signed, and full tiles of ${stored} are stored`);
    print(
      state === undefined
        ? 'disk    nothing was signed on this machine'
        : `disk    signed ${state.size} entries in epoch ${state.epoch}`,
    );
    return true;
  } finally {
    await database.close();
    await source.leave();
  }
};

if (!(await run(process.argv.slice(2)))) {
  print(usage);
  process.exitCode = 1;
}
