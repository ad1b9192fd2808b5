import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const Vectors = Type.Array(
  Type.Object({
    name: Type.String(),
    secret: Type.String(),
    timestamp: Type.Integer(),
    body: Type.String(),
    signature: Type.String(),
  }),
);

/**
 * Events of Stripe Checkout in the documented form, with a secret, a time and the HMAC over both by another program:
 * `printf '%s.%s' $timestamp "$body" | openssl dgst -sha256 -hmac $secret`.
 */
const vectors = Value.Parse(
  Vectors,
  JSON.parse(readFileSync(new URL('./stripe-notices.json', import.meta.url), 'utf8')),
);

export type SignedNotice = { body: Buffer; secret: string; at: Date; header: string };

/** A recorded notice by its name. */
export const recordedNotice = (name: string): SignedNotice => {
  const found = vectors.find((vector) => vector.name === name);
  if (found === undefined) throw new Error(`There is no recorded notice "${name}"`);
  const { body, secret, timestamp, signature } = found;
  return {
    body: Buffer.from(body),
    secret,
    at: new Date(timestamp * 1_000),
    header: `t=${timestamp},v1=${signature}`,
  };
};

export const recordedNames = vectors.map(({ name }) => name);
/** The recharge that the recorded notices are about. */
export const recordedRecharge = '0197a000-0000-7000-8000-0000000000aa';
