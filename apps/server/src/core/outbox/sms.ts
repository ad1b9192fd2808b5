import type { Carrier } from './message.ts';

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
