import { testKey } from '@touchline/verify/testing/test-key';
import { keyChangeBody } from '@touchline/verify/testing/test-key-change';
import { expect, test } from 'vitest';
import { look, nothingFollowed, type FollowedLog } from './follow.ts';
import { createLogSource, LogAway } from './log-source.ts';
import { commitment, publicEntry, serveLog, type ServedLog } from './testing/served-log.ts';

const lookAt = (log: ServedLog, before: FollowedLog = nothingFollowed, enough = 0) =>
  look(before, {
    source: createLogSource(`${log.url}/log`, { deadlineMs: 10_000 }),
    log: [log.key],
    witnesses: [log.witness],
    enough,
  });
const codes = ({ faults }: Awaited<ReturnType<typeof look>>) => faults.map(({ code }) => code);

const liabilities = (time: string, available: string) =>
  publicEntry({
    kind: 'liabilities',
    v: 1,
    time,
    totals: [{ currency: 'PLAY', available, held: '0', openBets: '0' }],
    reserves: [],
    root: `${'A'.repeat(43)}=`,
    size: 4_096,
    snapshot: '0190a1b2-0000-7000-8000-000000000001',
    watermarks: ['10:12:'],
  });

test('a log that only grows agrees, however far it grows between two looks', async () => {
  const log = await serveLog(3);
  let followed = nothingFollowed;
  for (const size of [3, 3, 4, 255, 256, 257, 700]) {
    while (log.entries.length < size) log.entries.push(commitment('entry', log.entries.length % 250));
    const seen = await lookAt(log, followed);
    expect(seen.faults).toEqual([]);
    ({ followed } = seen);
    expect(followed.size).toBe(size);
  }
  expect(followed.tallies.kinds).toEqual({
    bet: { entries: 3, isPrivate: true },
    entry: { entries: 697, isPrivate: true },
  });
});

test('a log that is read too fast is left alone as long as it says, and read on from there', async () => {
  const log = await serveLog(700);
  log.refusedAfter = 2;
  const { faults, followed } = await lookAt(log);
  expect(faults).toEqual([]);
  expect(followed.size).toBe(700);
});

test('an entry that was changed behind the auditor leads to another tree', async () => {
  const log = await serveLog(300);
  const { followed } = await lookAt(log);
  log.entries[10] = commitment('bet', 251);
  log.entries.push(commitment('bet', 252));
  const seen = await lookAt(log, followed);
  expect(codes(seen)).toEqual(['other-tree']);
  expect(seen.followed).toBe(followed);
});

test.each([0, 10, 299])(
  'a past that was computed again is found by entry %i, also while nothing is signed',
  async (at) => {
    const log = await serveLog(300);
    const { followed } = await lookAt(log);
    log.signed = { entries: [...log.entries] };
    log.entries[10] = commitment('bet', 251);
    const parts = {
      source: createLogSource(`${log.url}/log`, { deadlineMs: 10_000 }),
      log: [log.key],
      witnesses: [],
      enough: 0,
    };
    expect(codes(await look(followed, { ...parts, pick: () => at }))).toEqual(['other-tree']);
  },
);

test('entries that are not those that were signed lead to another tree', async () => {
  const log = await serveLog(10);
  log.signed = { entries: log.entries.with(5, commitment('bet', 251)) };
  expect(codes(await lookAt(log))).toEqual(['other-tree']);
});

test('two trees of one size are a fork, with both notes as evidence', async () => {
  const log = await serveLog(10);
  const { followed } = await lookAt(log);
  log.signed = { entries: log.entries.with(5, commitment('bet', 251)) };
  const seen = await lookAt(log, followed);
  expect(codes(seen)).toEqual(['forked']);
  expect(seen.faults[0]?.evidence).toEqual({ before: followed.note, after: expect.any(String) });
});

test('a log that shows fewer entries has shrunk', async () => {
  const log = await serveLog(10);
  const { followed } = await lookAt(log);
  log.signed = { size: 9 };
  expect(codes(await lookAt(log, followed))).toEqual(['shrunk']);
});

test('a checkpoint under another key is not signed by the log', async () => {
  const log = await serveLog(10);
  log.signed = { seeds: [9] };
  expect(codes(await lookAt(log))).toEqual(['unknown-key']);
});

test('tiles that do not prove the growth are named', async () => {
  const log = await serveLog(10);
  const { followed } = await lookAt(log);
  log.entries.push(commitment('bet', 251));
  log.spoilt.set('tile/0/000.p/11', new Uint8Array(11 * 32));
  expect(codes(await lookAt(log, followed))).toEqual(['wrong-tiles']);
});

test('each entry must have the form of the format', async () => {
  const log = await serveLog(1);
  log.entries.push(
    publicEntry({ kind: 'of-a-later-version', v: 1, event: 'one' }),
    publicEntry({ kind: 'bet', v: 1, hash: 'AAAA' }),
    new TextEncoder().encode('{"v":1,"kind":"bet"}'),
    publicEntry({ kind: 'bet', v: 1, hash: 'AAAA', member: 'somebody' }),
    publicEntry({ kind: 'result', v: 1, event: 'one' }),
  );
  const seen = await lookAt(log);
  expect(seen.faults.map(({ code, evidence }) => [code, evidence?.['index']])).toEqual([
    ['malformed', 2],
    ['malformed', 3],
    ['malformed', 4],
    ['malformed', 5],
  ]);
  expect(seen.followed.size).toBe(6);
});

test('liabilities are amounts, and follow each other in time', async () => {
  const log = await serveLog(0);
  log.entries.push(
    liabilities('2026-01-02T00:00:00.000Z', '100'),
    liabilities('2026-01-01T00:00:00.000Z', '100'),
    liabilities('2026-01-03T00:00:00.000Z', '-1'),
  );
  const seen = await lookAt(log);
  expect(codes(seen)).toEqual(['false-sum', 'malformed']);
});

test('cosignatures of known witnesses count, and may be demanded', async () => {
  const log = await serveLog(5);
  expect(codes(await lookAt(log, nothingFollowed, 1))).toEqual(['too-few-witnesses']);
  log.signed = { isCosigned: true };
  const seen = await lookAt(log, nothingFollowed, 1);
  expect(seen).toMatchObject({ faults: [], witnesses: ['witness.example/w'] });
});

test('a log that does not answer whole is away, not false', async () => {
  const log = await serveLog(300);
  log.spoilt.set('tile/entries/001.p/44', new Uint8Array(0));
  await expect(lookAt(log)).rejects.toThrow(LogAway);
  await expect(lookAt({ ...log, url: 'http://127.0.0.1:1' })).rejects.toThrow(LogAway);
});

test('a log goes over to another key by an entry of both, and by nothing else', async () => {
  const log = await serveLog(5);
  const [old, next, later] = [7, 9, 11].map((seed) => testKey('house.example/log', 'note', seed));
  if (old === undefined || next === undefined || later === undefined) throw new Error('no keys');
  const first = await lookAt(log);
  expect(codes(first)).toEqual([]);
  // Without the entry.
  log.entries.push(commitment('bet', 6));
  log.signed = { seeds: [9] };
  const without = await lookAt(log, first.followed);
  expect(codes(without)).toEqual(['unknown-key']);
  expect(without.followed).toBe(first.followed);
  // With it, whether the auditor looks in between or not, and whichever of the keys it was given.
  log.entries.push(Buffer.from(keyChangeBody({ number: 2, old, new: next })));
  log.signed = { seeds: [7, 9] };
  const both = await lookAt(log, first.followed);
  expect(codes(both)).toEqual([]);
  log.entries.push(commitment('bet', 7));
  log.signed = { seeds: [9] };
  expect(codes(await lookAt(log, both.followed))).toEqual([]);
  expect(codes(await lookAt(log, first.followed))).toEqual([]);
  expect(codes(await lookAt(log))).toEqual([]);
  expect(codes(await lookAt({ ...log, key: next.key }))).toEqual([]);
  expect(codes(await lookAt({ ...log, key: later.key }))).toEqual(['unknown-key']);
  // The old key signs no more.
  log.signed = { seeds: [7] };
  expect(codes(await lookAt(log, both.followed))).toEqual(['unknown-key']);
  expect(codes(await lookAt(log))).toEqual(['unknown-key']);
  // A change that the key in force has not signed.
  log.entries.push(Buffer.from(keyChangeBody({ number: 3, old, new: later })));
  log.signed = { seeds: [9] };
  expect(codes(await lookAt(log, both.followed))).toEqual(['unknown-key']);
  log.entries[8] = Buffer.from(keyChangeBody({ number: 3, old: { ...later, key: next.key }, new: later }));
  expect(codes(await lookAt(log, both.followed))).toEqual(['unknown-key']);
});
