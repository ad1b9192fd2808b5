import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { OnRequest } from './floods.ts';
import type { Place, PlaceOfCall } from './request-origin.ts';

/** Names with a hash of their content, compressed or not: these files never change. */
const isHashed = (path: string): boolean => /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path);

/** The page that checks proofs is for keeping: it works from a disk, under its own policy, and never as a page of this site. */
const isForKeeping = (path: string): boolean => /[/\\]check\.html(\.br|\.gz)?$/.test(path);

/**
 * Where the app on this page finds its API: at `api.` + the page's host, and at its own origin on localhost
 * and IP addresses. A malformed host header names nothing.
 */
const apiSource = (host: string): string =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*(:\d+)?$/i.test(host) ? `api.${host}` : "'self'";

/** The scripts or styles within the page itself, as a policy names them: by the hash of their text. */
const within = (page: string, element: 'script' | 'style'): string[] =>
  [...page.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

/**
 * The page that an unknown path means: links lose their `#` on the way, or have it encoded.
 * @param folders where apps are served, the inner ones first
 * @returns undefined unless a browser asks for a page
 */
export const pageMeant = (
  { method, url, headers }: { method: string; url: string; headers: IncomingHttpHeaders },
  folders: readonly string[],
): string | undefined => {
  const isPage = method === 'GET' && headers.accept?.includes('text/html') === true;
  if (!isPage || /^\/(office\/)?(api|assets)\//.test(url)) return undefined;
  const folder = folders.find((each) => url.startsWith(each));
  const page = folder === undefined ? '' : url.slice(folder.length);
  // The app itself, which was not built.
  return page === '' || page.startsWith('?') ? undefined : `${folder}#/${page}`;
};

/**
 * Serves a built app below `prefix`, under a policy that lets it run its own scripts and talk to its own API only.
 * @param folder the built app; when it was not built, nothing is served
 * @param options bounds the files of an address; where it is served, and the hosts whose videos it may show
 */
export const registerPages = async (
  app: FastifyInstance,
  folder: string,
  {
    placeOf,
    limit,
    prefix = '/',
    videoHosts = [],
  }: {
    placeOf: (request: PlaceOfCall) => Place;
    limit: OnRequest;
    prefix?: string;
    videoHosts?: readonly string[];
  },
): Promise<void> => {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  const page = await readFile(index, 'utf8');
  app.addHook('onRequest', limit);
  // The policy is written from the plain request, which does not know about proxies.
  const pageOf = (headers: IncomingHttpHeaders): string =>
    placeOf({ headers, host: headers.host ?? '', protocol: 'http' }).host;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...within(page, 'script')],
        styleSrc: ["'self'", ...within(page, 'style')],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", (request) => apiSource(pageOf(request.headers))],
        mediaSrc: ["'self'", ...videoHosts.map((host) => `https://${host}`)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The operator's proxy decides about https; a page opened at an address of the local network has none.
    strictTransportSecurity: false,
  });
  await app.register(serveFiles, {
    root: folder,
    prefix,
    // `/office` is requested as often as `/office/`.
    redirect: prefix !== '/',
    index: ['index.html'],
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    // The build has put them next to the files.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (isForKeeping(path)) {
        reply.header('content-disposition', 'attachment; filename="check.html"');
        reply.header('content-security-policy', "default-src 'none'; sandbox");
      }
    },
  });
};
