import { Secret, TOTP } from 'otpauth';

/** The parameters that authenticator apps expect. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/**
 * Codes of this many steps before and after the present one are accepted: clocks differ, and people type
 * slowly.
 */
const window = 1;
const secretBytes = 20;

/** A secret of 160 bits. */
export const newTotpSecret = (): Uint8Array => new Secret({ size: secretBytes }).bytes;

/** A secret as text for an app, and as the address in a QR code. */
export const totpTexts = (
  bytes: Uint8Array,
  { issuer, label }: { issuer: string; label: string },
): { secret: string; uri: string } => {
  const secret = secretOf(bytes);
  return { secret: secret.base32, uri: new TOTP({ ...form, secret, issuer, label }).toString() };
};

/** The time step of a code; undefined when it is outside the window. */
export const stepOfCode = (bytes: Uint8Array, code: string, now: Date): number | undefined => {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...form, secret: secretOf(bytes), token: code, timestamp, window });
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp }) + delta;
};

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });
