import { codes } from '@touchline/contract/reasons';
import type { Tokens } from '@touchline/contract/shapes/user';
import type { CallAnswer } from './answer.ts';
import { CallError, isUndecided } from './errors.ts';
import type { SessionKeeper } from './session.ts';
import { asFields, asText } from './values.ts';

type RefreshOptions = {
  session: SessionKeeper;
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  exchange: (refreshToken: string) => Promise<CallAnswer>;
};

const parseTokens = (data: unknown): Tokens | undefined => {
  const fields = asFields(data);
  const token = asText(fields.token);
  const refreshToken = asText(fields.refreshToken);
  if (token === undefined || refreshToken === undefined) return undefined;
  return { token, refreshToken, expiresAt: asText(fields.expiresAt) ?? '' };
};

const ended = (): CallError => new CallError({ code: codes.signInAgain, reason: 'sign_in' });

/**
 * One refresh at a time. Returns a function that takes the token a call was refused with and resolves to the token
 * to send it with again. The first refused call starts the refresh; calls that are refused before it ends queue, and go out
 * again in the order they came, before the first. When the refresh is refused the session is cleared and all of them
 * reject. A refresh that the server did not decide (no network, no time, a server in trouble) rejects them too, but
 * keeps the session: the refresh token is still good.
 */
export const createRefresh = ({ session, exclusively, exchange }: RefreshOptions) => {
  type Waiting = { resume: (token: string) => void; fail: (error: unknown) => void };
  let first: Waiting | undefined;
  const queue: Waiting[] = [];

  const takeAll = (): Waiting[] => {
    const all = first ? [...queue.splice(0), first] : queue.splice(0);
    first = undefined;
    return all;
  };

  /** The server accepts the same refresh token again for some seconds, so one lost reply does not end the session. */
  const exchangeTwice = (refreshToken: string): Promise<CallAnswer> =>
    exchange(refreshToken).catch((error: unknown) => {
      if (error instanceof CallError && error.reason === 'connection') return exchange(refreshToken);
      throw error;
    });

  const renew = (used: string | undefined): Promise<string> =>
    exclusively(async () => {
      const current = session.read();
      if (!current) throw ended();
      // Another tab, or a refresh that ended while this call was under way, has renewed it already.
      if (current.token !== used) return current.token;
      const answer = await exchangeTwice(current.refreshToken);
      if ('error' in answer) throw answer.error;
      const tokens = parseTokens(answer.data);
      if (!tokens) throw ended();
      session.write(tokens);
      return tokens.token;
    });

  const run = async (used: string | undefined): Promise<void> => {
    try {
      const token = await renew(used);
      for (const { resume } of takeAll()) resume(token);
    } catch (error) {
      if (!isUndecided(error)) session.clear();
      for (const { fail } of takeAll()) fail(error);
    }
  };

  return (used: string | undefined): Promise<string> =>
    new Promise<string>((resume, fail) => {
      if (first) {
        queue.push({ resume, fail });
        return;
      }
      first = { resume, fail };
      void run(used);
    });
};
