import { codes } from '@touchline/contract/reasons';
import { createRefresh } from './refresh.ts';
import { dataOf, memorySession, type SessionKeeper } from './session.ts';
import { createTransport, type Send, type TransportOptions } from './transport.ts';

export type MemberClientOptions = TransportOptions & {
  /** In memory unless given. */
  session?: SessionKeeper;
  /** Runs `work` alone among all that share the session, such as the tabs of a browser. */
  exclusively?: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * The API for one member. Each call carries the token of the session; calls that are refused because it has expired
 * share one refresh and go out again. Every function rejects with `CallError`.
 */
export const createMemberClient = ({
  session = memorySession(),
  exclusively = (work) => work(),
  ...options
}: MemberClientOptions) => {
  const transport = createTransport('ba-user-token', options);
  const refresh = createRefresh({
    session,
    exclusively,
    exchange: (refreshToken) => transport.send('refreshToken', { refreshToken }, undefined),
  });

  const { call, upload, file } = transport.withSession(async (attempt) => {
    let token = session.read()?.token;
    let answer = await attempt(token);
    if (answer.code === codes.tokenExpired) {
      token = await refresh(token);
      answer = await attempt(token);
    }
    // A token that is refused again right after its refresh ends the session too.
    return dataOf(answer, token, session);
  });

  return {
    call,
    /** Sends an image in a form with `purpose` and `file`. @param send sends the form instead of `fetch` */
    upload: (form: FormData, send?: Send) => upload('upload', form, send),
    /** Fetches an image that only this member may see. @param path the `url` of an upload */
    image: (path: string, signal?: AbortSignal) => file(path, {}, 'image/', signal),
  };
};
