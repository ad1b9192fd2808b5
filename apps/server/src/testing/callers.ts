/** Network address of callers that name no other, in tests of addresses. */
export const home = '127.0.0.1';

/** Headers of a call from a network address, by a browser, in a language, in a member's session. */
export const headersOf = ({
  address,
  token,
  lan,
  userAgent,
  host,
}: {
  address?: string;
  token?: string;
  lan?: string;
  userAgent?: string;
  host?: string;
}): Record<string, string> => ({
  ...(address === undefined ? {} : { 'x-forwarded-for': address }),
  ...(token === undefined ? {} : { 'ba-user-token': token }),
  ...(lan === undefined ? {} : { 'accept-language': lan }),
  ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
  ...(host === undefined ? {} : { host }),
});

/** Gives network addresses that were not used before. */
export const unusedAddresses = (): (() => string) => {
  let given = 0;
  return () => `198.51.${Math.floor(given / 250)}.${(given++ % 250) + 1}`;
};
