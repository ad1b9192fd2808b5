import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadNotice } from './rail.ts';
import { checkSignature, signNotice } from './signature.ts';
import { recordedNames, recordedNotice } from './testing/vectors.ts';

const { body, secret, at, header } = recordedNotice('completed');
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1_000);

/** The fault of a signature; undefined when it is right. */
const fault = (
  given: string | string[] | undefined,
  over: { body?: Buffer; secrets?: string[]; now?: Date } = {},
): string | undefined => {
  try {
    checkSignature(given, over.body ?? body, { secrets: over.secrets ?? [secret], now: over.now ?? at });
  } catch (error) {
    if (error instanceof BadNotice) return error.why;
    throw error;
  }
  return undefined;
};

describe('signatures made by another program', () => {
  it.each(recordedNames)('are valid: %s', (name) => {
    const one = recordedNotice(name);
    expect(signNotice(one.secret, one.body, one.at)).toBe(one.header);
    expect(fault(one.header, { body: one.body, secrets: [one.secret], now: one.at })).toBeUndefined();
  });
});

describe('a signature', () => {
  it('by another secret is invalid, as is any without a secret to check it by', () => {
    expect(fault(header, { secrets: ['whsec_wrong_secret'] })).toBe('signature');
    expect(fault(header, { secrets: [] })).toBe('signature');
  });

  it('is invalid for a body with any bit changed', () => {
    fc.assert(
      fc.property(fc.nat({ max: body.length - 1 }), fc.nat({ max: 7 }), (i, bit) => {
        const other = Buffer.from(body);
        other[i] = (other[i] ?? 0) ^ (1 << bit);
        expect(fault(header, { body: other })).toBe('signature');
      }),
    );
  });

  it('is invalid for an equal body written in another way', () => {
    expect(fault(header, { body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))) })).toBe(
      'signature',
    );
    expect(fault(header, { body: Buffer.concat([body, Buffer.from('\n')]) })).toBe('signature');
    expect(fault(header, { body: Buffer.alloc(0) })).toBe('signature');
  });

  it('is good for 300 seconds, on either side', () => {
    expect([-301, -300, 0, 300, 301].map((s) => fault(header, { now: later(s) }))).toEqual([
      'stale',
      undefined,
      undefined,
      undefined,
      'stale',
    ]);
  });

  it('cannot be made fresh by another time', () => {
    const moved = header.replace(/t=\d+/, `t=${Math.floor(later(600).getTime() / 1_000)}`);
    expect(fault(moved, { now: later(600) })).toBe('signature');
  });

  it('by either of two secrets is valid while one replaces the other', () => {
    const next = recordedNotice('by the next secret');
    const secrets = [secret, next.secret];
    expect(fault(header, { secrets })).toBeUndefined();
    expect(fault(next.header, { secrets, body: next.body })).toBeUndefined();
  });

  it('is found among several, and schemes other than v1 are ignored', () => {
    const right = header.split(',')[1] ?? '';
    const t = header.split(',')[0] ?? '';
    const wrong = `v1=${'0'.repeat(64)}`;
    expect(fault(`${t},${wrong},${right}`)).toBeUndefined();
    expect(fault(`${t}, v0=abc, ${right}`)).toBeUndefined();
    expect(fault(`${t},v0=${right.slice(3)}`)).toBe('signature');
    expect(fault([t, wrong].join(','))).toBe('signature');
  });

  it.each([
    undefined,
    '',
    't=',
    'v1=',
    't=1,v1=x',
    header.split(',')[0],
    header.split(',')[1],
    `${header},t=1`,
    `t=-1,${header.split(',')[1]}`,
    header.toUpperCase(),
    'x'.repeat(3_000),
    [header, header],
  ])('is none: %s', (text) => {
    expect(fault(text)).toBe('signature');
  });
});
