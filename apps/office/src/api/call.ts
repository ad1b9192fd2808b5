import { translate } from '../shell/i18n.ts';
import { endSession, sessionStore } from '../state/session.ts';
import { settingsStore } from '../state/settings.ts';
import { createClient } from './client.ts';
import { CallError } from './errors.ts';

/** The client of this page. */
export const { call, image, auditFile } = createClient({
  fetch: (url, init) => fetch(url, init),
  language: () => settingsStore.read().lan,
  token: () => sessionStore.read()?.token,
  onSignedOut: (token) => {
    // Another tab may have signed in meanwhile.
    if (sessionStore.read()?.token === token) endSession('ended');
  },
});

const ownTexts = {
  timeout: 'failure.timeout',
  connection: 'failure.connection',
} as const;
const hasOwnText = (reason: string): reason is keyof typeof ownTexts => Object.hasOwn(ownTexts, reason);

/** What an operator reads of a failed call: the server's words, and those about a field. */
export const failureText = (error: unknown): string => {
  if (!(error instanceof CallError)) return translate('failure.unexpected');
  if (error.message !== '') return [error.message, ...Object.values(error.fields)].join(' ');
  return translate(hasOwnText(error.reason) ? ownTexts[error.reason] : 'failure.unexpected');
};
