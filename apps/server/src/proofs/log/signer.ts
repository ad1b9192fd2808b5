import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { secretInFolder } from '../../core/secrets.ts';
import { handedOverSocket } from '../../core/process.ts';
import { localSigner } from '../../core/public-log/keys.ts';

const usage = `Holds the key of a public log in a process of its own, which signs what a server asks for (LOG_SIGNER).

npm run signer -- --folder FOLDER --listen unix:/path/to.sock
npm run signer -- --folder FOLDER --listen 127.0.0.1:7381

  --folder FOLDER   where the key is kept, readable for its owner alone; the first start makes it
  --listen WHERE    a socket for the server's user alone, or an address for the server alone: everybody who reaches it can sign.
                    Left out where systemd hands a socket over, whose owner and mode its unit decides
`;

/** Checkpoints, receipts and changes of a key are some hundred bytes. */
const messageMaxBytes = 65_536;

const bodyOf = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) return undefined;
    length += chunk.length;
    if (length > messageMaxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Removes the socket of a signer that was killed. @throws when one answers there */
const clearSocket = async (path: string): Promise<void> => {
  const isUsed = await new Promise<boolean>((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
  if (isUsed) throw new Error(`A signer answers at ${path} already`);
  await rm(path, { force: true });
};

/** @returns whether the options were known */
const run = async (): Promise<boolean> => {
  const { values } = parseArgs({ options: { folder: { type: 'string' }, listen: { type: 'string' } } });
  const { folder, listen } = values;
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(listen ?? '') ?? [];
  const socket = listen?.startsWith('unix:/') === true ? listen.slice('unix:'.length) : undefined;
  const handedOver = listen === undefined ? handedOverSocket(process.env, process.pid) : undefined;
  if (folder === undefined || (handedOver ?? socket ?? host) === undefined) return false;
  const signer = localSigner(await secretInFolder(folder, 'log-key'));
  const publicKey = Buffer.from(signer.publicKey).toString('base64');
  const server = createServer((request, response) => {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': 'text/plain' });
      response.end(`${text}\n`);
    };
    const sign = async (): Promise<void> => {
      const message = await bodyOf(request);
      if (message === undefined) answer(413, 'too long');
      else answer(200, Buffer.from(signer.sign(message)).toString('base64'));
    };
    if (request.method === 'GET' && request.url === '/key') answer(200, publicKey);
    else if (request.method === 'POST' && request.url === '/sign')
      void sign().catch(() => response.destroy());
    else answer(404, 'not found');
  });
  if (handedOver !== undefined) server.listen({ fd: handedOver });
  else if (socket === undefined) server.listen(Number(port), host);
  else {
    await clearSocket(socket);
    server.listen(socket);
  }
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  if (socket !== undefined) await chmod(socket, 0o600);
  const at = server.address();
  const where =
    typeof at === 'object' && at !== null
      ? `http://${host ?? at.address}:${at.port}`
      : (listen ?? 'the socket that was handed over');
  process.stdout.write(`The signer is ready at ${where} with the public key ${publicKey}\n`);
  return true;
};

try {
  if (!(await run())) {
    process.stdout.write(usage);
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
