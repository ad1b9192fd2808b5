const isAddress = (hostname: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname) || hostname.startsWith('[');

/** Where the API answers for a page: `api.` before the page's host; localhost and IP addresses serve both. */
export const apiOrigin = (page: {
  protocol: string;
  hostname: string;
  host: string;
  origin: string;
}): string =>
  page.hostname === 'localhost' || page.hostname.endsWith('.localhost') || isAddress(page.hostname)
    ? page.origin
    : `${page.protocol}//api.${page.host}`;
