import type { UploadedImage } from '@touchline/client/transport';
import { sendForm } from '@touchline/kit/send-form';
import { client } from './call.ts';

/**
 * Sends a picture for something that will be published.
 * @param onProgress called with the share that has been sent, from 0 to 1
 * @throws CallError
 */
export const sendPicture = (file: File, onProgress: (share: number) => void): Promise<UploadedImage> => {
  const form = new FormData();
  form.append('file', file);
  return client.upload(form, (url, init) => sendForm(url, init, onProgress));
};
