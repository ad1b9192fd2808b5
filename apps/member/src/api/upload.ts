import { paths } from '@touchline/contract/paths';
import { asFields, asText } from '../state/parse.ts';
import { client } from './call.ts';
import { networkError } from './errors.ts';
import { sendForm } from './sending.ts';

/** A stored image: its id for the call that uses it, and where its owner fetches it. */
export type UploadedImage = { id: string; url: string };

/**
 * Hands in an image. Nothing is shown: the caller tells of it in its own place.
 * @param onProgress told how much has been sent, from 0 to 1
 * @throws CallError, such as `upload_type` or `upload_size`
 */
export const uploadImage = async (
  file: File,
  purpose: 'voucher' | 'identity',
  onProgress: (share: number) => void,
): Promise<UploadedImage> => {
  const form = new FormData();
  // Fields before the file, so that a server that reads as it comes knows what it is for.
  form.set('purpose', purpose);
  form.set('file', file);
  const fields = asFields(
    await client.upload(paths.upload[1], form, (url, init) => sendForm(url, init, onProgress)),
  );
  const id = asText(fields.id);
  const url = asText(fields.url);
  if (id === undefined || url === undefined) throw networkError('badAnswer');
  return { id, url };
};
