import type { Tokens } from '@touchline/contract/shapes/user';
import { signOut, updateUser, userStore } from './user.ts';
import type { SessionKeeper } from '@touchline/client/session';

/** The tokens of the stored member, for the client. */
export const session: SessionKeeper = {
  read: () => userStore.reload(),
  write: ({ token, refreshToken, expiresAt }: Tokens) => updateUser({ token, refreshToken, expiresAt }),
  clear: signOut,
};

export const isSignedIn = (): boolean => userStore.read() !== undefined;

/** Calls back when the session ends, by sign-out, by the server or in another tab. */
export const onSignedOut = (listener: () => void): (() => void) => {
  let signedIn = isSignedIn();
  return userStore.watch(() => {
    const was = signedIn;
    signedIn = isSignedIn();
    if (was && !signedIn) listener();
  });
};

/** Runs `work` alone among the tabs of this browser where the browser can, else just runs it. */
export const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('touchline.refresh', work) : work();
