import { createServer } from 'node:http';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const Call = Type.Object({ method: Type.String(), params: Type.Array(Type.Unknown()) });

/** The answer of a provider to one call, by its method and parameters. */
export type Fault = 'pass' | { status: number; body: string } | 'silence' | 'cut' | 'dawdle';
type Judge = (call: { method: string; params: unknown[] }) => Fault;

export type FaultyProxy = {
  url: string;
  behave(judge: Judge): void;
  /** Methods that were called. */
  calls: string[];
  close(): Promise<void>;
};

/** A proxy before a node that fails in all the ways a provider can. */
export const startFaultyProxy = async (target: string): Promise<FaultyProxy> => {
  let judge: Judge = () => 'pass';
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(Buffer.from(part));
      const body = Buffer.concat(parts).toString();
      const call = Value.Parse(Call, JSON.parse(body));
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
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
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

/** What a node says that refuses. */
export const error = (code: number, message: string) => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }),
});
/** What a node answers. */
export const result = (value: unknown) => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: value }),
});

const Range = Type.Object({ fromBlock: Type.String(), toBlock: Type.String() });
/** Lets a provider decide by the number of requested blocks; returns these numbers. */
export const countSpans = (proxy: FaultyProxy, judge: (span: number) => Fault): number[] => {
  const spans: number[] = [];
  proxy.behave(({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs') return 'pass';
    const { fromBlock, toBlock } = Value.Parse(Range, filter);
    const span = Number(toBlock) - Number(fromBlock) + 1;
    spans.push(span);
    return judge(span);
  });
  return spans;
};
