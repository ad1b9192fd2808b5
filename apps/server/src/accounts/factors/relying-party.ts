/** The relying party of passkeys: the host name they are bound to, and the pages that may use them. */
export type RelyingParty = { rpId: string; origins: string[] };

/** The origin of a page as browsers write it, without the default port. */
const originOf = (scheme: 'https' | 'http', host: string): string[] => {
  const text = `${scheme}://${host}`;
  return URL.canParse(text) ? [new URL(text).origin] : [];
};

/**
 * The host of a call is that of the member app's page, or `api.` before it (see allowPage). Browsers use passkeys on pages
 * that came safely, and on localhost.
 * @param host of the call, with its port
 * @param fixed PASSKEY_RP_ID: a host name above those of all pages, or the name where a proxy hides it
 */
export const relyingPartyOf = (host: string, fixed: string | undefined): RelyingParty => {
  const page = host.toLowerCase().replace(/^api\./, '');
  const name = page.replace(/:\d+$/, '');
  if (fixed !== undefined && name !== fixed && !name.endsWith(`.${fixed}`)) {
    return { rpId: fixed, origins: originOf('https', fixed) };
  }
  const isLocal = name === 'localhost' || name.endsWith('.localhost');
  return {
    rpId: fixed ?? name,
    origins: [...originOf('https', page), ...(isLocal ? originOf('http', page) : [])],
  };
};
