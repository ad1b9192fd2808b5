import { asFields } from '@touchline/client/values';
import type { Output } from '@touchline/contract/routes';
import { canPasskeys as browserCan, creationOptions, requestOptions } from '@touchline/kit/passkeys';
import { call } from './call.ts';

/** Whether this browser can make and use passkeys here, by its own reading of their JSON. */
export const canPasskeys = (): boolean =>
  browserCan() && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Whether the device already has a passkey of this operator. */
export const isThere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

const answerOf = (credential: Credential | null): Record<string, unknown> => {
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
