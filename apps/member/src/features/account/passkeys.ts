import type { Session } from '@touchline/contract/shapes/user';
import { call } from '../../lib/call.ts';
import { deviceId } from '../../lib/device.ts';
import { creationOptions, requestOptions } from '@touchline/kit/passkeys';

const plain = (value: object): Record<string, unknown> => ({ ...value });

/** Signs in by a passkey of this device. Rejects as the browser or the server does. */
export const signInByPasskey = async (): Promise<Session> => {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { challenge, options } = await call('passkeyAsk', {}, { quiet: true });
  const response = await startAuthentication({ optionsJSON: requestOptions(options) });
  return call('passkeyLogin', { challenge, response: plain(response), device: deviceId() }, { quiet: true });
};

/** Makes a passkey on this device and keeps it under a name. */
export const addPasskey = async (given: { password: string; otp?: string | undefined; name: string }) => {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { name, ...proof } = given;
  const { challenge, options } = await call('passkeyBegin', proof, { quiet: true });
  const response = await startRegistration({ optionsJSON: creationOptions(options) });
  return call('passkeySave', { challenge, name, response: plain(response) }, { quiet: true });
};
