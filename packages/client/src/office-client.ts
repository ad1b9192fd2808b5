import { auditExportPath, officeFilePath } from '@touchline/contract/paths';
import type { CallInput } from '@touchline/contract/routes';
import { dataOf } from './session.ts';
import { createTransport, type Send, type TransportOptions } from './transport.ts';

export type OfficeClientOptions = TransportOptions & {
  /** Where the operator's token is kept. `clear` forgets it: the server no longer accepts it. */
  session: { read: () => { token: string } | undefined; clear: () => void };
};

/**
 * The API for one operator. A token of the office is not refreshed: when it expires the session is cleared. Calls are
 * sent once and never repeated. Every function rejects with `CallError`.
 */
export const createOfficeClient = ({ session, ...options }: OfficeClientOptions) => {
  const { call, upload, file } = createTransport('ba-office-token', options).withSession(async (attempt) => {
    const token = session.read()?.token;
    return dataOf(await attempt(token), token, session);
  });

  return {
    call,
    /** Sends a picture for something published, in a form with `file`. @param send sends it instead of `fetch` */
    upload: (form: FormData, send?: Send) => upload('officePictureAdd', form, send),
    /** Fetches an image that a member sent for review. */
    image: (of: { member: string; id: string }, signal?: AbortSignal) =>
      file(officeFilePath, of, 'image/', signal),
    /** Fetches the lines of the audit log that match the filter, as CSV. */
    auditFile: (filter: CallInput<'officeAuditList'>, signal?: AbortSignal) =>
      file(auditExportPath, filter, 'text/csv', signal),
  };
};
