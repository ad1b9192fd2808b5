import type { IncomingMessage } from 'node:http';

/** Whether a request has more than one `Host`: proxies and servers may then take it for requests of different sites. */
export const hasTwoHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
};
