import { createHmac, timingSafeEqual } from 'node:crypto';
import { BadNotice } from './rail.ts';

/** A secret of a provider: text is taken as its UTF-8 bytes, as Stripe does with "whsec_…". */
export type NoticeSecret = string | Uint8Array;

/** How far the time in a signature may be from ours. */
const toleranceSeconds = 300;

/** More signatures than any provider sends with one notice. */
const signaturesMax = 10;

const codeOf = (secret: NoticeSecret, seconds: string, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** Signs a notice: "t=<seconds since 1970>,v1=<HMAC-SHA-256 of `<t>.<body>` in hex>". */
export const signNotice = (secret: NoticeSecret, body: Buffer, at: Date): string => {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  return `t=${seconds},v1=${codeOf(secret, seconds, body).toString('hex')}`;
};

/**
 * Checks a signature of the form that `signNotice` writes. While a secret is replaced there are two, and a
 * notice may have a signature by each: one valid signature is enough.
 * @param header the header's value; schemes other than v1 in it are ignored
 * @throws BadNotice `signature` when none is valid, `stale` when one is valid but its time is over 300
 *   seconds away
 */
export const checkSignature = (
  header: string | string[] | undefined,
  body: Buffer,
  { secrets, now }: { secrets: readonly NoticeSecret[]; now: Date },
): void => {
  if (typeof header !== 'string' || header.length > 2_000) throw new BadNotice('signature');
  const parts = header.split(',').map((part) => part.trim());
  const [seconds, ...others] = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
  if (seconds === undefined || others.length > 0) throw new BadNotice('signature');
  const given = parts
    .flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? [])
    .slice(0, signaturesMax)
    .map((hex) => Buffer.from(hex, 'hex'));
  const fits = secrets
    .map((secret) => codeOf(secret, seconds, body))
    .some((code) => given.some((one) => timingSafeEqual(one, code)));
  if (!fits) throw new BadNotice('signature');
  if (Math.abs(now.getTime() / 1_000 - Number(seconds)) > toleranceSeconds) throw new BadNotice('stale');
};
