import type { UploadInput } from '@touchline/contract/shapes/cashier';
import type { FieldRule } from '@touchline/contract/reasons';
import type { Handlers } from '../platform/handler.ts';
import { Refused } from '../platform/refusal.ts';
import type { DirectUpload } from './incoming.ts';
import type { Uploads } from './service.ts';
import { ownerOf } from '../platform/owner.ts';

/**
 * The call that takes images: the file of a form, or the description of one that is in the storage already.
 */
export const uploadHandlers = ({
  uploads,
}: {
  uploads: Pick<Uploads, 'save' | 'saveDirect'>;
}): Pick<Handlers, 'upload'> => ({
  upload: async (input, { member }) => {
    const owner = ownerOf(member);
    const { file, purpose } = input;
    if (file === undefined) return uploads.saveDirect(owner, { ...directOf(input), purpose });
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    return uploads.save(owner, { bytes, purpose });
  },
});

/** @throws Refused `validation` when there is neither a file nor such a description */
const directOf = ({ key, size, mime, sha256 }: UploadInput): DirectUpload => {
  if (key !== undefined && size !== undefined && mime !== undefined && sha256 !== undefined) {
    return { key, size, mime, sha256 };
  }
  const given = { key, size, mime, sha256 };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []));
  const names = missing.length === Object.keys(given).length ? ['file'] : missing;
  throw new Refused('validation', {
    rules: Object.fromEntries(names.map((name): [string, FieldRule] => [name, 'required'])),
  });
};
