import { expect, test } from 'vitest';
import { utf8 } from './bytes.ts';
import { formatCheckpoint } from './checkpoint.ts';
import { cosign } from './cosignature.ts';
import { compareCheckpoints } from './fork.ts';
import { formatNote, signText } from './note.ts';
import { sha256 } from './sha256.ts';
import { testKey } from './testing/test-key.ts';

const log = testKey('house.example/log', 'note', 1);
const next = testKey('house.example/log', 'note', 2);
const stranger = testKey('house.example/log', 'note', 3);
const witness = testKey('witness.example/w1', 'cosignature', 4);

function signed(size: number, root: string, { origin = log.name, by = log } = {}): string {
  const text = formatCheckpoint({ origin, size, root: sha256(utf8(root)), extensions: [] });
  return formatNote({ text, signatures: [signText(text, by)] });
}

test.each([
  ['one size and two roots', signed(5, 'a'), signed(5, 'b'), 'fork'],
  ['also by the old and the new key', signed(5, 'a'), signed(5, 'b', { by: next }), 'fork'],
  ['one tree', signed(5, 'a'), signed(5, 'a', { by: next }), 'same'],
  ['two sizes', signed(5, 'a'), signed(6, 'a'), 'open'],
])('%s', (_, first, second, kind) => {
  expect(compareCheckpoints(first, second, [log.key, next.key])).toMatchObject({ kind });
});

test('what the log did not sign proves nothing', () => {
  const good = signed(5, 'a');
  const bad = [
    signed(5, 'b', { by: stranger }),
    signed(5, 'b', { origin: 'other.example/log' }),
    good.replace('\n5\n', '\n6\n'),
    'no note',
    '',
  ];
  for (const note of bad) {
    expect(compareCheckpoints(good, note, [log.key])).toEqual({ kind: 'not-signed', which: 'second' });
  }
  expect(compareCheckpoints('', good, [log.key])).toEqual({ kind: 'not-signed', which: 'first' });
});

test('a cosignature is no signature of the log, also where its key is given', () => {
  const text = formatCheckpoint({ origin: log.name, size: 5, root: sha256(utf8('b')), extensions: [] });
  const cosigned = formatNote({ text, signatures: [cosign(text, { ...witness, time: 5 })] });
  expect(compareCheckpoints(signed(5, 'a'), cosigned, [log.key, witness.key])).toEqual({
    kind: 'not-signed',
    which: 'second',
  });
});
