import type pg from 'pg';
import { query } from '../../core/database/database.ts';
import { addHouseFact, factBody } from '../../core/public-log/facts.ts';
import { transaction } from '../../core/database/transaction.ts';
import { namedKey, type LogKeys } from '../../core/public-log/keys.ts';
import { nameOf } from './keys.ts';
import { takeSigned } from './signing-queries.ts';
import { readSignedState } from './state-file.ts';

const insertEpoch = query.exec(
  'log-epoch-insert',
  'insert into log_epoch (epoch, last_note, reason, at) values ($1, $2, $3, site_now())',
);
const insertSigned = query.exec(
  'log-epoch-signed',
  'insert into log_signed (epoch, at) values ($1, site_now())',
);
// Facts are looked up from here on, because numbers of transactions may begin again. All are due in the next turn.
const lookUp = query.exec(
  'log-tree-look-up',
  `update log_tree set looks_up = true, together_at = '-infinity' where one`,
);
const markBack = query.exec('log-mark-back', 'update log_mark set tx = 0, taken = 0');

/**
 * Opens a new epoch, under a name of its own: the log continues from the database, and a public entry records what was signed
 * last before, and why. For a database that is older than what was signed.
 * @returns the number of the epoch
 */
export const openEpoch = async (
  pool: pg.Pool,
  { folder, keys, reason, at }: { folder: string; keys: LogKeys; reason: string; at: Date },
): Promise<number> => {
  const { publicKey } = await keys.main(pool);
  const state = await readSignedState(folder);
  return transaction(pool, async (client) => {
    const signed = await takeSigned(client);
    const isLater =
      state !== undefined &&
      (state.epoch > signed.epoch || (state.epoch === signed.epoch && state.size > signed.size));
    const last = isLater ? state : signed;
    const epoch = last.epoch + 1;
    await insertEpoch(client, [epoch, last.note === '' ? null : last.note, reason]);
    await insertSigned(client, [epoch]);
    await lookUp(client);
    await markBack(client);
    const name = nameOf(keys.origin, epoch);
    const body = factBody('epoch', {
      epoch,
      last: last.note === '' ? null : last.note,
      origin: name,
      reason,
      time: at.toISOString(),
      vkey: namedKey(name, publicKey).vkey,
    });
    await addHouseFact(client, { kind: 'epoch', id: String(epoch), isPrivate: false, body });
    return epoch;
  });
};
