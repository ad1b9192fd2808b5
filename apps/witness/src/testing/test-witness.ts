import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type VerifierKey, parseVerifierKey } from '@touchline/verify/keys';
import { onTestFinished } from 'vitest';
import { openWitness } from '../open.ts';
import type { TestLog } from './test-log.ts';

/** A witness that listens, for one test. */
export type TestWitness = {
  url: string;
  key: VerifierKey;
  folder: string;
  /** Lines for the operator. */
  said: string[];
  /** Errors that end the process. */
  failed: Error[];
  post: (body: string | Uint8Array) => Promise<{ status: number; type: string | null; text: string }>;
  get: (path: string) => Promise<{ status: number; type: string | null; text: string }>;
  close: () => Promise<void>;
};

/** A folder that is removed after the test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'witness-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a witness of these logs; with the `folder` of one that was closed it continues from its state. */
export async function startWitness({
  logs,
  folder,
  name = 'witness.example/w1',
  now,
}: {
  logs: readonly TestLog[];
  folder?: string;
  name?: string;
  now?: () => number;
}): Promise<TestWitness> {
  const home = folder ?? join(await testFolder(), 'data');
  const said: string[] = [];
  const failed: Error[] = [];
  const { key, server } = await openWitness(
    {
      name,
      host: '127.0.0.1',
      port: 0,
      folder: home,
      logs: new Map(logs.map(({ origin, vkey }) => [origin, [parseVerifierKey(vkey)]])),
    },
    {
      fail: (error) => failed.push(error),
      say: (line) => said.push(line),
      ...(now === undefined ? {} : { now }),
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  onTestFinished(close);
  return {
    url,
    key,
    folder: home,
    said,
    failed,
    post: async (body) =>
      read(await fetch(`${url}/add-checkpoint`, { method: 'POST', body: Buffer.from(body) })),
    get: async (path) => read(await fetch(`${url}${path}`)),
    close,
  };
}

async function read(response: Response) {
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}
