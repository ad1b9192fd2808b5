import { parseArgs } from 'node:util';
import { parseNote } from '@touchline/verify/note';
import { readConfig } from '../../core/config/config.ts';
import { openDatabase, type Queryable } from '../../core/database/database.ts';
import { namedKey, openLogKeys, type LogKeys } from '../../core/public-log/keys.ts';
import { reachDatabase } from '../postgres/reach.ts';
import {
  forgetStored,
  isKeyAway,
  nameOf,
  NotRotated,
  openCurrentKey,
  openEpoch,
  readKeys,
  readSigned,
  readSignedState,
  readSizes,
  rotateKey,
} from '../../proofs/index.ts';

const usage = `npm run log -- key
  prints the public key of the log, and where the private one is kept
npm run log -- status
  prints how many entries there are, and how many were signed
npm run log -- next
  makes the key that the next rotation goes over to, and prints its public part, so that witnesses can add it before
npm run log -- rotate
  goes over to the next key: the servers may run meanwhile or not, and sign it once its entry is in the log
npm run log -- epoch --reason TEXT
  opens a new epoch: only for a log that refuses to go on, with the server stopped
npm run log -- rebuild
  makes all tiles again: the running server stores them within a minute or so for each million entries`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** A backup can bring back the key of before a rotation, which may have been stolen. */
const warnOfOtherKey = async (keys: LogKeys, folder: string, on: Queryable): Promise<void> => {
  const state = await readSignedState(folder);
  if (state === undefined) return;
  const { publicKey } = await keys.main(on);
  const { id } = namedKey(nameOf(keys.origin, state.epoch), publicKey);
  if (parseNote(state.note).signatures.some((signature) => signature.id === id)) return;
  print('Note: this machine signed its last checkpoint with another key than the epoch begins with.');
  print('If a backup has brought back an old key, go over to a new one at once: npm run log -- rotate');
};

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
  if (!['key', 'status', 'next', 'rotate', 'epoch', 'rebuild'].includes(command ?? '')) return false;
  const config = readConfig(process.env);
  const source = await reachDatabase(config);
  const database = openDatabase(source.url, 2, () => undefined);
  const { pool } = database;
  try {
    const keys = await openLogKeys(config, pool);
    // Ends a rotation that was interrupted, so that an epoch begins with the key that signed last.
    const current = await openCurrentKey(pool, keys);
    if (reason !== undefined) {
      await warnOfOtherKey(keys, config.DATA_DIR, pool);
      const epoch = await openEpoch(pool, { folder: config.DATA_DIR, keys, reason, at: new Date() });
      print(`Epoch ${epoch} is open. The server signs it once its entry is in the log.`);
      await current.refresh();
    }
    if (command === 'next') {
      const { epoch } = await readSigned(pool);
      print(`next    ${namedKey(nameOf(keys.origin, epoch), (await keys.next(pool)).publicKey).vkey}`);
    }
    if (command === 'rotate') {
      const changed = await rotateKey(pool, keys, new Date());
      print(`The log goes over from ${changed.old} to the key below once its entry is in the log.`);
      print(`next    ${changed.new}`);
    }
    if (command === 'rebuild') await forgetStored(pool);
    const signed = await readSigned(pool);
    print(`log     ${nameOf(keys.origin, signed.epoch)}, epoch ${signed.epoch}`);
    print(`vkey    ${current.vkey()}`);
    print(`kept    ${keys.kept}`);
    if (command === 'key' || command === 'next') return true;
    for (const { number, vkey, since } of await readKeys(pool, signed.epoch)) {
      const from = since === null ? 'waits for its entry' : `from entry ${since} on`;
      print(`key ${String(number).padEnd(4)}${vkey}, ${from}`);
    }
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

try {
  if (!(await run(process.argv.slice(2)))) {
    print(usage);
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof NotRotated) && !isKeyAway(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
