import { expect, it } from 'vitest';
import { isBetting } from './is-betting.ts';
import { emptySlip } from './slip-types.ts';
import { emptyTicket, loseReply } from './ticket.ts';

it('an empty slip is no bet', () => {
  expect(isBetting(emptySlip)).toBe(false);
});

it('an open slip is', () => {
  expect(isBetting({ ...emptySlip, open: true })).toBe(true);
});

it('so is a bet whose answer is awaited, also when it was lost', () => {
  const placing = { ...emptyTicket, phase: 'placing' as const };
  const combined = { ...emptySlip.combined, accumulator: placing };
  expect(isBetting({ ...emptySlip, combined })).toBe(true);
  expect(isBetting({ ...emptySlip, combined: { ...combined, accumulator: loseReply(placing) } })).toBe(true);
});
