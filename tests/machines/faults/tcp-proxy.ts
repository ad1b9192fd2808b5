import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How a proxy treats what goes through it. */
type Line =
  /** Passes everything on. */
  | { is: 'well' }
  /** Takes no connection, and there is none. */
  | { is: 'refused' }
  /** Keeps what comes, in both directions, until the line is well again. */
  | { is: 'stalled' }
  /** Passes everything on, each piece delayed by these milliseconds. */
  | { is: 'slow'; ms: number }
  /** Passes calls on, and breaks a connection instead of answering. */
  | { is: 'answerless' };

/** An address of this machine before another one. */
export type TcpProxy = {
  port: number;
  /** Leads new connections to another port. */
  lead(port: number): void;
  /** Treats all connections so from now on, also those there are. */
  be(line: Line): void;
  /** Breaks all connections there are. */
  cut(): void;
  close(): Promise<void>;
};

/** Starts a proxy on a free port. @param toPort of this machine */
export const startTcpProxy = async (toPort: number): Promise<TcpProxy> => {
  let target = toPort;
  let line: Line = { is: 'well' };
  let changed = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();

  /** Waits as long as the line asks. @returns whether to pass the piece on */
  const admit = async (direction: 'call' | 'answer'): Promise<boolean> => {
    while (line.is === 'stalled') await changed.promise;
    if (line.is === 'slow') await wait(line.ms);
    return !(line.is === 'refused' || (line.is === 'answerless' && direction === 'answer'));
  };
  const carry = async (from: Socket, to: Socket, direction: 'call' | 'answer'): Promise<void> => {
    try {
      for await (const piece of from) {
        if (!(piece instanceof Buffer) || !(await admit(direction))) break;
        if (!to.write(piece)) await once(to, 'drain');
      }
    } catch {
      // The other side learns of it by the end of its own connection.
    }
    from.destroy();
    to.destroy();
  };
  const server = createServer((from) => {
    if (line.is === 'refused') {
      from.destroy();
      return;
    }
    const to = connect(target, '127.0.0.1');
    for (const socket of [from, to]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    void carry(from, to, 'call');
    void carry(to, from, 'answer');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const be = (next: Line): void => {
    line = next;
    if (next.is === 'refused') cut();
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    port: address.port,
    lead: (port) => {
      target = port;
    },
    be,
    cut,
    close: async () => {
      be({ is: 'well' });
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};
