import { createServer, request, type Server as HttpServer } from 'node:http';

/** A door before a server: everything goes through, but for what a test wants otherwise. */
export type Front = {
  url: string;
  /** The worker of the app is another one from now on, as after a new version was put up. */
  newVersion: () => void;
  close: () => Promise<void>;
};

const listen = (server: HttpServer): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
    });
  });

/** Opens a door before the server at `url`. */
export const openFront = async (url: string): Promise<Front> => {
  let version = 1;
  const server = createServer((incoming, outgoing) => {
    const onwards = request(
      new URL(incoming.url ?? '/', url),
      { method: incoming.method, headers: { ...incoming.headers, 'accept-encoding': 'identity' } },
      (answer) => {
        const isWorker = incoming.url === '/sw.js' && answer.statusCode === 200;
        const headers = { ...answer.headers };
        // What is sent is longer than what came, and never the same as before.
        if (isWorker) for (const name of ['content-length', 'etag', 'last-modified']) delete headers[name];
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        if (isWorker) outgoing.write(`/* version ${version} */\n`);
        answer.pipe(outgoing);
      },
    );
    onwards.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onwards.destroy());
    incoming.pipe(onwards);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    newVersion: () => {
      version += 1;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
