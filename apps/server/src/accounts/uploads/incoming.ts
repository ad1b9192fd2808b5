import { createHash } from 'node:crypto';
import { limits } from '@touchline/contract/limits';
import { Refused } from '../../core/refusal.ts';
import type { Store } from './store/store.ts';
import type { Owner } from '../../core/owner.ts';

/** A client's description of an object it sent to the storage directly. */
export type DirectUpload = { key: string; size: number; mime: string; sha256: string };

/** Members write below a name of their own, and cannot name any other object of the bucket. */
export const incomingKey = ({ memberId }: Pick<Owner, 'memberId'>, name: string): string =>
  `incoming/${memberId}/${name}`;

const isKeyOf = (owner: Owner, key: string): boolean => {
  const name = key.slice(incomingKey(owner, '').length);
  return key === incomingKey(owner, name) && /^[\w-]{1,64}$/.test(name);
};

const wrong = (field: string): Refused => new Refused('validation', { rules: { [field]: 'format' } });

/**
 * Takes an object that was sent to the storage directly, and hands it to `use` if it matches the client's
 * description; afterwards the object is deleted in any case.
 * @throws Refused `validation` where the storage takes no objects directly, or size or hash differ;
 *   `upload_size`
 */
export const takeIncoming = async <T>(
  store: Store,
  owner: Owner,
  said: DirectUpload,
  use: (bytes: Buffer) => Promise<T>,
): Promise<T> => {
  const { incoming } = store;
  // This storage takes images in forms only.
  if (incoming === undefined) throw new Refused('validation', { rules: { file: 'required' } });
  if (!isKeyOf(owner, said.key)) throw wrong('key');
  const bytes = await incoming.get(said.key, limits.uploadMaxBytes);
  if (bytes === undefined) throw wrong('key');
  try {
    if (bytes === 'too_large') throw new Refused('upload_size');
    if (bytes.length !== said.size) throw wrong('size');
    if (createHash('sha256').update(bytes).digest('hex') !== said.sha256) throw wrong('sha256');
    return await use(bytes);
  } finally {
    await incoming.remove(said.key);
  }
};
