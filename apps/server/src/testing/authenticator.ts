import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Key = { id: Buffer; privateKey: KeyObject; publicKey: Buffer; userHandle: string; counter: number };

/** The origin of the page, and the deviations of an authenticator from its standard. */
export type Page = {
  origin: string;
  /** The host name in the signature; by default that of the options. */
  rpId?: string;
  isUserVerified?: boolean;
  crossOrigin?: boolean;
  /** The attestation of the response; "none" by default. */
  attestation?: { fmt: string; attStmt: Map<string, Uint8Array[]> };
};

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const clientData = (type: string, challenge: string, { origin, crossOrigin = false }: Page): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** Relying party, flags and counter, as they are signed. */
const authenticatorData = (rpId: string, bits: number, counter: number, rest = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt8(bits, 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), head, rest]);
};

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error(`No text: ${JSON.stringify(value)}`);
  return value;
};
const part = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null) throw new Error('No object');
  return Object.entries(value).find(([key]) => key === name)?.[1];
};

/** An authenticator in software that keeps discoverable ES256 keys, as a phone does. */
export const createAuthenticator = () => {
  const keys: Key[] = [];

  const make = (options: unknown, page: Page): Record<string, unknown> => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const key: Key = {
      id: Buffer.from(randomUUID()),
      privateKey,
      publicKey: Buffer.from(cose),
      counter: 0,
      userHandle: text(part(part(options, 'user'), 'id')),
    };
    keys.push(key);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(key.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, key.id, key.publicKey]);
    const bits = flags.present | flags.attested | (page.isUserVerified === false ? 0 : flags.verified);
    const rpId = page.rpId ?? text(part(part(options, 'rp'), 'id'));
    const { fmt, attStmt } = page.attestation ?? { fmt: 'none', attStmt: new Map<string, Uint8Array[]>() };
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, Uint8Array[]>>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authenticatorData(rpId, bits, 0, attested))],
      ]),
    );
    const id = key.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData('webauthn.create', text(part(options, 'challenge')), page).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    };
  };

  /** @param counter replaces the next counter */
  const get = (
    options: unknown,
    page: Page,
    given: { key?: number; counter?: number; userHandle?: string } = {},
  ): Record<string, unknown> => {
    const key = keys[given.key ?? keys.length - 1];
    if (key === undefined) throw new Error('No key');
    key.counter += 1;
    const data = clientData('webauthn.get', text(part(options, 'challenge')), page);
    const bits = flags.present | (page.isUserVerified === false ? 0 : flags.verified);
    const rpId = page.rpId ?? text(part(options, 'rpId'));
    const about = authenticatorData(rpId, bits, given.counter ?? key.counter);
    const id = key.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: about.toString('base64url'),
        signature: sign('sha256', Buffer.concat([about, sha256(data)]), key.privateKey).toString('base64url'),
        userHandle: given.userHandle ?? key.userHandle,
      },
    };
  };

  return { make, get, keys };
};
