import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialDescriptorJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { asFields, asList, asNumber, asText } from '../../state/parse.ts';

const descriptors = (given: unknown): PublicKeyCredentialDescriptorJSON[] =>
  asList(given).flatMap((one) => {
    const id = asText(asFields(one).id);
    return id === undefined ? [] : [{ id, type: 'public-key' as const }];
  });

const shared = (given: Record<string, unknown>) => {
  const timeout = asNumber(given.timeout);
  return { challenge: asText(given.challenge) ?? '', ...(timeout === undefined ? {} : { timeout }) };
};

/** What the browser needs to sign in by a passkey, from the server's options. */
export const requestOptions = (given: Record<string, unknown>): PublicKeyCredentialRequestOptionsJSON => {
  const rpId = asText(given.rpId);
  return {
    ...shared(given),
    ...(rpId === undefined ? {} : { rpId }),
    allowCredentials: descriptors(given.allowCredentials),
    userVerification: 'required',
  };
};

/** What the browser needs to make a passkey, from the server's options. */
export const creationOptions = (given: Record<string, unknown>): PublicKeyCredentialCreationOptionsJSON => {
  const rp = asFields(given.rp);
  const user = asFields(given.user);
  const id = asText(rp.id);
  return {
    ...shared(given),
    rp: { name: asText(rp.name) ?? '', ...(id === undefined ? {} : { id }) },
    user: {
      id: asText(user.id) ?? '',
      name: asText(user.name) ?? '',
      displayName: asText(user.displayName) ?? '',
    },
    pubKeyCredParams: asList(given.pubKeyCredParams).flatMap((one) => {
      const alg = asNumber(asFields(one).alg);
      return alg === undefined ? [] : [{ alg, type: 'public-key' as const }];
    }),
    excludeCredentials: descriptors(given.excludeCredentials),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  };
};
