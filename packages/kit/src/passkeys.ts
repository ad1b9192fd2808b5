import { asFields, asList, asNumber, asText, type Fields } from '@touchline/client/values';

/** Passkeys belong to a host name; an IP address cannot have them. */
const isNamed = (host: string): boolean => !/^[\d.]+$|:/.test(host);

/** Whether this browser can make and use passkeys on this page. */
export const canPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  'credentials' in navigator &&
  globalThis.isSecureContext &&
  isNamed(location.hostname);

/** Whether a person closed the browser's dialog, or the browser found no passkey: no failure to report. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

const descriptors = (credentials: unknown) =>
  asList(credentials).flatMap((one) => {
    const id = asText(asFields(one).id);
    return id === undefined ? [] : [{ id, type: 'public-key' as const }];
  });

const shared = (options: Fields) => {
  const timeout = asNumber(options.timeout);
  return { challenge: asText(options.challenge) ?? '', ...(timeout === undefined ? {} : { timeout }) };
};

/** Options for `navigator.credentials.get` from the server's options: only known fields, and always user verification. */
export const requestOptions = (options: Fields) => {
  const rpId = asText(options.rpId);
  return {
    ...shared(options),
    ...(rpId === undefined ? {} : { rpId }),
    allowCredentials: descriptors(options.allowCredentials),
    userVerification: 'required' as const,
  };
};

/** Options for `navigator.credentials.create` from the server's options: only known fields, and always user verification. */
export const creationOptions = (options: Fields) => {
  const rp = asFields(options.rp);
  const user = asFields(options.user);
  const id = asText(rp.id);
  return {
    ...shared(options),
    rp: { name: asText(rp.name) ?? '', ...(id === undefined ? {} : { id }) },
    user: {
      id: asText(user.id) ?? '',
      name: asText(user.name) ?? '',
      displayName: asText(user.displayName) ?? '',
    },
    pubKeyCredParams: asList(options.pubKeyCredParams).flatMap((one) => {
      const alg = asNumber(asFields(one).alg);
      return alg === undefined ? [] : [{ alg, type: 'public-key' as const }];
    }),
    excludeCredentials: descriptors(options.excludeCredentials),
    authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
    attestation: 'none' as const,
  };
};
