import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paths, type RouteName } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import { fallbackLan, isLan, type Lan } from '@touchline/locales/locales';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Answers } from './answers.ts';
import { fontFile, fontStyles } from './fonts.ts';

const dist = new URL('../../../apps/member/dist/', import.meta.url);

const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const isCall = (name: string): name is RouteName => name in paths;
const callAt = new Map<string, RouteName>(
  Object.entries(paths).flatMap(([name, [, path]]) => (isCall(name) ? [[path, name] as const] : [])),
);

/** What opens the stream, of a member and of a visitor: never answered, so that nothing moves. */
const tickets: readonly string[] = [paths.liveTicket[1], paths.visitorTicket[1]];

const shapes = new Map<RouteName, ReturnType<typeof Compile>>();
const shapeOf = (name: RouteName): ReturnType<typeof Compile> => {
  const output: TSchema = routes[name].output;
  const shape = shapes.get(name) ?? Compile(output);
  shapes.set(name, shape);
  return shape;
};

/** The answer to a call. @throws when none is kept, or it is not of the contract's shape */
const answerTo = (answers: Answers, { pathname, searchParams }: URL, lan: Lan): unknown => {
  const name = callAt.get(pathname);
  const kept = name === undefined ? undefined : answers[name];
  const data = typeof kept === 'function' ? kept(searchParams, lan) : kept;
  if (name === undefined || data === undefined) throw new Error(`no answer is kept for ${pathname}`);
  const [wrong] = shapeOf(name).Errors(data);
  if (wrong !== undefined) throw new Error(`${name}: ${wrong.instancePath} ${wrong.message}`);
  return data;
};

/** A site of the built app and kept answers. */
export type KeptSite = {
  /** Without a slash at the end. */
  url: string;
  /** Calls without an answer of the contract's shape, since the last look. */
  faults: () => string[];
  close: () => Promise<void>;
};

/** The page of the built app, in the fonts of the test. */
const startPage = async (): Promise<string> =>
  (await readFile(new URL('index.html', dist), 'utf8')).replace(
    '</head>',
    `<style>${fontStyles}</style></head>`,
  );

const send = (response: ServerResponse, type: string, body: string | Buffer): void => {
  // A path names its content: the browser of a worker reads each file once.
  response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(body);
};

const sendFile = async (response: ServerResponse, pathname: string): Promise<void> => {
  const path = fontFile(pathname) ?? fileURLToPath(new URL(`.${pathname}`, dist));
  send(response, types[extname(path)] ?? 'application/octet-stream', await readFile(path));
};

const respond = async (
  answers: Answers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://kept');
  if (url.pathname === '/') return send(response, 'text/html', await startPage());
  if (!url.pathname.startsWith('/api/')) return sendFile(response, url.pathname);
  const lan = request.headers['accept-language'] ?? '';
  const data = answerTo(answers, url, isLan(lan) ? lan : fallbackLan);
  response
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify({ code: 1, msg: '', data }));
};

const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The kept site has no port');
  return `http://127.0.0.1:${address.port}`;
};

/** Serves the built member app, and answers its calls from `answers`. */
export const startKeptSite = async (answers: Answers): Promise<KeptSite> => {
  let faults: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://kept');
    if (tickets.includes(pathname)) return;
    // The app takes the time from the header; without it, from the window's clock.
    response.sendDate = false;
    respond(answers, request, response).catch((error: unknown) => {
      faults.push(error instanceof Error ? error.message : String(error));
      response.writeHead(500).end();
    });
  });
  return {
    url: await listen(server),
    faults: () => {
      const seen = faults;
      faults = [];
      return seen;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
