import { base64, utf8 } from '@touchline/verify/bytes';
import { KEY_KIND, keyChangeText } from '@touchline/verify/key-changes';
import type pg from 'pg';
import { addHouseFact, factBody } from '../../core/public-log/facts.ts';
import { namedKey, type LogKeys } from '../../core/public-log/keys.ts';
import { transaction } from '../../core/database/transaction.ts';
import { insertKey } from './key-queries.ts';
import { findSigner, inForceOf, keysOfEpoch, nameOf } from './keys.ts';
import { takeSigned } from './signing-queries.ts';

/** A key cannot be changed now; the message says why. */
export class NotRotated extends Error {}

/**
 * Makes the log go over to its next key: both keys sign the change, and it becomes an entry. The first checkpoint that has the entry is
 * signed by both, later ones by the next key. The servers may run in the meantime or not.
 * @returns the verifier keys
 * @throws NotRotated · KeyMissing · SignerAway
 */
export const rotateKey = async (
  pool: pg.Pool,
  keys: LogKeys,
  at: Date,
): Promise<{ old: string; new: string }> => {
  const { publicKey, ...signer } = await keys.next(pool);
  return transaction(pool, async (client) => {
    const { epoch } = await takeSigned(client);
    const rows = await keysOfEpoch(client, keys, epoch);
    if (rows.some(({ since }) => since === null)) {
      throw new NotRotated(
        'A change of the key waits for its checkpoint: a running server signs it within seconds',
      );
    }
    const inForce = inForceOf(rows);
    if (inForce === undefined) throw new NotRotated('The log has no key yet');
    const { vkey } = namedKey(nameOf(keys.origin, epoch), publicKey);
    if (vkey === inForce.vkey) {
      throw new NotRotated(
        'The key of the settings signs already: set LOG_KEY or LOG_SIGNER to the new one, and LOG_KEY_OLD or LOG_SIGNER_OLD to the one that signs now',
      );
    }
    if (rows.some((row) => row.vkey === vkey)) {
      throw new NotRotated('The log has had this key before, and a key that was replaced does not come back');
    }
    const old = await findSigner(keys, inForce.vkey, client);
    const { number } = await insertKey(client, { epoch, vkey, since: null });
    const change = { number, old: old.vkey, new: vkey, time: at.toISOString() };
    const text = utf8(keyChangeText(change));
    const body = factBody(KEY_KIND, {
      ...change,
      oldSignature: base64(await old.sign(text)),
      newSignature: base64(await signer.sign(text)),
    });
    await addHouseFact(client, { kind: KEY_KIND, id: String(number), isPrivate: false, body });
    return { old: old.vkey, new: vkey };
  });
};
