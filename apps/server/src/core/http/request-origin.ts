import type { IncomingMessage } from 'node:http';
import type { Lan } from '@touchline/locales/locales';
import { negotiate } from '@touchline/locales/negotiate';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { siteAddresses } from '../config/betting.ts';

/**
 * The key by which callers are counted: the whole /64 of an IPv6 address, since one subscriber holds all of
 * it.
 */
export const addressKey = (address: string): string => {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};

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

/** Whether a request has more than one `Host`: proxies and servers may then take it for requests of different sites. */
export const hasTwoHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
};

/**
 * Whether `origin` is the page this API host belongs to: the API is called at `api.` + the page's host.
 * Sessions travel in a header the page sets itself, never in a cookie, so another page has nothing to borrow;
 * the scheme is left to the browser, which does not let a secure page call an insecure host.
 */
const isPageOf = (origin: string, apiHost: string): boolean => {
  const host = /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
  return host !== undefined && apiHost.toLowerCase() === `api.${host.toLowerCase()}`;
};

/** Lets the page of this `api.` host read the answer. @param host that the call was made to */
export const allowPage = (request: FastifyRequest, reply: FastifyReply, host: string): boolean => {
  const { origin } = request.headers;
  if (origin === undefined || !isPageOf(origin, host)) return false;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', 'retry-after, x-request-id');
  reply.header('vary', 'Origin');
  return true;
};

/** Answers the preflight that a browser sends before it calls another host. */
export const answerPreflight = (reply: FastifyReply, methods: string): void => {
  reply
    .header('access-control-allow-methods', methods)
    .header('access-control-allow-headers', 'ba-user-token, ba-office-token, accept-language, content-type')
    .header('access-control-max-age', '7200')
    .code(204)
    .send();
};

/** ISO codes of the countries that the site takes no members from, from its setting. */
export const refusedCountries = (setting: string): ReadonlySet<string> =>
  new Set(
    setting
      .split(',')
      .map((iso) => iso.trim().toUpperCase())
      .filter((iso) => iso !== ''),
  );

/** Browsers send few different headers; those of hostile clients must not pile up. */
const rememberedMax = 500;

/** Reads `accept-language` headers, remembering the answers: one look-up a request instead of a parse. */
export const createLanguageReader = (): ((header: string | undefined) => Lan) => {
  const remembered = new Map<string, Lan>();
  return (header = '') => {
    const known = remembered.get(header);
    if (known !== undefined) return known;
    const lan = negotiate(header);
    if (remembered.size >= rememberedMax) remembered.clear();
    remembered.set(header, lan);
    return lan;
  };
};
