import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64, fromBase64, utf8 } from './bytes.ts';
import { formatCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { cosign, cosignedMessage, readCosignature } from './cosignature.ts';
import { isPublicKey, verifyEd25519 } from './ed25519.ts';
import { formatVerifierKey, parseVerifierKey, verifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import { leafHash } from './merkle.ts';
import { formatNote, parseNote, parseSignature, signText, verifyNote } from './note.ts';
import { testKey } from './testing/test-key.ts';

/** Example of C2SP signed-note. */
const c2sp = {
  vkey: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  note:
    'This is an example message.\n\n' +
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
};

/** Example in the documentation of golang.org/x/mod/sumdb/note. */
const go = {
  vkey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  note:
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
  enoch:
    '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n',
};

describe.each([
  ['C2SP', c2sp],
  ['Go', go],
])('the example of %s', (_, { vkey, note }) => {
  const key = parseVerifierKey(vkey);

  test('verifies and is written as it was', () => {
    expect(formatVerifierKey(key)).toBe(vkey);
    const parsed = parseNote(note);
    expect(verifyNote(parsed, [key])).toMatchObject({ ok: true, verified: [{ key }] });
    expect(formatNote(parsed)).toBe(note);
  });

  test('no part of the verifier key and no changed one is a key', () => {
    for (let from = 0; from < vkey.length; from++) {
      for (let to = from; to <= vkey.length; to++) {
        if (to - from === vkey.length) continue;
        expect(() => parseVerifierKey(vkey.slice(from, to))).toThrow(Malformed);
      }
    }
    for (let at = 0; at < vkey.length; at++) {
      const next = String.fromCharCode(vkey.charCodeAt(at) + 1);
      expect(() => parseVerifierKey(vkey.slice(0, at) + next + vkey.slice(at + 1))).toThrow(Malformed);
    }
  });

  test('no changed byte verifies', () => {
    const bytes = Buffer.from(note);
    for (const at of bytes.keys()) {
      const spoilt = Buffer.from(bytes);
      spoilt[at] = (spoilt[at] ?? 0) ^ 1;
      expect(verifies(spoilt.toString('utf8'))).toBe(false);
    }
  });

  function verifies(text: string): boolean {
    try {
      return verifyNote(parseNote(text), [key]).ok;
    } catch (error) {
      if (error instanceof Malformed) return false;
      throw error;
    }
  }
});

test('a signature of Go with a key of zeros is ours', () => {
  // Go's example adds a signature by a key whose seed is 32 zeros.
  const { name, id, sign } = testKey('EnochRoot', 'note', 0);
  const parsed = parseNote(go.note);
  const both = formatNote({
    text: parsed.text,
    signatures: [...parsed.signatures, signText(parsed.text, { name, id, sign })],
  });
  expect(both).toBe(go.note + go.enoch);
});

test.each([
  'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==',
  'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
])('a key of wrong length or unknown type is refused, though its id fits: %s', (vkey) => {
  expect(() => parseVerifierKey(vkey)).toThrow(Malformed);
});

describe('form of notes', () => {
  const text = 'hello\n';
  const { name, id, sign } = testKey('example.com/a', 'note', 1);
  const line = formatNote({ text, signatures: [signText(text, { name, id, sign })] }).slice(text.length + 1);

  test('empty lines belong to the text, up to the last', () => {
    expect(parseNote(`a\n\nb\n\n${line}`).text).toBe('a\n\nb\n');
  });

  test.each([
    ['nothing', ''],
    ['no signature', 'hello\n\n'],
    ['no blank line', `hello\n${line}`],
    ['no newline at the end', `hello\n\n${line.slice(0, -1)}`],
    ['a carriage return', `hello\r\n\n${line}`],
    ['a tab', `he\tllo\n\n${line}`],
    ['half a surrogate pair', `he\ud800llo\n\n${line}`],
    ['a hyphen for the dash', `hello\n\n${line.replace('—', '-')}`],
    ['two spaces', `hello\n\n${line.replace(' ', '  ')}`],
    ['a plus in the name', `hello\n\n${line.replace('.com/a', '.com+a')}`],
    ['a wide space in the name', `hello\n\n${line.replace('.com/a', '.com\u2003a')}`],
    ['a signature of four bytes', 'hello\n\n— example.com/a AAAAAA==\n'],
    ['base64 without padding', `hello\n\n${line.replace(/=+\n/, '\n')}`],
    ['more than 100 signatures', `hello\n\n${line.repeat(101)}`],
  ])('a note with %s is refused', (_, note) => {
    expect(() => parseNote(note)).toThrow(Malformed);
  });

  test('100 signatures are read', () => {
    expect(parseNote(`hello\n\n${line.repeat(100)}`).signatures).toHaveLength(100);
  });

  test.each(['', 'a b', 'a+b', 'a\u00a0b', 'a\u0085b', 'a\nb', 'a\u0000b', '\ud800'])(
    '%j is no name',
    (bad) => {
      const { publicKey } = parseVerifierKey(c2sp.vkey);
      expect(() => verifierKey({ name: bad, type: 'note', publicKey })).toThrow(Malformed);
    },
  );
});

describe('whose signature counts', () => {
  const text = 'hello\n';
  const a = testKey('example.com/a', 'note', 1);
  const b = testKey('example.com/b', 'note', 2);
  const by = (signer: typeof a) => signText(text, signer);

  test('unknown keys are ignored', () => {
    const note = { text, signatures: [by(b), by(a)] };
    expect(verifyNote(note, [a.key])).toMatchObject({ ok: true, verified: [{ key: a.key }] });
    expect(verifyNote({ text, signatures: [by(b)] }, [a.key])).toEqual({ ok: false, reason: 'no-known-key' });
    expect(verifyNote(note, [])).toEqual({ ok: false, reason: 'no-known-key' });
  });

  test('one forged signature of a known key makes the note bad, wherever it is', () => {
    const forged = { ...by(b), name: a.name, id: a.id };
    const signatures = [by(a), by(b), forged];
    for (const order of [signatures, signatures.toReversed()]) {
      expect(verifyNote({ text, signatures: order }, [a.key, b.key])).toEqual({
        ok: false,
        reason: 'forged-signature',
      });
    }
  });

  test('a signature that only shares the name or the id is of another key', () => {
    const signatures = [by(a), { ...by(b), name: a.name }, { ...by(b), id: a.id }];
    expect(verifyNote({ text, signatures }, [a.key])).toMatchObject({ ok: true, verified: [{ key: a.key }] });
  });

  test('a key counts once, however often it signed', () => {
    const verdict = verifyNote({ text, signatures: [by(a), by(a), by(b)] }, [a.key, b.key]);
    expect(verdict.ok && verdict.verified.map(({ key }) => key)).toEqual([a.key, b.key]);
  });
});

describe('cosignatures', () => {
  const checkpoint = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
  const witness = testKey('witness.example/w1', 'cosignature', 3);

  test('the example of C2SP has the time that its text says', () => {
    const { signature } = parseSignature(
      '— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==',
    );
    expect(readCosignature(signature)?.time).toBe(1_679_315_147);
    expect(cosignedMessage(checkpoint, 1_679_315_147)).toBe(
      'cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n',
    );
  });

  test('verify with their time, for their text alone', () => {
    const signature = cosign(checkpoint, { ...witness, time: 1_700_000_000 });
    expect(verifyNote({ text: checkpoint, signatures: [signature] }, [witness.key])).toMatchObject({
      ok: true,
      verified: [{ time: 1_700_000_000 }],
    });
    const other = { text: checkpoint.replace('2163', '2164'), signatures: [signature] };
    expect(verifyNote(other, [witness.key])).toEqual({ ok: false, reason: 'forged-signature' });
  });

  test('another time does not verify', () => {
    const signature = cosign(checkpoint, { ...witness, time: 1_700_000_000 });
    const bytes = Uint8Array.from(signature.signature);
    bytes[7] = (bytes[7] ?? 0) ^ 1;
    const note = { text: checkpoint, signatures: [{ ...signature, signature: bytes }] };
    expect(verifyNote(note, [witness.key])).toEqual({ ok: false, reason: 'forged-signature' });
  });

  test('a witness that signed twice counts once, with its latest time', () => {
    const signatures = [5, 9, 7].map((time) => cosign(checkpoint, { ...witness, time }));
    const verdict = verifyNote({ text: checkpoint, signatures }, [witness.key]);
    expect(verdict.ok && verdict.verified.map(({ time }) => time)).toEqual([9]);
  });

  test('a plain signature of the same key is no cosignature', () => {
    const plain = testKey('witness.example/w1', 'note', 3);
    expect(plain.id).not.toBe(witness.id);
    const signature = { ...signText(checkpoint, plain), id: witness.id };
    expect(verifyNote({ text: checkpoint, signatures: [signature] }, [witness.key])).toEqual({
      ok: false,
      reason: 'forged-signature',
    });
  });
});

describe('checkpoints', () => {
  test('the example of C2SP', () => {
    const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
    const checkpoint = parseCheckpoint(text);
    expect(checkpoint).toMatchObject({
      origin: 'example.com/behind-the-sofa',
      size: 20_852_163,
      extensions: [],
    });
    expect(formatCheckpoint(checkpoint)).toBe(text);
  });

  test('the tree of the tests of golang.org/x/mod/sumdb/tlog', () => {
    const root = leafHash(utf8('hello world'));
    expect(
      formatCheckpoint({ origin: 'go.sum database tree', size: 123_456_789_012, root, extensions: [] }),
    ).toBe('go.sum database tree\n123456789012\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n');
  });

  test('further lines are kept', () => {
    const text = `a\n0\n${base64(new Uint8Array(32))}\ntime 5\nmore\n`;
    expect(parseCheckpoint(text).extensions).toEqual(['time 5', 'more']);
    expect(formatCheckpoint(parseCheckpoint(text))).toBe(text);
  });

  const root = base64(new Uint8Array(32));
  test.each([
    ['two lines', 'a\n1\n'],
    ['no newline at the end', `a\n1\n${root}`],
    ['an empty origin', `\n1\n${root}\n`],
    ['an empty line', `a\n1\n${root}\n\n`],
    ['a size with a leading zero', `a\n01\n${root}\n`],
    ['a negative size', `a\n-1\n${root}\n`],
    ['a size in hexadecimal', `a\n0x1\n${root}\n`],
    ['a size above 2^53', `a\n9007199254740993\n${root}\n`],
    ['a root of 31 bytes', `a\n1\n${base64(new Uint8Array(31))}\n`],
    ['a root with loose bits', `a\n1\n${root.replace('A=', 'B=')}\n`],
  ])('with %s are refused', (_, text) => {
    expect(() => parseCheckpoint(text)).toThrow(Malformed);
  });

  test('lines that would read as others are not written', () => {
    const good = { origin: 'a', size: 1, root: new Uint8Array(32), extensions: [] };
    for (const bad of [
      { origin: '' },
      { origin: 'a\nb' },
      { extensions: [''] },
      { size: 1.5 },
      { root: new Uint8Array(5) },
    ]) {
      expect(() => formatCheckpoint({ ...good, ...bad })).toThrow(Malformed);
    }
  });
});

describe('Ed25519', () => {
  // RFC 8032, section 7.1, tests 1 to 3.
  test.each([
    [
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ])('the signature of RFC 8032 under %s', (publicKey, message, signature) => {
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
    expect(verifyEd25519(bytes(signature), bytes(message), bytes(publicKey))).toBe(true);
    expect(verifyEd25519(bytes(signature), bytes(`${message}00`), bytes(publicKey))).toBe(false);
  });

  test('verifies what Node signs, and no other length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(255), (message, seed) => {
        const { key, sign } = testKey('a', 'note', seed);
        const signature = sign(message);
        expect(verifyEd25519(signature, message, key.publicKey)).toBe(true);
        expect(verifyEd25519(signature.subarray(1), message, key.publicKey)).toBe(false);
        expect(verifyEd25519(signature, message, key.publicKey.subarray(1))).toBe(false);
      }),
      { numRuns: 10 },
    );
  });

  test('points of small order are no keys, and signatures with them are refused', () => {
    // The point of order 2, with y = −1.
    const order2 = Uint8Array.from(Buffer.from(`ec${'ff'.repeat(30)}7f`, 'hex'));
    const zero = Uint8Array.from([1, ...new Uint8Array(31)]);
    expect(isPublicKey(order2)).toBe(false);
    expect(isPublicKey(zero)).toBe(false);
    const signature = Uint8Array.from([...zero, ...new Uint8Array(32)]);
    expect(verifyEd25519(signature, utf8('anything'), zero)).toBe(false);
    expect(verifyEd25519(signature, utf8('anything'), order2)).toBe(false);
  });
});

describe('base64', () => {
  test('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(base64(bytes))).toEqual(bytes);
      }),
    );
  });

  test.each(['A', 'AA', 'AAA', 'AB==', 'AAB=', 'AA==\n', ' AA==', 'AA=', '-_==', 'AA==AA=='])(
    '%j is refused',
    (text) => {
      expect(() => fromBase64(text)).toThrow(Malformed);
    },
  );
});
