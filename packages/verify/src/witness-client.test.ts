import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatAddCheckpoint, parseAddCheckpoint } from './add-checkpoint.ts';
import { base64, utf8 } from './bytes.ts';
import { formatCheckpoint } from './checkpoint.ts';
import { cosign } from './cosignature.ts';
import { Malformed } from './malformed.ts';
import { formatNote, formatSignature, signText } from './note.ts';
import { sha256 } from './sha256.ts';
import { testKey } from './testing/test-key.ts';
import { addCheckpoint, askWitness } from './witness-client.ts';

const log = testKey('house.example/log', 'note', 1);
const witness = testKey('witness.example/w1', 'cosignature', 2);
const stranger = testKey('witness.example/w1', 'cosignature', 3);
const text = formatCheckpoint({ origin: log.name, size: 9, root: sha256(utf8('root')), extensions: [] });
const checkpoint = formatNote({ text, signatures: [signText(text, log)] });
const request = { oldSize: 0, proof: [], checkpoint };
const lineBy = (key: typeof witness) => formatSignature(cosign(text, { ...key, time: 1000 }));

/** Something that answers at the address of a witness. */
async function listen(answer: RequestListener): Promise<{ url: string; key: typeof witness.key }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/w/`, key: witness.key };
}

const answering = async (status: number, body: string, type = 'text/plain') =>
  listen((_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  });

describe('the body of a request', () => {
  test('is as C2SP tlog-witness shows it', () => {
    const hash = sha256(utf8('a'));
    const body = formatAddCheckpoint({ oldSize: 20_852_014, proof: [hash, hash], checkpoint: 'x\n' });
    expect(body).toBe(`old 20852014\n${base64(hash)}\n${base64(hash)}\n\nx\n`);
    expect(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint: 'x\n' })).toBe('old 0\n\nx\n');
  });

  test('reads back', () => {
    const hashes = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 63 });
    fc.assert(
      fc.property(fc.maxSafeNat(), hashes, (oldSize, proof) => {
        const asked = { oldSize, proof, checkpoint };
        expect(parseAddCheckpoint(formatAddCheckpoint(asked))).toEqual(asked);
      }),
    );
    expect(() =>
      parseAddCheckpoint(`old 1\n${`${base64(sha256(utf8('')))}\n`.repeat(64)}\n${checkpoint}`),
    ).toThrow(Malformed);
  });
});

describe('one call', () => {
  const call = { deadlineMs: 10_000 };

  test('a cosignature of the witness, also among lines of others', async () => {
    let asked = '';
    const address = await listen((incoming, response) => {
      asked = `${incoming.method} ${incoming.url}`;
      response.end(lineBy(stranger) + lineBy(witness));
    });
    expect(await addCheckpoint(address, request, call)).toMatchObject({
      kind: 'cosigned',
      cosignature: { key: witness.key, time: 1000 },
    });
    expect(asked).toBe('POST /w/add-checkpoint');
  });

  test('a conflict says the size', async () => {
    const address = await answering(409, '7\n', 'text/x.tlog.size');
    expect(await addCheckpoint(address, request, call)).toEqual({ kind: 'conflict', size: 7 });
  });

  test.each([403, 404, 409, 422])('status %i is a refusal', async (status) => {
    const address = await answering(status, 'no\n');
    expect(await addCheckpoint(address, request, call)).toEqual({ kind: 'refused', status, reason: 'no' });
  });

  test.each([
    ['a cosignature of another key', 200, lineBy(stranger)],
    ['a cosignature of another text', 200, formatSignature(cosign('other\n', { ...witness, time: 1 }))],
    ['no newline at the end', 200, lineBy(witness).slice(0, -1)],
    ['a page', 200, '<html></html>\n'],
    ['nothing', 200, ''],
    ['an endless answer', 200, 'x'.repeat(70_000)],
    ['an error', 500, 'oh\n'],
    ['too many requests', 429, 'later\n'],
  ])('%s is no answer of the witness', async (_, status, body) => {
    const address = await answering(status, body);
    expect(await addCheckpoint(address, request, call)).toMatchObject({ kind: 'unreachable' });
  });

  test.each(['', '-1\n', '1.5\n', 'seven\n'])(
    'a conflict with size %j is no answer of the witness',
    async (body) => {
      const address = await answering(409, body, 'text/x.tlog.size');
      expect(await addCheckpoint(address, request, call)).toMatchObject({ kind: 'unreachable' });
    },
  );

  test('a redirection is not followed', async () => {
    const address = await listen((_, response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    });
    expect(await addCheckpoint(address, request, call)).toMatchObject({ kind: 'unreachable' });
  });

  test('a witness that never answers, or never ends, is given up', async () => {
    const silent = await listen(() => undefined);
    expect(await addCheckpoint(silent, request, { deadlineMs: 50 })).toMatchObject({ kind: 'unreachable' });
    const endless = await listen((_, response) => void response.write('— '));
    expect(await addCheckpoint(endless, request, { deadlineMs: 200 })).toMatchObject({ kind: 'unreachable' });
  });

  test('the caller can end a call', async () => {
    const silent = await listen(() => undefined);
    const signal = AbortSignal.timeout(20);
    expect(await addCheckpoint(silent, request, { ...call, signal })).toMatchObject({ kind: 'unreachable' });
  });

  test('a witness that is not there is unreachable, and the reason says more than that', async () => {
    const answer = await addCheckpoint({ url: 'http://127.0.0.1:1', key: witness.key }, request, call);
    expect(answer).toMatchObject({ kind: 'unreachable', reason: expect.stringContaining(':') });
  });
});

describe('asking from any size', () => {
  test('a conflict is followed by a proof from the size it says', async () => {
    const bodies: string[] = [];
    const address = await listen((incoming, response) => {
      let body = '';
      incoming.on('data', (chunk) => (body += String(chunk)));
      incoming.on('end', () => {
        bodies.push(body);
        if (body.startsWith('old 4\n')) response.end(lineBy(witness));
        else response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end('4\n');
      });
    });
    const hash = sha256(utf8('a'));
    const outcome = await askWitness(
      address,
      { checkpoint, oldSize: 0, prove: async () => [hash] },
      { deadlineMs: 10_000 },
    );
    expect(outcome).toMatchObject({ kind: 'cosigned' });
    expect(bodies).toEqual([`old 0\n\n${checkpoint}`, `old 4\n${base64(hash)}\n\n${checkpoint}`]);
  });

  test('a size above that of the checkpoint says that the log is behind', async () => {
    const address = await answering(409, '10\n', 'text/x.tlog.size');
    const ask = { checkpoint, oldSize: 0, prove: async () => [] };
    expect(await askWitness(address, ask, { deadlineMs: 10_000 })).toEqual({ kind: 'ahead', size: 10 });
  });

  test('a witness that says another size each time is given up', async () => {
    let calls = 0;
    const address = await listen((_, response) => {
      calls++;
      response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${calls}\n`);
    });
    const ask = { checkpoint, oldSize: 0, prove: async () => [] };
    expect(await askWitness(address, ask, { deadlineMs: 10_000 })).toMatchObject({ kind: 'unreachable' });
    expect(calls).toBe(3);
  });

  test('the deadline holds for all tries together', async () => {
    let nowMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    onTestFinished(() => clock.mockRestore());
    const address = await listen((_, response) => {
      nowMs += 6_000;
      response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end('4\n');
    });
    const ask = { checkpoint, oldSize: 0, prove: async () => [] };
    // No time is left for the third try.
    expect(await askWitness(address, ask, { deadlineMs: 10_000 })).toEqual({
      kind: 'unreachable',
      reason: 'no answer in 10000 ms',
    });
  });
});
