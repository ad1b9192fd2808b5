import type { UploadedImage } from '@touchline/client/transport';
import { sendForm } from '@touchline/kit/send-form';
import { client } from './call.ts';

/**
 * Sends an image. Shows no toast: the caller shows progress and failure in its own place.
 * @param onProgress called with the share that has been sent, from 0 to 1
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
  return client.upload(form, (url, init) => sendForm(url, init, onProgress));
};
