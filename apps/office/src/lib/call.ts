import { formatRelative } from '@touchline/locales/format-time';
import { currentLan, translate } from './i18n.ts';
import { endSession, sessionStore } from './session.ts';
import { settingsStore } from './settings.ts';
import { createOfficeClient } from '@touchline/client/office-client';
import { CallError } from '@touchline/client/errors';
import { fieldName } from './field-name.ts';

/** The client of this page. */
export const client = createOfficeClient({
  // The office calls the origin of its page.
  origin: '',
  language: () => settingsStore.read().lan,
  session: { read: () => sessionStore.read(), clear: () => endSession('ended') },
});
export const { call, image, auditFile } = client;

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
const meanwhileText = ({ details: { meanwhile } }: CallError): string =>
  meanwhile === undefined
    ? ''
    : translate('failure.meanwhile', {
        action: translate(`auditAction.${meanwhile.action}`),
        by: meanwhile.by,
        ago: formatRelative(meanwhile.at, { lan: currentLan(), now: Date.now() }),
      });

/**
 * What an operator reads of a failed call: the server's words, and those about a field, or words of the office. A call that failed on
 * the server has its reference, by which it is found in the log.
 */
export const failureText = (error: unknown): string => {
  const text = failureReason(error);
  return error instanceof CallError && error.requestId !== undefined
    ? `${text} ${translate('failure.reference', { id: error.requestId })}`
    : text;
};

const failureReason = (error: unknown): string => {
  if (!(error instanceof CallError)) return translate('failure.unexpected');
  if (isForMembers(error.reason)) return translate(operatorTexts[error.reason]);
  if (error.message !== '') {
    const fields = Object.entries(error.details.fields ?? {});
    const named = fields.map(([path, text]) => {
      const field = fieldName(path);
      return field === undefined ? text : translate('failure.field', { field, text });
    });
    // Where one field is wrong the message has no more than its words.
    const own = fields.some(([, text]) => text === error.message) ? '' : error.message;
    const fieldTexts = [...new Set(named)].join(' · ');
    return [own, fieldTexts, meanwhileText(error)].filter((text) => text !== '').join(' ');
  }
  return translate(hasOwnText(error.reason) ? ownTexts[error.reason] : 'failure.unexpected');
};
