import { createServer } from 'node:http';
import { once } from 'node:events';

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Peer</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="A page of text">
<link rel="icon" href="data:,"></head>
<body><main><h1>A page of text</h1><p>Nothing here but this sentence.</p></main></body></html>`;

/** The peer: one page of text without scripts, styles or pictures, from a bare server. */
export const servePeer = async (): Promise<{ url: string; stop(): void }> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the peer listens nowhere');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
