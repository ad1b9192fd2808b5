import { Secret, TOTP } from 'otpauth';

/** What authenticator apps take for granted. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Codes of so many steps before and after the present one are heard: clocks differ, and people type slowly. */
const window = 1;
const secretBytes = 20;

/** A secret of 160 bits. */
export const newTotpSecret = (): Uint8Array => new Secret({ size: secretBytes }).bytes;

/** A secret as it is typed into an app, and as a QR code tells it. */
export const totpTexts = (
  bytes: Uint8Array,
  { issuer, label }: { issuer: string; label: string },
): { secret: string; uri: string } => {
  const secret = secretOf(bytes);
  return { secret: secret.base32, uri: new TOTP({ ...form, secret, issuer, label }).toString() };
};

/** The time step a code is of, or undefined when it is of none that is heard now. */
export const stepOfCode = (bytes: Uint8Array, code: string, now: Date): number | undefined => {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...form, secret: secretOf(bytes), token: code, timestamp, window });
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp }) + delta;
};

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });
