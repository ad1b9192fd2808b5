import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request as the server received it. */
export type Received = {
  method: string;
  /** Path with its query string. */
  path: string;
  headers: IncomingMessage['headers'];
  /** Text of the body. */
  body: string;
};

const reply = async (response: ServerResponse, answer: unknown): Promise<void> => {
  const { status, headers, body } =
    answer instanceof Response
      ? answer
      : new Response(typeof answer === 'string' ? answer : JSON.stringify(answer));
  response.writeHead(status, Object.fromEntries(headers));
  if (body !== null) for await (const part of body) response.write(part);
  response.end();
};

/**
 * Starts an HTTP server for one test and stops it afterwards.
 * @param answer what a request gets: a `Response`, a text, or a value that is sent as JSON. When it throws, the
 *   connection breaks without an answer.
 * @returns its origin
 */
export const startApi = async (answer: (received: Received) => unknown): Promise<string> => {
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const { method = '', url: path = '', headers } = request;
      const body = await text(request);
      await reply(response, await answer({ method, path, headers, body }));
    };
    respond().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
};

/** An answer that never comes. */
export const silence = (): Promise<never> => new Promise(() => undefined);

/** The envelope of a success. */
export const ok = (data: unknown) => ({ code: 1, msg: '', data });

/** The envelope of a refusal. */
export const refused = (code: number, reason: string, rest: object = {}) => ({
  code,
  msg: `said ${reason}`,
  data: { reason, ...rest },
});
