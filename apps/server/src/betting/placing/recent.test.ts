import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecentBets, duplicateWindowMs } from './recent.ts';
import { commandLists } from '../../testing/commands.ts';

const at = () => {
  let now = 1_000_000;
  return { recent: createRecentBets(() => now), pass: (ms: number) => (now += ms) };
};
const bet = (slip: number, key = 'k1') => ({ slipHash: BigInt(slip), key, first: false });

describe('bets of the last seconds', () => {
  it('are known under another key until the window has passed', () => {
    const { recent, pass } = at();
    recent.placed('m', { ...bet(1), version: 1n });
    expect(recent.has('m', bet(1, 'k2'))).toBe(true);
    expect(recent.has('m', bet(1))).toBe(false);
    expect(recent.has('m', bet(2, 'k2'))).toBe(false);
    expect(recent.has('n', bet(1, 'k2'))).toBe(false);
    pass(duplicateWindowMs - 1);
    expect(recent.has('m', bet(1, 'k2'))).toBe(true);
    pass(1);
    expect(recent.has('m', bet(1, 'k2'))).toBe(false);
  });

  it('are all known once no other process has moved the wallet for the whole window', () => {
    const { recent, pass } = at();
    expect(recent.completeAt('m')).toBeUndefined();
    recent.placed('m', { ...bet(1), version: 1n });
    pass(duplicateWindowMs - 1);
    recent.placed('m', { ...bet(2), version: 2n });
    expect(recent.completeAt('m')).toBeUndefined();
    pass(1);
    expect(recent.completeAt('m')).toBe(2n);
    // Another process wrote entry 3.
    recent.placed('m', { ...bet(3), version: 4n });
    expect(recent.completeAt('m')).toBeUndefined();
    // But no bet, according to the rows.
    recent.placed('m', { ...bet(4), version: 7n, first: true });
    expect(recent.completeAt('m')).toBe(7n);
    recent.placed('m', { ...bet(5), version: 8n });
    expect(recent.completeAt('m')).toBe(8n);
  });

  // Memory never claims more than happened: for any history of own bets and foreign movements.
  it('agree with a memory that keeps everything', () => {
    const step = fc.record({
      pass: fc.integer({ min: 0, max: 15_000 }),
      member: fc.constantFrom('a', 'b'),
      slip: fc.integer({ min: 1, max: 3 }),
      foreign: fc.boolean(),
    });
    fc.assert(
      fc.property(commandLists(step, { maxLength: 40 }), (steps) => {
        const { recent, pass } = at();
        let now = 0;
        const all: { member: string; slip: number; at: number; key: string; own: boolean }[] = [];
        const versions = new Map<string, bigint>();
        steps.forEach(({ pass: ms, member, slip, foreign }, i) => {
          pass(ms);
          now += ms;
          const within = all.filter((b) => b.member === member && b.at > now - duplicateWindowMs);
          const known = recent.has(member, bet(slip, `k${i}`));
          expect(known).toBe(within.some((b) => b.own && b.slip === slip));
          const version = versions.get(member) ?? 0n;
          // Where memory claims to be complete at the wallet's version, nothing foreign is in the window.
          const complete = recent.completeAt(member) === version;
          expect(complete && within.some((b) => !b.own)).toBe(false);
          versions.set(member, version + 1n);
          all.push({ member, slip, at: now, key: `k${i}`, own: !foreign });
          const first = within.length === 0 && recent.completeAt(member) !== version;
          if (!foreign) recent.placed(member, { ...bet(slip, `k${i}`), version: version + 1n, first });
        });
      }),
    );
  });
});
