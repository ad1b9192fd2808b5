import { fallbackLan, lans, type Lan } from '@touchline/locales/locales';
import { Type } from 'typebox';
import type { Problem } from './basis.ts';

/** Settings of mails and short messages, and of the codes in them. */
export const outboxSettings = {
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^\\s/]+/?$',
      description: 'server that takes mails, smtp://name:password@host:587; without it they are kept',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({ pattern: '^[^\\s@"(),:;<>]{1,64}@[A-Za-z0-9.-]{1,180}$', description: 'sender of mails' }),
  ),
  SMS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://\\S+$',
      description: 'where short messages are posted; without it they are kept',
    }),
  ),
  SMS_TOKEN: Type.String({ default: '' }),
  SMS_FROM: Type.String({ default: '' }),
  SMS_AUTHORIZATION: Type.String({
    default: 'Bearer {token}',
    description: 'the header of that name; {token} is replaced by SMS_TOKEN. Empty: none',
  }),
  SMS_BODY: Type.String({
    default: '{"from":"{from}","to":"{to}","text":"{text}"}',
    description: 'what is posted: JSON, or a form such as From={from}&To={to}&Body={text}',
  }),
  CODES_PER_MINUTE: Type.Integer({ minimum: 1, default: 300, description: 'codes the site sends at most' }),
  CODES_PER_ADDRESS_HOUR: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'codes that one network address asks for',
  }),
  CODES_ON_CONSOLE: Type.Union(
    [Type.Literal('loopback'), Type.Literal('beyond-loopback'), Type.Literal('never')],
    {
      default: 'loopback',
      description:
        'whether codes that no carrier sends are printed on the console, with play money only: where HOST is this machine alone, also where others reach the server, or never',
    },
  ),
  REGISTER_CODE: Type.Boolean({
    default: false,
    description: 'registering by mobile number or e-mail needs a code sent there',
  }),
  INVITATION_NEEDED: Type.Boolean({ default: false, description: 'registering needs an invitation code' }),
};

/** Whether a host is this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

/** Problems between settings of messages. No value is named: some are secret. */
export const outboxProblems = (env: Record<string, string | undefined>): string[] => {
  const { SMTP_URL: smtp = '', MAIL_FROM: from = '', SMS_URL: sms = '', SMS_BODY: body = '' } = env;
  return [
    ...((smtp === '') === (from === '') ? [] : ['SMTP_URL and MAIL_FROM belong together: give both or none']),
    ...(smtp !== '' && !URL.canParse(smtp) ? ['SMTP_URL is no URL'] : []),
    ...(sms === '' || isSafe(sms) ? [] : ['SMS_URL must be https: the token and the codes travel with it']),
    ...(body === '' || isBody(body) ? [] : ['SMS_BODY is neither JSON nor a form with {to} and {text}']),
  ];
};

const isSafe = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
};

const isBody = (text: string): boolean => {
  if (!text.includes('{to}') || !text.includes('{text}')) return false;
  if (!text.startsWith('{"')) return text.includes('=');
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Settings of the inbox, and of pushing it to browsers. */
export const inboxSettings = {
  SITE_OPERATOR: Type.Optional(
    Type.String({ maxLength: 300, description: 'who runs the site, as members read it: name and address' }),
  ),
  VIDEO_HOSTS: Type.String({
    pattern: '^([a-z0-9-]+(\\.[a-z0-9-]+)+(,[a-z0-9-]+(\\.[a-z0-9-]+)+)*)?$',
    maxLength: 1_000,
    default: '',
    description: 'hosts whose videos may be shown, comma separated; the pages load none from elsewhere',
  }),
  PUSH: Type.Boolean({
    default: true,
    description: 'offer members to push notices to their browsers; needs a contact',
  }),
  PUSH_CONTACT: Type.Optional(
    Type.String({
      pattern: '^(mailto:[^\\s@]+@[^\\s@]+\\.[^\\s@]+|https://[^\\s]+)$',
      description: 'by whom push services reach who runs the site; without it SITE_SUPPORT, if that is one',
    }),
  ),
};

/** The hosts of a setting, in their order. */
export const videoHosts = ({ VIDEO_HOSTS }: { VIDEO_HOSTS: string }): readonly string[] =>
  VIDEO_HOSTS === '' ? [] : VIDEO_HOSTS.split(',');

/**
 * How push services reach the operator of the site: they refuse messages without a contact.
 * @returns undefined where nothing is pushed
 */
export const pushContact = ({
  PUSH,
  PUSH_CONTACT,
  SITE_SUPPORT = '',
}: {
  PUSH: boolean;
  PUSH_CONTACT?: string | undefined;
  SITE_SUPPORT?: string | undefined;
}): string | undefined => {
  if (!PUSH) return undefined;
  if (PUSH_CONTACT !== undefined) return PUSH_CONTACT;
  if (/^[^\s@:]+@[^\s@]+\.[^\s@]+$/.test(SITE_SUPPORT)) return `mailto:${SITE_SUPPORT}`;
  return /^https:\/\/[^\s]+$/.test(SITE_SUPPORT) ? SITE_SUPPORT : undefined;
};

const one = `(?:${lans.join('|')})`;

export const languageSettings = {
  LANGUAGES: Type.String({
    pattern: `^${one}(?:,${one})*$`,
    default: lans.join(','),
    description: 'those members may choose from, comma separated',
  }),
  LANGUAGE_DEFAULT: Type.String({
    pattern: `^${one}$`,
    default: fallbackLan,
    description: 'of a visitor who has not chosen one',
  }),
};

type Languages = { LANGUAGES: string; LANGUAGE_DEFAULT: string };

/** The languages on offer, in the order of the product, and the default. */
export const offeredLanguages = (config: Languages): { list: readonly Lan[]; standard: Lan } => {
  const named = config.LANGUAGES.split(',');
  return {
    list: lans.filter((lan) => named.includes(lan)),
    standard: lans.find((lan) => lan === config.LANGUAGE_DEFAULT) ?? fallbackLan,
  };
};

/** The default language must be among those on offer. */
export const languageProblems = (config: Languages): Problem[] => {
  const { list, standard } = offeredLanguages(config);
  if (list.includes(standard)) return [];
  const name = 'LANGUAGE_DEFAULT';
  const text = `${name} ${standard} is not among LANGUAGES`;
  return [{ name, code: 'not_among', values: { other: 'LANGUAGES' }, text }];
};
