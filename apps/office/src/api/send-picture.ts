import { paths } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import { endSession, sessionStore } from '../state/session.ts';
import { settingsStore } from '../state/settings.ts';
import { asFields, asText } from '../state/parse.ts';
import { CallError, dataOf } from './errors.ts';

type Picture = Pick<Output<'officePictureAdd'>, 'id' | 'url'>;

const pictureOf = (data: unknown): Picture => {
  const { id, url } = asFields(data);
  const known = { id: asText(id), url: asText(url) };
  if (known.id === undefined || known.url === undefined) throw new CallError('badAnswer');
  return { id: known.id, url: known.url };
};

/** The picture an answered request brought; a session that has ended is forgotten. */
const readPicture = async (request: XMLHttpRequest): Promise<Picture> => {
  try {
    return pictureOf(dataOf(request.responseText, request.status >= 200 && request.status <= 299));
  } catch (error) {
    if (error instanceof CallError && error.reason === 'sign_in') endSession('ended');
    throw error;
  }
};

/**
 * Sends a picture that something published will show. A request of the old kind: only those tell how far they are.
 * @param onProgress told how much of it is sent, from 0 to 1
 */
export const sendPicture = (file: File, onProgress: (part: number) => void): Promise<Picture> =>
  new Promise((resolve, reject) => {
    const token = sessionStore.read()?.token;
    const request = new XMLHttpRequest();
    const fail = (): void => reject(new CallError('connection'));
    request.open('POST', paths.officePictureAdd[1]);
    request.setRequestHeader('accept-language', settingsStore.read().lan);
    if (token !== undefined) request.setRequestHeader('ba-office-token', token);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('load', () => resolve(readPicture(request)));
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
