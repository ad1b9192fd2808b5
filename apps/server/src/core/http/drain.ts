import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Takes no new connections, and waits until clients have ended those there are. A connection that is closed while it is idle can cost a
 * call: the client may be sending one at that time. So idle connections stay open for a while, and the answer to a
 * further call has `Connection: close`, so that the client opens a new one.
 * @param graceMs how long connections are waited for; those that are left are closed by whoever closes the server
 */
export const drain = async (server: Server, graceMs: number): Promise<void> => {
  if (!server.listening) return;
  const ended = new Promise<void>((resolve) => {
    // The method of an HTTP server would close idle connections as well.
    NetServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([ended, wait(graceMs, undefined, { ref: false })]);
};
