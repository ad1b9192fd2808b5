import type { FastifyReply, FastifyRequest } from 'fastify';

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
