import type { FastifyRequest } from 'fastify';
import { siteAddresses } from '../config/exposure.ts';

/** The host of a call with its port, and the scheme, as links and passkeys may name it. */
export type Place = { host: string; protocol: 'http' | 'https' };

/** The parts of a request that say where it was made to. */
export type PlaceOfCall = Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>;

/** The page's host for a host of the API, which may begin with `api.`. */
const pageHost = (host: string): string => host.toLowerCase().replace(/^api\./, '');

/**
 * Reads where calls are made to. The caller writes the host in a header, `X-Forwarded-Host` too where a proxy
 * lets it through; so with SITE_ADDRESS only its hosts count, and without it nothing that is forwarded.
 * @param siteAddress SITE_ADDRESS
 */
export const createPlaceReader = (siteAddress: string): ((request: PlaceOfCall) => Place) => {
  const sites = siteAddresses(siteAddress).map(({ host, protocol }) => ({
    host,
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
  }));
  const [main] = sites;
  return (request) => {
    const own = request.headers.host ?? '';
    if (main === undefined) {
      return {
        host: own === '' ? 'localhost' : own,
        protocol: request.protocol === 'https' ? 'https' : 'http',
      };
    }
    // Fastify reads a forwarded host from the proxies of TRUST_PROXY only.
    for (const host of [request.host, own]) {
      const site = sites.find((one) => one.host === pageHost(host));
      if (site !== undefined) return { host: host.toLowerCase(), protocol: site.protocol };
    }
    return main;
  };
};
