import { createMemberClient } from '@touchline/client/member-client';
import type { RouteName } from '@touchline/contract/paths';
import type { CallInput, Output } from '@touchline/contract/routes';
import { allTexts, translate } from './i18n.tsx';
import { currentLanguage } from './config.ts';
import { noteReached } from './connection.ts';
import { masked } from './busy.ts';
import { noteServerTime } from './server-clock.ts';
import { showToast, type ToastAction } from './toasts.ts';
import { endedStore, userStore } from './user.ts';
import { CallError, isAborted, isUnanswered } from '@touchline/client/errors';
import { apiOrigin } from '@touchline/client/origin';
import { report } from './report.ts';
import { exclusively, session } from './session.ts';

export type CallOptions = {
  /** Covers the app while the call runs (shown after 200 ms). True unless given. */
  mask?: boolean;
  /** Text to show as a toast when the call succeeds. */
  toast?: string;
  /** No toast for a failure: the caller shows it in its own place. */
  quiet?: boolean;
  signal?: AbortSignal;
};

/** The client of this page; calls go through `call`. */
export const client = createMemberClient({
  origin: apiOrigin(location),
  language: currentLanguage,
  fetch: async (url, init) => {
    const response = await fetch(url, init);
    noteServerTime(response.headers.get('date'), Date.now());
    return response;
  },
  session: {
    ...session,
    // The page changes under the member's hands: the sign-in page says why.
    clear: () => {
      const member = userStore.read();
      // A refresh that waited may clear what another call has cleared.
      if (member !== undefined) endedStore.write(member.id);
      session.clear();
    },
  },
  exclusively,
});

/** The app's own words for failures that come without the server's. */
const ownTexts = {
  timeout: 'client.noAnswer',
  aborted: 'client.aborted',
  connection: 'client.offline',
  sign_in: 'client.signedOut',
  token_expired: 'client.signedOut',
} as const;
const hasOwnText = (reason: string): reason is keyof typeof ownTexts => Object.hasOwn(ownTexts, reason);

/** "k3f9q2-1a", the id of a failed call in the log of the server; undefined for what did not fail there. */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof CallError ? error.requestId : undefined;

/** "Reference k3f9q2-1a", by which support finds a failed call in the log of the server; undefined for what did not fail there. */
export const referenceText = (error: unknown): string | undefined => {
  const id = referenceOf(error);
  // From left to right also within a text that does not run so.
  return id === undefined ? undefined : translate('client.reference', { id: `\u2066${id}\u2069` });
};

/** The text a member reads for a failed call, with its reference where it has one. */
export const failureText = (error: unknown): string =>
  [failureReason(error), referenceText(error)].filter((part) => part !== undefined).join(' ');

/** Why a call failed: the server's own text, or the app's for what never reached it. */
export const failureReason = (error: unknown): string => {
  if (!(error instanceof CallError)) return translate('client.unexpected');
  if (error.message !== '') return error.message;
  if (error.reason === 'connection' && navigator.onLine) return translate('client.unreachable');
  return translate(hasOwnText(error.reason) ? ownTexts[error.reason] : 'client.unexpected');
};

/** Copies a reference; the first screen does without the code and the texts for it. */
export const copyReference = async (id: string, shown?: Element | null): Promise<void> => {
  const [{ copyText }] = await Promise.all([import('./copy-text.ts'), allTexts()]);
  await copyText(id, shown);
};

/** A message is gone before a reference can be written down. */
const toCopy = (error: unknown): ToastAction | undefined => {
  const id = referenceOf(error);
  return id === undefined
    ? undefined
    : { label: translate('cashier.copy'), run: () => void copyReference(id) };
};

/** Shows the member a failed call, and leads to the recharge page when the balance is too low. */
const reportFailure = (error: unknown, quiet: boolean): void =>
  report(error, { quiet, tell: (failure) => showToast(failureText(failure), toCopy(failure)) });

/**
 * Makes a call of the contract and gives its `data`. Failures show as a toast and reject with `CallError`, whose
 * `reason` and `details` describe the refusal.
 */
export const call = async <N extends RouteName>(
  name: N,
  input: CallInput<N>,
  { mask = true, toast, quiet = false, signal }: CallOptions = {},
): Promise<Output<N>> => {
  const work = client.call(name, input, signal);
  try {
    const data = await (mask ? masked(work) : work);
    noteReached(true);
    if (toast !== undefined) showToast(toast);
    return data;
  } catch (error) {
    if (!isAborted(error)) noteReached(!isUnanswered(error));
    reportFailure(error, quiet);
    throw error;
  }
};
