import { createServer, type Server } from 'node:http';
import { Registry } from '@prometheus-io/client';
import type { Log } from '../logging/log.ts';
import { isLoopback } from '../config/messaging.ts';
import { hasTwoHosts } from '../http/request-origin.ts';

/** The name in a `Host`, without its port. */
const nameOf = (host = ''): string => host.replace(/:\d+$/, '');

/**
 * Serves `/metrics` on a separate port, which need not be open to the internet. On a loopback address it answers to loopback names.
 * @param read the text of all metrics
 */
export const serveMetrics = async (
  read: () => Promise<string>,
  { host, port, log }: { host: string; port: number; log: Pick<Log, 'error'> },
): Promise<Server> => {
  const isHere = isLoopback(host);
  const server = createServer((request, response) => {
    // A page whose name was pointed at this machine would read the metrics through the browser of who opened it.
    if (hasTwoHosts(request) || (isHere && !isLoopback(nameOf(request.headers.host)))) {
      response.writeHead(421).end();
      return;
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics page could not be made');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return server;
};
