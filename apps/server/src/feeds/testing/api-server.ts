import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';

/** How the server answers a call; unset fields are right. */
export type Behaviour = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged. */
  text?: string;
  /** Ends the connection after this number of characters. */
  cutAt?: number;
  /** Never answers. */
  isSilent?: boolean;
};
type Call = { path: string; query: URLSearchParams; headers: Record<string, unknown> };

export type ApiServer = {
  url: string;
  calls: Call[];
  /** Decides each answer from now on. */
  behave(as: (call: Call) => Behaviour): void;
  close(): Promise<void>;
};

/** A local server instead of the API, that can misbehave. */
export const startApiServer = async (): Promise<ApiServer> => {
  let behave: (call: Call) => Behaviour = () => ({ status: 500 });
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const call = { path: url.pathname.slice(1), query: url.searchParams, headers: request.headers };
    calls.push(call);
    const { status = 200, headers = {}, body, text, cutAt, isSilent = false } = behave(call);
    if (isSilent) return;
    const all = text ?? JSON.stringify(body ?? {});
    const part = cutAt === undefined ? all : all.slice(0, cutAt);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(cutAt === undefined ? {} : { 'content-length': Buffer.byteLength(all) }),
      ...headers,
    });
    if (cutAt === undefined) response.end(status === 304 ? undefined : part);
    else response.write(part, () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    calls,
    behave: (as) => {
      behave = as;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** A recorded answer of API-Football. */
export const recorded = (name: string): { response: Record<string, unknown>[]; [name: string]: unknown } =>
  JSON.parse(readFileSync(new URL(`./api-football/${name}.json`, import.meta.url), 'utf8'));
