import { codes } from '@touchline/contract/reasons';
import type { Tokens } from '@touchline/contract/shapes/user';
import type { CallAnswer } from './answer.ts';

/** Where the session of this device is kept; `read` must see what another tab has just written. */
export type SessionKeeper = {
  read: () => Tokens | undefined;
  write: (tokens: Tokens) => void;
  /** Forgets the session: the server no longer accepts it. */
  clear: () => void;
};

/** A session that lives as long as the process. @param tokens of a session to continue */
export const memorySession = (tokens?: Tokens): SessionKeeper => {
  let current = tokens;
  return {
    read: () => current,
    write: (next) => {
      current = next;
    },
    clear: () => {
      current = undefined;
    },
  };
};

/**
 * The data of an answer that was asked for with a token. Clears the session when the server refuses that token, unless
 * another tab has replaced it since.
 * @throws CallError of a refusal
 */
export const dataOf = (
  answer: CallAnswer,
  token: string | undefined,
  session: { read: () => { token: string } | undefined; clear: () => void },
): unknown => {
  if (!('error' in answer)) return answer.data;
  const isOver = answer.code === codes.signInAgain || answer.code === codes.tokenExpired;
  // A call without a token ends nothing: it may be the last of a page whose session has just ended.
  if (isOver && token !== undefined && session.read()?.token === token) session.clear();
  throw answer.error;
};
