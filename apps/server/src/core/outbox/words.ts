import { limits } from '@touchline/contract/limits';
import { codePurposes, type CodePurpose } from '@touchline/contract/shapes/account';
import { localeOf, type Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** Replaces a code that is gone or must not be seen. */
const hidden = '••••••';

const Stored = Compile(
  Type.Union([
    Type.Object({
      template: Type.Literal('code'),
      fields: Type.Object({ purpose: Type.Enum([...codePurposes]), code: Type.Optional(Type.String()) }),
    }),
    Type.Object({
      template: Type.Enum([
        'account_exists',
        'contact_changed',
        'password_changed',
        'factor_asked',
        'factor_ended',
      ]),
      fields: Type.Object({}),
    }),
  ]),
);

/** Reads the content of a stored message. @throws when it is none of ours */
export const readText = (stored: { template: string; fields: unknown }): MessageText => {
  if (!Stored.Check(stored)) throw new Error(`A message of the template ${stored.template} cannot be read`);
  return stored;
};

/**
 * Words a message in the reader's language. It holds no links, since members should learn to follow none in such
 * mails.
 */
export const wordsOf = (message: MessageText, channel: OutChannel, lan: Lan, site: string): Worded => {
  const translate = serverTranslator(lan);
  const inOrder = localeOf(lan).dir === 'rtl' ? rightToLeft : (text: string): string => text;
  if (message.template === 'factor_asked' || message.template === 'factor_ended') {
    const { template } = message;
    return {
      subject: inOrder(translate(`letter.${template}.title`)),
      text: inOrder(translate(`letter.${template}.body`, { site })),
    };
  }
  if (message.template !== 'code') {
    const { template } = message;
    return {
      subject: inOrder(translate(`mail.notice.${template}.subject`, { site })),
      text: inOrder(
        channel === 'sms'
          ? translate(`sms.notice.${template}`, { site })
          : translate(`mail.notice.${template}.body`, { site }),
      ),
    };
  }
  const { purpose, code = hidden } = message.fields;
  const minutes = limits.codeMinutes;
  return {
    subject: inOrder(translate('mail.code.subject', { site })),
    text: inOrder(
      channel === 'sms'
        ? [translate(`sms.code.${purpose}`, { site, code, minutes }), translate('sms.code.note')].join(
            localeOf(lan).sentenceGap,
          )
        : [
            translate(`mail.code.${purpose}`, { site }),
            code,
            translate('mail.code.note', { site, minutes }),
          ].join('\n\n'),
    ),
  };
};

/** A mark at the start of each line sets its direction, since plain text has no other way. */
const rightToLeft = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `\u200f${line}`))
    .join('\n');

/** A mail or short message without its words: they are found when it is sent, or read in the office. */
export type OutMessage = { channel: OutChannel; to: string; lan: Lan } & MessageText;
export type OutChannel = 'email' | 'sms';

/** The content of a message. Its texts are `mail.<template>…` and `sms.<template>` of the catalogues. */
export type MessageText =
  | { template: 'code'; fields: { purpose: CodePurpose; code?: string } }
  | { template: 'account_exists' | 'contact_changed' | 'password_changed'; fields: { code?: never } }
  /** Uses the texts of the letters of the same names. */
  | { template: 'factor_asked' | 'factor_ended'; fields: { code?: never } };

/** A message in words; a short message has no subject. */
export type Worded = { subject: string; text: string };

/**
 * The result of sending: final, or to be tried again. `why` is for operators and names no address and no
 * code.
 */
export type Delivery = { ok: true } | { ok: false; why: string; again: boolean };

/** Sends a message that was put into words. Never throws. */
export type Carrier = (message: { id: string; to: string; lan: Lan } & Worded) => Promise<Delivery>;
