import type { OutboxFault } from '@touchline/contract/shapes/outbox-fault';
import { isLoopback } from '../config/messaging.ts';
import type { Carrier, Delivery } from './words.ts';

/** How long each step may take, and sending as a whole, in milliseconds. */
const defaults = { connectMs: 10_000, silenceMs: 15_000, totalMs: 45_000 };

export type EmailOptions = {
  /** smtp:// or smtps://, with name and password where the server asks for them. */
  url: string;
  from: string;
  fromName: () => string;
  timeouts?: Partial<typeof defaults>;
};

const answerOf = (error: unknown): number | undefined =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : undefined;
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'ERROR';

/** Whether the server refuses the sender, so that the recipient's address is not to blame. */
const isAboutSender = (error: unknown): boolean =>
  error instanceof Error && 'command' in error && error.command === 'MAIL FROM';

/** The meaning of a failure: a server that refuses the address or the message for good is not asked again. */
const failureOf = (error: unknown): Delivery => {
  const answer = answerOf(error);
  const code = codeOf(error);
  const isOurs = code === 'EENVELOPE' || code === 'EMESSAGE';
  return {
    ok: false,
    why: [code, answer, isAboutSender(error) ? 'MAIL FROM' : undefined]
      .filter((part) => part !== undefined)
      .join(' '),
    again: !(isOurs && answer !== undefined && answer >= 500),
  };
};

/**
 * Sends mails over SMTP, each on a new connection. Between machines the connection must be encrypted;
 * on this one it need not be. The Message-ID is derived from the message's id, so that a mail sent again
 * after a lost answer is recognised.
 */
export const createEmail = async (options: EmailOptions): Promise<Carrier> => {
  const { createTransport } = await import('nodemailer');
  const { connectMs, silenceMs, totalMs } = { ...defaults, ...options.timeouts };
  const url = new URL(options.url);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const encrypted = isLoopback(host) ? { ignoreTLS: true } : { requireTLS: true };
  const user = decodeURIComponent(url.username);
  const domain = options.from.slice(options.from.lastIndexOf('@') + 1);

  return async ({ id, to, lan, subject, text }) => {
    const transport = createTransport({
      host,
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      ...(secure ? {} : encrypted),
      ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silenceMs,
      // What is written in a message is text and never names a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const sending = transport.sendMail({
      from: { name: options.fromName(), address: options.from },
      // An object, since a text would be read as a list.
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${domain}>`,
      headers: {
        'auto-submitted': 'auto-generated',
        'x-auto-response-suppress': 'All',
        'content-language': lan,
      },
    });
    return withinTime(sending, totalMs, () => transport.close());
  };
};

/** Limits the whole: a server that answers slowly never meets the limit of a step. */
const withinTime = async (
  sending: Promise<unknown>,
  totalMs: number,
  close: () => void,
): Promise<Delivery> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Delivery>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, why: 'ETIMEDOUT', again: true }), totalMs);
  });
  const done = sending.then((): Delivery => ({ ok: true }), failureOf);
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
    close();
  }
};

export type SmsOptions = {
  url: string;
  token: string;
  from: string;
  /** The header `authorization`, with {token} in it; empty for none. */
  authorization: string;
  /** JSON, or a form, with {from}, {to} and {text} in its values. */
  body: string;
  /** Limit for the whole answer. */
  timeoutMs?: number;
};

type Values = { from: string; to: string; text: string; token: string; id: string };

const filled = (template: string, values: Values): string =>
  template.replaceAll(/\{(from|to|text|token|id)\}/g, (whole, name: string) => {
    const entry = Object.entries(values).find(([key]) => key === name);
    return entry?.[1] ?? whole;
  });

/** Fills the values of a template after parsing it, so that a value cannot change its form. */
const filledJson = (template: unknown, values: Values): unknown => {
  if (typeof template === 'string') return filled(template, values);
  if (Array.isArray(template)) return template.map((one: unknown) => filledJson(one, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, inner]) => [name, filledJson(inner, values)]),
  );
};

/** The body of a message, and its content type. */
export const smsBody = (template: string, values: Values): { type: string; body: string } => {
  if (template.startsWith('{"')) {
    return { type: 'application/json', body: JSON.stringify(filledJson(JSON.parse(template), values)) };
  }
  const form = new URLSearchParams(template);
  const body = new URLSearchParams();
  for (const [name, value] of form) body.append(name, filled(value, values));
  return { type: 'application/x-www-form-urlencoded', body: body.toString() };
};

/**
 * Sends short messages through a provider's HTTP interface. Any 2xx is a success; a 4xx except 429 is final;
 * all else is tried again. The body of the answer is not read.
 */
export const createSms = (options: SmsOptions): Carrier => {
  const { url, token, from, authorization, body: template, timeoutMs = 15_000 } = options;
  return async ({ id, to, text }) => {
    const values = { from, to, text, token, id };
    const { type, body } = smsBody(template, values);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': type,
          'idempotency-key': id,
          ...(authorization === '' ? {} : { authorization: filled(authorization, values) }),
        },
        body,
        // A redirect would carry the token to another host.
        redirect: 'error',
        signal,
      });
      await response.body?.cancel();
      const { status } = response;
      if (response.ok) return { ok: true };
      return {
        ok: false,
        why: `status ${status}`,
        again: !(status >= 400 && status < 500 && status !== 429),
      };
    } catch {
      return { ok: false, why: signal.aborted ? 'timeout' : 'unreachable', again: true };
    }
  };
};

/** Failures that the outbox and its carriers word themselves. */
const ours = new Map<string, OutboxFault>([
  ['no carrier', 'no_carrier'],
  ['too late', 'too_late'],
  ['withdrawn', 'withdrawn'],
  ['fault', 'fault'],
  ['timeout', 'timeout'],
  ['unreachable', 'unreachable'],
]);

/** Codes of the mail library that say enough without an answer of the server. */
const byCode = new Map<string, OutboxFault>([
  ['ETIMEDOUT', 'timeout'],
  ['EDNS', 'unreachable'],
  ['ESOCKET', 'unreachable'],
  ['ECONNECTION', 'unreachable'],
  ['ETLS', 'not_encrypted'],
  ['EAUTH', 'sign_in'],
  ['EENVELOPE', 'address'],
  ['EMESSAGE', 'message'],
]);

const ofStatus = (status: number): OutboxFault => {
  if (status === 401 || status === 403) return 'sign_in';
  if (status === 429 || status >= 500) return 'not_now';
  return status >= 400 ? 'message' : 'other';
};

/**
 * The kind of a failure, from its stored text: words of our own, "status 503" of a provider of short
 * messages, or a code of SMTP with the number of the answer, "EENVELOPE 550", and the command where it was
 * about the sender.
 */
export const faultOf = (error: string): OutboxFault => {
  const own = ours.get(error);
  if (own !== undefined) return own;
  const parts = /^(\w+)(?: (\d{3}))?( MAIL FROM)?$/.exec(error);
  const [, code = '', number = '', isSender] = parts ?? [];
  const answer = Number(number);
  if (code === 'status') return ofStatus(answer);
  if (answer >= 400 && answer < 500) return 'not_now';
  if (isSender !== undefined) return 'sender';
  return byCode.get(code) === 'unreachable' && answer > 0 ? 'other' : (byCode.get(code) ?? 'other');
};
