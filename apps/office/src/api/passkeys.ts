import type { Output } from '@touchline/contract/routes';
import { asFields, asList, asText } from '../state/parse.ts';
import { call } from './call.ts';

type Given = Record<string, unknown>;

/** Passkeys belong to a name: there are none at an IP address. */
const isNamed = (host: string): boolean => !/^[\d.]+$|:/.test(host);

/** Whether this browser can make and use passkeys here. */
export const canPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  globalThis.isSecureContext &&
  isNamed(location.hostname);

/** The browser's own window was closed, or it found no passkey. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** The device has a passkey of this operator already. */
export const isThere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

const descriptors = (given: unknown): PublicKeyCredentialDescriptorJSON[] =>
  asList(given).flatMap((one) => {
    const id = asText(asFields(one)['id']);
    return id === undefined ? [] : [{ id, type: 'public-key' }];
  });

const timeoutOf = ({ timeout }: Given) => (typeof timeout === 'number' ? { timeout } : {});

/** What the browser needs to sign in by a passkey, from the server's options. */
export const requestOptions = (given: Given): PublicKeyCredentialRequestOptionsJSON => {
  const rpId = asText(given['rpId']);
  return {
    challenge: asText(given['challenge']) ?? '',
    ...timeoutOf(given),
    ...(rpId === undefined ? {} : { rpId }),
    allowCredentials: descriptors(given['allowCredentials']),
    userVerification: 'required',
  };
};

/** What the browser needs to make a passkey, from the server's options. */
export const creationOptions = (given: Given): PublicKeyCredentialCreationOptionsJSON => {
  const [rp, user] = [asFields(given['rp']), asFields(given['user'])];
  const id = asText(rp['id']);
  return {
    challenge: asText(given['challenge']) ?? '',
    ...timeoutOf(given),
    rp: { name: asText(rp['name']) ?? '', ...(id === undefined ? {} : { id }) },
    user: {
      id: asText(user['id']) ?? '',
      name: asText(user['name']) ?? '',
      displayName: asText(user['displayName']) ?? '',
    },
    pubKeyCredParams: asList(given['pubKeyCredParams']).flatMap((one) => {
      const { alg } = asFields(one);
      return typeof alg === 'number' ? [{ alg, type: 'public-key' }] : [];
    }),
    excludeCredentials: descriptors(given['excludeCredentials']),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  };
};

const answerOf = (credential: Credential | null): Given => {
  if (credential instanceof PublicKeyCredential) return { ...asFields(credential.toJSON()) };
  throw new DOMException('no passkey', 'NotAllowedError');
};

/** Signs in by a passkey of this device. Rejects as the browser or the server does. */
export const signInByPasskey = async (): Promise<Output<'officePasskeyLogin'>> => {
  const { challenge, options } = await call('officePasskeyAsk', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(requestOptions(options));
  const response = answerOf(await navigator.credentials.get({ publicKey }));
  return call('officePasskeyLogin', { challenge, response });
};

/** Makes a passkey on this device and keeps it under a name. Rejects as the browser or the server does. */
export const addPasskey = async (
  name: string,
  proof: { password: string; otp?: string | undefined },
): Promise<Output<'officePasskeySave'>> => {
  const { challenge, options } = await call('officePasskeyBegin', proof);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(creationOptions(options));
  const response = answerOf(await navigator.credentials.create({ publicKey }));
  return call('officePasskeySave', { challenge, name, response });
};
