import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider does with one call, which it was asked by this method with these parameters. */
export type Fault = 'pass' | { status: number; body: string } | 'silence' | 'cut' | 'dawdle';
export type Judge = (call: { method: string; params: unknown[] }) => Fault;

export type FaultyProxy = {
  url: string;
  behave(judge: Judge): void;
  /** Methods that were asked for. */
  calls: string[];
  close(): Promise<void>;
};

/** Stands before a node, as a provider does, with all the ways a provider has to fail. */
export const startFaultyProxy = async (target: string): Promise<FaultyProxy> => {
  let judge: Judge = () => 'pass';
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(Buffer.from(part));
      const body = Buffer.concat(parts).toString();
      const call = JSON.parse(body) as { method: string; params: unknown[] };
      calls.push(call.method);
      const fault = judge(call);
      if (fault === 'silence') return;
      response.setHeader('content-type', 'application/json');
      if (fault === 'cut') {
        response.write('{"jsonrpc":"2.0",');
        response.destroy();
        return;
      }
      if (fault === 'dawdle') {
        response.write('{"jsonrpc":"2.0",');
        return;
      }
      if (fault !== 'pass') {
        response.writeHead(fault.status).end(fault.body);
        return;
      }
      const answer = await fetch(target, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      response.end(await answer.text());
    })();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    behave: (next) => {
      judge = next;
    },
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
