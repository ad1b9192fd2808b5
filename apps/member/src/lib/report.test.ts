import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError, networkError } from '@touchline/client/errors';
import { onInsufficient, report } from './report.ts';

const insufficient = new CallError({ code: 1003, reason: 'insufficient', message: 'Please recharge' });
const refused = new CallError({ code: 0, reason: 'stake_min', message: 'Too small' });

const tell = vi.fn<(error: unknown) => number>(() => 1_631);
const recharge = vi.fn<() => void>();
beforeEach(() => {
  vi.useFakeTimers();
  tell.mockClear();
  recharge.mockClear();
  onInsufficient(recharge);
});
afterEach(() => vi.useRealTimers());

it.each([true, false])(
  'reports a balance that is too low and leads to the recharge page when its message ends (quiet: %s)',
  (quiet) => {
    report(insufficient, { quiet, tell });
    expect(tell).toHaveBeenCalledExactlyOnceWith(insufficient);
    vi.advanceTimersByTime(1_630);
    expect(recharge).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(recharge).toHaveBeenCalledOnce();
  },
);

it('stays where it is after any other refusal, and leaves a quiet one to its caller', () => {
  report(refused, { quiet: false, tell });
  report(refused, { quiet: true, tell });
  report(networkError('aborted'), { quiet: false, tell });
  vi.runAllTimers();
  expect(tell).toHaveBeenCalledExactlyOnceWith(refused);
  expect(recharge).not.toHaveBeenCalled();
});
