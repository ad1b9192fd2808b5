import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesLuhn, readCard, sandboxCards } from './cards.ts';

const now = new Date('2026-06-11T12:00:00Z');
const good = { number: '4242 4242 4242 4242', expiry: '06/26', cvc: '123' };

describe("Luhn's check digit", () => {
  it('is right in the cards of the sandbox and in known numbers', () => {
    for (const { number } of sandboxCards) expect(passesLuhn(number)).toBe(true);
    expect(['79927398713', '0', '18'].map(passesLuhn)).toEqual([true, true, true]);
    expect(['79927398710', '', '1', '81'].map(passesLuhn)).toEqual([false, false, false, false]);
  });

  it('finds every digit that was typed wrongly', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sandboxCards),
        fc.nat({ max: 15 }),
        fc.integer({ min: 1, max: 9 }),
        ({ number }, at, by) => {
          const digit = (Number(number[at]) + by) % 10;
          expect(passesLuhn(number.slice(0, at) + String(digit) + number.slice(at + 1))).toBe(false);
        },
      ),
    );
  });
});

describe('a card', () => {
  it('of the sandbox does its act', () => {
    expect(sandboxCards.map(({ number }) => readCard({ ...good, number }, now))).toEqual(
      sandboxCards.map(({ outcome }) => ({ outcome })),
    );
  });

  it('that is not of the sandbox is unknown, even if valid', () => {
    expect(readCard({ ...good, number: '5555-5555-5555-4444' }, now)).toEqual({ outcome: 'unknown' });
  });

  it.each(['', '4242', '4242 4242 4242 4241', '4242x4242y4242z4242', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', '0'.repeat(400)])(
    'with the number "%s" is wrong',
    (number) => {
      expect(readCard({ ...good, number }, now)).toEqual({ wrong: ['number'] });
    },
  );

  it.each(['06/26', '6/26', '06 / 26', '12/2034', ' 07/26 '])('lasts until %s', (expiry) => {
    expect(readCard({ ...good, expiry }, now)).toEqual({ outcome: 'pays' });
  });

  it.each(['', '05/26', '13/27', '00/27', '0626', '06/1926', '06/99', 'June 26', '06/26/26'])(
    'does not last until "%s"',
    (expiry) => {
      expect(readCard({ ...good, expiry }, now)).toEqual({ wrong: ['expiry'] });
    },
  );

  it('names all errors at once', () => {
    expect(readCard({ number: 'x', expiry: 'x', cvc: '12' }, now)).toEqual({
      wrong: ['number', 'expiry', 'cvc'],
    });
    expect(readCard({ ...good, cvc: '12345' }, now)).toEqual({ wrong: ['cvc'] });
  });
});
