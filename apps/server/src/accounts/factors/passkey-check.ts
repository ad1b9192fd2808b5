import { minuteMs } from '@touchline/contract/durations';
import { Refused } from '../../core/refusal.ts';
import { readRegistration, toUserHandle, type readAssertion } from './passkey-response.ts';
import type { RelyingParty } from './relying-party.ts';

/** A challenge that was taken out of the store to be answered. */
export type Challenged = RelyingParty & { challenge: Buffer };
/** A question for the browser: the options it is put with, and the name it is answered under. */
export type PasskeyRequest = { challenge: string; options: Record<string, unknown> };
/** The parts of a stored passkey that check its signature. */
type StoredPasskey = { credential: string; public_key: Buffer; counter: bigint };
/** What is stored of a new passkey. */
export type Made = { credential: string; publicKey: Buffer; counter: bigint; transports: string[] };

/** How long a challenge may be answered. */
export const challengeMs = 5 * minuteMs;
/** EdDSA, ES256, RS256: the algorithms that authenticators support. */
const algorithms = [-8, -7, -257];

// The library takes a tenth of a second to load; it comes with the first passkey.
const webauthn = () => import('@simplewebauthn/server');
const webauthnHelpers = () => import('@simplewebauthn/server/helpers');

/** The result of a check; input that it cannot read is a wrong passkey. */
const unlessWrong = async <T>(check: () => Promise<T>): Promise<T> => {
  try {
    return await check();
  } catch {
    throw new Refused('passkey_wrong');
  }
};

/** Passkeys are used on our own page, never on a page that frames it. */
const isFramed = async (clientDataJSON: string): Promise<boolean> => {
  const { decodeClientDataJSON } = await webauthnHelpers();
  return decodeClientDataJSON(clientDataJSON).crossOrigin === true;
};

/**
 * No authenticator is asked for an attestation. One with certificates is refused unread: to check it the
 * server would have to fetch from the addresses inside.
 */
const isPlain = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject, isoBase64URL } = await webauthnHelpers();
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const fmt = decoded.get('fmt');
  return fmt === 'none' || (fmt === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
};

const expectedOf = ({ challenge, origins, rpId }: Challenged) => ({
  expectedChallenge: challenge.toString('base64url'),
  expectedOrigin: origins,
  expectedRPID: rpId,
  requireUserVerification: true,
});

/** The options by which a browser makes a passkey for a person who may have others already. */
export const optionsToMake = async (
  { challenge, rpId }: Pick<Challenged, 'challenge' | 'rpId'>,
  person: { id: string; account: string; siteName: string },
  known: readonly { credential: string; transports: string[]; rp_id: string }[],
): Promise<object> => {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    challenge: new Uint8Array(challenge),
    rpName: person.siteName,
    rpID: rpId,
    timeout: challengeMs,
    userID: toUserHandle(person.id),
    userName: person.account,
    userDisplayName: person.account,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known
      .filter((row) => row.rp_id === rpId)
      .map(({ credential, transports }) => ({ id: credential, transports })),
  });
};

/** The options by which a browser asks for a passkey of this site. */
export const optionsToAsk = async ({
  challenge,
  rpId,
}: Pick<Challenged, 'challenge' | 'rpId'>): Promise<object> => {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    challenge: new Uint8Array(challenge),
    rpID: rpId,
    userVerification: 'required',
    timeout: challengeMs,
  });
};

/**
 * Checks a passkey the browser made.
 * @throws Refused `passkey_wrong`
 */
export const checkMade = async (challenged: Challenged, value: unknown): Promise<Made> => {
  const { verifyRegistrationResponse } = await webauthn();
  return unlessWrong(async () => {
    const response = readRegistration(value);
    if (response === undefined || (await isFramed(response.response.clientDataJSON)))
      throw new Error('no answer');
    if (!(await isPlain(response.response.attestationObject))) throw new Error('vouched for');
    const checked = await verifyRegistrationResponse({
      ...expectedOf(challenged),
      response,
      supportedAlgorithmIDs: algorithms,
    });
    if (!checked.verified) throw new Error('not verified');
    const { credential } = checked.registrationInfo;
    return {
      credential: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: credential.transports ?? [],
    };
  });
};

/**
 * Checks what a passkey has signed.
 * @returns its counter now
 * @throws Refused `passkey_wrong`
 */
export const checkGiven = async (
  challenged: Challenged,
  { response }: NonNullable<ReturnType<typeof readAssertion>>,
  { credential: id, public_key, counter }: StoredPasskey,
): Promise<number> => {
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await unlessWrong(async () => {
    if (await isFramed(response.response.clientDataJSON)) throw new Error('framed');
    return verifyAuthenticationResponse({
      ...expectedOf(challenged),
      response,
      credential: { id, publicKey: new Uint8Array(public_key), counter: Number(counter) },
    });
  });
  if (!checked.verified) throw new Refused('passkey_wrong');
  return checked.authenticationInfo.newCounter;
};
