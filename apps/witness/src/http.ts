import { createHash } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { SIZE_TYPE } from '@touchline/verify/add-checkpoint';
import { AnotherWriter, type WitnessState } from './state.ts';
import type { Status } from './status.ts';
import type { CosignOutcome, Witness } from './witness.ts';

/** A checkpoint with a hundred signatures and a proof fit in; the text asks for 16 of up to 5 kB. */
const BODY_MAX_BYTES = 262_144;
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** Codes of C2SP tlog-witness, "add-checkpoint". */
const codes = {
  cosigned: 200,
  malformed: 400,
  'bad-request': 400,
  'not-signed': 403,
  'unknown-log': 404,
  conflict: 409,
  unprocessable: 422,
  busy: 503,
} as const satisfies Record<CosignOutcome, number>;

/**
 * Puts a witness behind HTTP: `POST /add-checkpoint`, `GET /<hash of origin>/checkpoint`, `GET /metrics`, and a page at `/`.
 * @param parts.fail called with errors that no answer can help: the process must end
 * @param parts.say writes a line for the operator
 */
export function createWitnessServer(parts: {
  witness: Witness;
  state: WitnessState;
  status: Status;
  origins: readonly string[];
  fail: (error: Error) => void;
  say: (line: string) => void;
}): Server {
  const { witness, state, status, fail, say } = parts;
  const byHash = new Map(
    parts.origins.map((origin) => [createHash('sha256').update(origin).digest('hex'), origin]),
  );

  const add = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    if (body === undefined) {
      response.setHeader('connection', 'close');
      send(response, 413, 'request too large\n');
      return;
    }
    const answer = await witness.addCheckpoint(body);
    status.count(answer);
    const { outcome, origin = '', text } = answer;
    if (outcome === 'unprocessable' || outcome === 'not-signed') say(`refused ${origin}: ${text.trim()}`);
    send(response, codes[outcome], text, outcome === 'conflict' ? SIZE_TYPE : TEXT_TYPE);
  };

  const get = (path: string, response: ServerResponse): void => {
    if (path === '/') return send(response, 200, status.page());
    if (path === '/metrics')
      return send(response, 200, status.metrics(), 'text/plain; version=0.0.4; charset=utf-8');
    const [, hash = ''] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
    const latest = state.latest(byHash.get(hash) ?? '');
    return latest === undefined ? send(response, 404, 'nothing here\n') : send(response, 200, latest.note);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').split('?');
    if (path === '/add-checkpoint') {
      if (request.method === 'POST') return add(request, response);
      response.setHeader('allow', 'POST');
      return send(response, 405, 'POST only\n');
    }
    if (request.method === 'GET' || request.method === 'HEAD') return get(path, response);
    response.setHeader('allow', 'GET, HEAD');
    return send(response, 405, 'GET only\n');
  };

  const server = createServer(
    { headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 60_000, maxHeaderSize: 8192 },
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        const wrong = error instanceof Error ? error : new Error(String(error));
        say(`error: ${wrong.message}`);
        if (!response.headersSent) send(response, 500, 'error of the witness\n');
        if (wrong instanceof AnotherWriter) fail(wrong);
      });
    },
  );
  server.maxConnections = 512;
  return server;
}

function send(response: ServerResponse, code: number, text: string, type: string = TEXT_TYPE): void {
  response.writeHead(code, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

/** The body of a request, or undefined when it is too large. @throws when the client goes away */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  // Known before it is read, so that the answer arrives; leaving a body halfway closes the connection.
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > BODY_MAX_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
