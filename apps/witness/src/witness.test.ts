import { createHash } from 'node:crypto';
import { appendFile, chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatAddCheckpoint } from '@touchline/verify/add-checkpoint';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { formatVerifierKey, parseVerifierKey } from '@touchline/verify/keys';
import { parseNote, parseSignature, verifyNote } from '@touchline/verify/note';
import { addCheckpoint, askWitness } from '@touchline/verify/witness-client';
import { describe, expect, test } from 'vitest';
import { KeyError } from './key.ts';
import { StateError } from './state.ts';
import { type TestLog, createTestLog } from './testing/test-log.ts';
import { type TestWitness, startWitness, testFolder } from './testing/test-witness.ts';

const house = createTestLog();
/** The same log, but entry 10 and what follows are others. */
const forked = createTestLog({ fork: 10 });

/** Time of the cosignature when the answer is one that verifies, for this tree. */
function cosignedAt(witness: TestWitness, log: TestLog, size: number, line: string): number | undefined {
  const { text } = parseNote(log.checkpoint(size));
  const verdict = verifyNote({ text, signatures: [parseSignature(line.slice(0, -1))] }, [witness.key]);
  return verdict.ok ? verdict.verified[0].time : undefined;
}

async function evidenceOf(witness: TestWitness): Promise<Record<string, unknown>[]> {
  const folder = join(witness.folder, 'evidence');
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
}

describe('add-checkpoint', () => {
  test('a log that grows is cosigned at each size, with the time', async () => {
    const witness = await startWitness({ logs: [house], now: () => 1_790_000_000_999 });
    for (const [oldSize, size] of [
      [0, 0],
      [0, 3],
      [3, 3],
      [3, 4],
      [4, 64],
    ] as const) {
      const { status, text } = await witness.post(house.request(oldSize, size));
      expect(status).toBe(200);
      expect(cosignedAt(witness, house, size, text)).toBe(1_790_000_000);
    }
  });

  test('a wrong old size is a conflict, and the answer says the right one', async () => {
    const witness = await startWitness({ logs: [house] });
    expect(await witness.post(house.request(3, 5))).toEqual({
      status: 409,
      type: 'text/x.tlog.size',
      text: '0\n',
    });
    await witness.post(house.request(0, 5));
    expect(await witness.post(house.request(3, 8))).toEqual({
      status: 409,
      type: 'text/x.tlog.size',
      text: '5\n',
    });
    expect(await witness.post(house.request(0, 5))).toMatchObject({ status: 409, text: '5\n' });
  });

  test('a log that is not configured is unknown', async () => {
    const witness = await startWitness({ logs: [house] });
    const other = createTestLog({ origin: 'other.example/log' });
    expect(await witness.post(other.request(0, 5))).toMatchObject({ status: 404 });
  });

  test('a checkpoint needs a signature of the log, and no forged one next to it', async () => {
    const witness = await startWitness({ logs: [house] });
    const stranger = createTestLog({ seed: 8 });
    expect(await witness.post(stranger.request(0, 5))).toMatchObject({ status: 403 });
    const line = house.checkpoint(5).split('\n').at(-2) ?? '';
    const forgedLine = createTestLog({ fork: 2 }).checkpoint(5).split('\n').at(-2) ?? '';
    const right = house.request(0, 5);
    expect(await witness.post(right.replace(line, forgedLine))).toMatchObject({ status: 403 });
    expect(await witness.post(`${right}${forgedLine}\n`)).toMatchObject({ status: 403 });
    expect(await witness.post(`${right}${stranger.checkpoint(5).split('\n').at(-2)}\n`)).toMatchObject({
      status: 200,
    });
  });

  const right = house.request(3, 7);
  test.each([
    ['nothing', ''],
    ['no empty line', 'old 0\n'],
    ['no old size', right.replace('old 3\n', '')],
    ['an old size with a leading zero', right.replace('old 3', 'old 03')],
    ['a negative old size', right.replace('old 3', 'old -3')],
    ['an old size above that of the checkpoint', right.replace('old 3', 'old 8')],
    ['a hash of 31 bytes', right.replace('old 3\n', `old 3\n${Buffer.alloc(31).toString('base64')}\n`)],
    [
      '64 hashes',
      right.replace('old 3\n', `old 3\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}`),
    ],
    ['no signature', right.slice(0, right.lastIndexOf('\n\n') + 1)],
    ['no newline at the end', right.slice(0, -1)],
    ['a carriage return', right.replace('old 3\n', 'old 3\r\n')],
    ['bytes that are no UTF-8', Buffer.concat([Buffer.from(right), Buffer.of(0xff, 0x0a)])],
  ])('a request with %s is bad', async (_, body) => {
    const witness = await startWitness({ logs: [house] });
    expect(await witness.post(body)).toMatchObject({ status: 400 });
  });

  test('63 hashes are read', async () => {
    const witness = await startWitness({ logs: [house] });
    await witness.post(house.request(0, 3));
    const hashes = `${Buffer.alloc(32).toString('base64')}\n`.repeat(63);
    const body = `old 3\n${hashes}\n${house.checkpoint(7)}`;
    expect(await witness.post(body)).toMatchObject({ status: 422 });
  });

  test('the proof from nothing is empty', async () => {
    const witness = await startWitness({ logs: [house] });
    const body = formatAddCheckpoint({ oldSize: 0, proof: [house.root(1)], checkpoint: house.checkpoint(3) });
    expect(await witness.post(body)).toMatchObject({ status: 422 });
    expect(await evidenceOf(witness)).toEqual([]);
  });

  test('a request that is too large is not read', async () => {
    const witness = await startWitness({ logs: [house] });
    expect(await witness.post('x'.repeat(300_000))).toMatchObject({ status: 413 });
  });

  test('a clock that was set back does not set cosignatures back', async () => {
    let nowMs = 2_000_000;
    const witness = await startWitness({ logs: [house], now: () => nowMs });
    await witness.post(house.request(0, 3));
    nowMs = 1_000_000;
    const { text } = await witness.post(house.request(3, 4));
    expect(cosignedAt(witness, house, 4, text)).toBe(2000);
  });

  test('requests at once: each size is cosigned for one tree', async () => {
    const witness = await startWitness({ logs: [house] });
    await witness.post(house.request(0, 9));
    const sizes = Array.from({ length: 30 }, (_, at) => 10 + (at % 15));
    const answers = await Promise.all(
      sizes
        .flatMap((size) => [house.request(9, size), forked.request(9, size)])
        .map((body) => witness.post(body)),
    );
    // One of them was first; all others have the wrong old size, or another tree of that size.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe('a log that is not honest', () => {
  test('forked: two witnesses refuse the second tree of one size, and keep both', async () => {
    const [first, second] = [
      await startWitness({ logs: [house] }),
      await startWitness({ logs: [house], name: 'witness.example/w2' }),
    ];
    for (const witness of [first, second]) {
      expect(await witness.post(house.request(0, 20))).toMatchObject({ status: 200 });
      expect(await witness.post(forked.request(20, 20))).toMatchObject({ status: 422 });
      const [kept, ...more] = await evidenceOf(witness);
      expect(more).toEqual([]);
      expect(kept).toMatchObject({ v: 1, suspicion: 'two-roots', origin: house.origin, old: 20 });
      // Anyone with the log's key sees from the file alone that the log signed two trees of one size.
      const [cosigned, refused] = [kept?.['cosigned'], kept?.['refused']].map((note) =>
        parseNote(String(note)),
      );
      if (cosigned === undefined || refused === undefined) throw new Error('no notes');
      const log = parseVerifierKey(house.vkey);
      expect(verifyNote(cosigned, [log]).ok && verifyNote(refused, [log]).ok).toBe(true);
      expect(verifyNote(cosigned, [witness.key]).ok).toBe(true);
      const [one, two] = [parseCheckpoint(cosigned.text), parseCheckpoint(refused.text)];
      expect(one.size).toBe(two.size);
      expect(one.root).not.toEqual(two.root);
    }
  });

  test('forked between two witnesses: each continues with the tree that it saw, and neither takes the other', async () => {
    const [first, second] = [
      await startWitness({ logs: [house] }),
      await startWitness({ logs: [house], name: 'witness.example/w2' }),
    ];
    expect(await first.post(house.request(0, 20))).toMatchObject({ status: 200 });
    expect(await second.post(forked.request(0, 20))).toMatchObject({ status: 200 });
    expect(await first.post(forked.request(20, 30))).toMatchObject({ status: 422 });
    expect(await second.post(house.request(20, 30))).toMatchObject({ status: 422 });
    expect(await first.post(house.request(20, 30))).toMatchObject({ status: 200 });
  });

  test('rewritten: a larger tree that does not begin with the one seen', async () => {
    const witness = await startWitness({ logs: [house] });
    await witness.post(house.request(0, 20));
    expect(await witness.post(forked.request(20, 40))).toMatchObject({ status: 422 });
    expect(await evidenceOf(witness)).toMatchObject([{ suspicion: 'not-consistent', old: 20 }]);
    expect(await witness.post(house.request(20, 40))).toMatchObject({ status: 200 });
  });

  test('shrunk: the log is refused at every smaller size, and does not come back on another way', async () => {
    const witness = await startWitness({ logs: [house] });
    await witness.post(house.request(0, 20));
    expect(await witness.post(house.request(15, 15))).toMatchObject({ status: 409, text: '20\n' });
    expect(await witness.post(`old 20\n\n${house.checkpoint(15)}`)).toMatchObject({ status: 400 });
    expect(await witness.post(forked.request(15, 25))).toMatchObject({ status: 409, text: '20\n' });
    expect(await witness.post(forked.request(20, 25))).toMatchObject({ status: 422 });
    expect((await evidenceOf(witness)).map(({ suspicion }) => suspicion)).toEqual([
      'not-consistent',
      'smaller',
    ]);
  });

  test('a stranger who sends checkpoints of the log with wrong proofs leaves no evidence', async () => {
    const witness = await startWitness({ logs: [house] });
    await witness.post(house.request(0, 20));
    for (let size = 21; size <= 60; size++) {
      const wrong = formatAddCheckpoint({
        oldSize: 20,
        proof: house.prove(19, size),
        checkpoint: house.checkpoint(size),
      });
      expect(await witness.post(wrong)).toMatchObject({ status: 422 });
    }
    const counted = async (): Promise<string> => (await witness.get('/metrics')).text;
    expect(await counted()).toContain('witness_evidence{log="house.example/log",suspicion="two-roots"} 0\n');
    expect(await counted()).toContain(
      'witness_doubts{log="house.example/log",suspicion="not-consistent"} 40\n',
    );
    // What the log has cosigned is no doubt any more, and none when it is sent again.
    for (let size = 21; size <= 60; size++) await witness.post(house.request(size - 1, size));
    expect(await evidenceOf(witness)).toEqual([]);
    for (let size = 15; size <= 30; size++) await witness.post(house.request(size, size));
    expect(
      (await evidenceOf(witness)).map(({ refused }) => parseCheckpoint(parseNote(String(refused)).text).size),
    ).toEqual(expect.arrayContaining([15, 19]));
    expect(await evidenceOf(witness)).toHaveLength(5);
  });

  test('a fork is found among many checkpoints of strangers, and proven by the tree of its size', async () => {
    const witness = await startWitness({ logs: [house] });
    await witness.post(house.request(0, 20));
    const wrong = (to: TestWitness, log: TestLog, size: number) =>
      to.post(
        formatAddCheckpoint({ oldSize: 20, proof: house.prove(19, size), checkpoint: log.checkpoint(size) }),
      );
    for (let size = 21; size <= 40; size++) await wrong(witness, house, size);
    await wrong(witness, forked, 45);
    await witness.close();
    const again = await startWitness({ logs: [house], folder: witness.folder });
    expect(await again.post(house.request(20, 45))).toMatchObject({ status: 200 });
    const found = (await evidenceOf(again)).filter(({ suspicion }) => suspicion === 'two-roots');
    expect(found).toMatchObject([{ refused: forked.checkpoint(45) }]);
    // Sent later, against a tree that was cosigned, it is proven as well.
    await again.post(house.request(45, 46));
    await again.post(forked.request(45, 45));
    await again.post(forked.request(30, 45));
    expect((await evidenceOf(again)).filter(({ suspicion }) => suspicion === 'two-roots')).toHaveLength(1);
    // Two trees of one size are proof even where neither was cosigned.
    await wrong(again, forked, 30);
    expect((await evidenceOf(again)).filter(({ suspicion }) => suspicion === 'two-roots')).toHaveLength(2);
  });

  test('no number of checkpoints that were never cosigned displaces a fork', async () => {
    const large = createTestLog({ entries: 260 });
    const largeFork = createTestLog({ entries: 260, fork: 10 });
    const witness = await startWitness({ logs: [large] });
    await witness.post(large.request(0, 20));
    const wrong = (to: TestWitness, log: TestLog, size: number) =>
      to.post(
        formatAddCheckpoint({ oldSize: 20, proof: large.prove(19, size), checkpoint: log.checkpoint(size) }),
      );
    await wrong(witness, largeFork, 30);
    // Far more than are kept as files.
    for (let size = 31; size <= 260; size++) await wrong(witness, large, size);
    const files = (await readdir(join(witness.folder, 'evidence'))).filter((name) => name.endsWith('.json'));
    expect(files).toHaveLength(200);
    expect((await witness.get('/metrics')).text).toContain(
      'witness_doubts{log="house.example/log",suspicion="not-consistent"} 231\n',
    );
    // What is kept as its note alone is known when it is sent again, and after a start.
    await wrong(witness, large, 31);
    await witness.close();
    // A crash has cut off the last line; its doubt has its file still.
    const evidence = join(witness.folder, 'evidence');
    const [older = ''] = (await readdir(evidence)).filter((name) => name.startsWith('older-'));
    await appendFile(join(evidence, older), '{"origin":"hou');
    const second = await startWitness({ logs: [large], folder: witness.folder });
    await wrong(second, large, 32);
    expect((await second.get('/metrics')).text).toContain(
      'witness_doubts{log="house.example/log",suspicion="not-consistent"} 231\n',
    );
    // The next line is a whole one, which the next start finds.
    await wrong(second, large, 25);
    await second.close();
    const again = await startWitness({ logs: [large], folder: witness.folder });
    expect((await again.get('/metrics')).text).toContain(
      'witness_doubts{log="house.example/log",suspicion="not-consistent"} 232\n',
    );
    expect(await again.post(large.request(20, 30))).toMatchObject({ status: 200 });
    const proven = (await readdir(join(again.folder, 'evidence'))).filter((name) =>
      name.startsWith('two-roots-'),
    );
    expect(proven).toHaveLength(1);
    const [kept] = await Promise.all(
      proven.map(async (name): Promise<unknown> =>
        JSON.parse(await readFile(join(again.folder, 'evidence', name), 'utf8')),
      ),
    );
    expect(kept).toMatchObject({ suspicion: 'two-roots', refused: largeFork.checkpoint(30) });
  });

  test('one checkpoint is kept once, also when others add lines to it', async () => {
    const witness = await startWitness({ logs: [house] });
    await witness.post(house.request(0, 20));
    const line = createTestLog({ seed: 9 }).checkpoint(1).split('\n').at(-2);
    for (let count = 0; count < 3; count++) {
      const body = `${forked.request(20, 20)}${`${line}\n`.repeat(count)}`;
      expect(await witness.post(body)).toMatchObject({ status: 422 });
    }
    const [kept, ...more] = await evidenceOf(witness);
    expect(more).toEqual([]);
    expect(kept?.['refused']).toBe(forked.checkpoint(20));
  });
});

describe('what a witness keeps', () => {
  test('continues after a stop with key and sizes', async () => {
    const witness = await startWitness({ logs: [house] });
    await witness.post(house.request(0, 20));
    await witness.close();
    const again = await startWitness({ logs: [house], folder: witness.folder });
    expect(formatVerifierKey(again.key)).toBe(formatVerifierKey(witness.key));
    expect(await again.post(forked.request(0, 20))).toMatchObject({ status: 409, text: '20\n' });
    expect(await again.post(house.request(20, 21))).toMatchObject({ status: 200 });
    expect((await readdir(witness.folder)).filter((name) => name.startsWith('state-'))).toHaveLength(1);
  });

  test('a log that was taken out of the configuration is remembered', async () => {
    const other = createTestLog({ origin: 'other.example/log' });
    const witness = await startWitness({ logs: [house, other] });
    await witness.post(house.request(0, 20));
    await witness.post(other.request(0, 4));
    await witness.close();
    const without = await startWitness({ logs: [other], folder: witness.folder });
    await without.post(other.request(4, 5));
    await without.close();
    const again = await startWitness({ logs: [house], folder: witness.folder });
    expect(await again.post(house.request(0, 3))).toMatchObject({ status: 409, text: '20\n' });
  });

  test('the key is readable for its owner alone, else the witness does not start', async () => {
    const witness = await startWitness({ logs: [house] });
    const path = join(witness.folder, 'key.pem');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await witness.close();
    await chmod(path, 0o640);
    await expect(startWitness({ logs: [house], folder: witness.folder })).rejects.toThrow(KeyError);
  });

  test('a key without state does not start: it could sign a second tree of one size', async () => {
    const witness = await startWitness({ logs: [house] });
    await witness.close();
    for (const name of await readdir(witness.folder)) {
      if (name.startsWith('state-')) await rm(join(witness.folder, name));
    }
    await expect(startWitness({ logs: [house], folder: witness.folder })).rejects.toThrow(StateError);
  });

  test.each(['', '{}', '{"v":1,"logs":{"a":{"note":1}}}', '{"v":2,"logs":{}}'])(
    'a state of %j does not start',
    async (text) => {
      const witness = await startWitness({ logs: [house] });
      await witness.close();
      const name = (await readdir(witness.folder)).find((file) => file.startsWith('state-')) ?? '';
      await writeFile(join(witness.folder, name), text);
      await expect(startWitness({ logs: [house], folder: witness.folder })).rejects.toThrow(StateError);
    },
  );

  test('of two processes on one folder the one that is behind cosigns nothing and ends', async () => {
    const first = await startWitness({ logs: [house] });
    const second = await startWitness({ logs: [house], folder: first.folder });
    expect(await first.post(house.request(0, 20))).toMatchObject({ status: 200 });
    expect(await first.post(house.request(20, 21))).toMatchObject({ status: 200 });
    expect(second.failed).toEqual([]);
    expect(await second.post(forked.request(0, 20))).toMatchObject({ status: 500 });
    expect(second.failed).toHaveLength(1);
    expect(await first.post(house.request(21, 22))).toMatchObject({ status: 200 });
  });

  test('two processes at once: one cosigns', async () => {
    const first = await startWitness({ logs: [house] });
    for (let round = 0; round < 10; round++) {
      const folder = join(await testFolder(), 'data');
      await mkdir(folder);
      for (const name of await readdir(first.folder)) {
        if (name !== 'evidence') await copyFile(join(first.folder, name), join(folder, name));
      }
      const pair = [
        await startWitness({ logs: [house], folder }),
        await startWitness({ logs: [house], folder }),
      ];
      const [one, two] = await Promise.all(
        pair.map((witness, at) => witness.post((at === 0 ? house : forked).request(0, 20))),
      );
      expect(new Set([one?.status, two?.status])).toEqual(new Set([200, 500]));
    }
  });
});

describe('what a witness shows', () => {
  test('the last checkpoint with its cosignature, under the hash of the origin', async () => {
    const witness = await startWitness({ logs: [house] });
    const path = `/${createHash('sha256').update(house.origin).digest('hex')}/checkpoint`;
    expect(await witness.get(path)).toMatchObject({ status: 404 });
    await witness.post(house.request(0, 20));
    const { status, text } = await witness.get(path);
    expect(status).toBe(200);
    const note = parseNote(text);
    expect(parseCheckpoint(note.text).size).toBe(20);
    const verdict = verifyNote(note, [witness.key, parseVerifierKey(house.vkey)]);
    expect(verdict.ok && verdict.verified).toHaveLength(2);
    expect(await witness.get(`/${'0'.repeat(64)}/checkpoint`)).toMatchObject({ status: 404 });
  });

  test('page and metrics', async () => {
    const witness = await startWitness({ logs: [house], now: () => 1_790_000_000_000 });
    await witness.post(house.request(0, 20));
    await witness.post(forked.request(20, 20));
    const page = await witness.get('/');
    expect(page.text).toContain(formatVerifierKey(witness.key));
    expect(page.text).toContain(
      '20 entries, cosigned at 2026-09-21T14:13:20.000Z, evidence kept: two-roots 1',
    );
    const { text } = await witness.get('/metrics');
    expect(text).toContain('witness_size{log="house.example/log"} 20\n');
    expect(text).toContain('witness_cosigned_seconds{log="house.example/log"} 1790000000\n');
    expect(text).toContain('witness_evidence{log="house.example/log",suspicion="two-roots"} 1\n');
    expect(text).toContain('witness_requests_total{log="house.example/log",outcome="unprocessable"} 1\n');
    expect(witness.said).toEqual([`refused ${house.origin}: two roots of one size`]);
  });

  test('other paths and methods', async () => {
    const witness = await startWitness({ logs: [house] });
    expect(await witness.get('/key.pem')).toMatchObject({ status: 404 });
    expect(await witness.get('/add-checkpoint')).toMatchObject({ status: 405 });
    expect((await fetch(`${witness.url}/`, { method: 'DELETE' })).status).toBe(405);
  });
});

describe('the client with a witness', () => {
  test('finds out what the witness has latest, and proves from there', async () => {
    const { url, key } = await startWitness({ logs: [house] });
    const asked: number[] = [];
    const ask = (size: number, oldSize: number) =>
      askWitness(
        { url, key },
        {
          checkpoint: house.checkpoint(size),
          oldSize,
          prove: async (from) => {
            asked.push(from);
            return house.prove(from, size);
          },
        },
        { deadlineMs: 10_000 },
      );
    expect(await ask(20, 0)).toMatchObject({ kind: 'cosigned', cosignature: { key } });
    expect(asked).toEqual([]);
    expect(await ask(30, 5)).toMatchObject({ kind: 'cosigned' });
    expect(asked).toEqual([5, 20]);
    expect(await ask(30, 0)).toMatchObject({ kind: 'cosigned' });
    expect(await ask(25, 0)).toEqual({ kind: 'ahead', size: 30 });
  });

  test('says that a forked log was refused', async () => {
    const witness = await startWitness({ logs: [house] });
    await witness.post(house.request(0, 20));
    const request = { oldSize: 20, proof: forked.prove(20, 30), checkpoint: forked.checkpoint(30) };
    expect(await addCheckpoint(witness, request, { deadlineMs: 10_000 })).toEqual({
      kind: 'refused',
      status: 422,
      reason: 'consistency proof does not verify',
    });
  });
});
