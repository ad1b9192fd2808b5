import { formatRelative } from '@touchline/locales/format-time';
import { currentLan, translate } from '../shell/i18n.ts';
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
/** Refusals whose words on the server speak to a member, in words for operators. */
export const operatorTexts = {
  key_reused: 'failure.keyReused',
  withdraw_stopped: 'failure.withdrawStopped',
  account_taken: 'failure.accountTaken',
  code_wrong: 'failure.firstCode',
} as const;
const isForMembers = (reason: string): reason is keyof typeof operatorTexts =>
  Object.hasOwn(operatorTexts, reason);
const hasOwnText = (reason: string): reason is keyof typeof ownTexts => Object.hasOwn(ownTexts, reason);

/** Who did what to it last, and how long ago. */
const meanwhileText = ({ meanwhile }: CallError): string =>
  meanwhile === undefined
    ? ''
    : translate('failure.meanwhile', {
        action: translate(`auditAction.${meanwhile.action}`),
        by: meanwhile.by,
        ago: formatRelative(meanwhile.at, { lan: currentLan(), now: Date.now() }),
      });

/** What an operator reads of a failed call: the server's words, and those about a field, or words of the office. */
export const failureText = (error: unknown): string => {
  if (!(error instanceof CallError)) return translate('failure.unexpected');
  if (isForMembers(error.reason)) return translate(operatorTexts[error.reason]);
  // The message says the field's own words where one field is wrong.
  if (error.message !== '') {
    const texts = new Set([error.message, ...Object.values(error.fields), meanwhileText(error)]);
    return [...texts].filter((text) => text !== '').join(' ');
  }
  return translate(hasOwnText(error.reason) ? ownTexts[error.reason] : 'failure.unexpected');
};
