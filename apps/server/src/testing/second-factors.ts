import { Secret, TOTP } from 'otpauth';
import type { Clock, ManualClock } from '../core/clock.ts';
import type { TestMember, TestOperator } from './touchline.ts';

/** The code of a secret at the clock's time, and some steps of 30 s later. */
export const codeOf = (clock: Clock, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now().getTime() + steps * 30_000,
  });

type SecondFactor = { secret: string; recovery: readonly string[] };

/** Turns the authenticator app of a member on. */
export const setUpMemberApp = async (
  { clock }: { clock: ManualClock },
  { ask, password }: TestMember,
): Promise<SecondFactor> => {
  const { secret } = await ask('otpBegin', { password });
  const { codes } = await ask('otpConfirm', { otp: codeOf(clock, secret) });
  // The code that turned it on is used up.
  clock.advance(30_000);
  return { secret, recovery: codes };
};

/** Turns the authenticator app of an operator on; other sessions of theirs end. */
export const setUpOperatorApp = async (
  { clock }: { clock: ManualClock },
  { ask, password }: TestOperator,
): Promise<SecondFactor> => {
  const { secret } = await ask('officeOtpBegin', { password });
  const { codes } = await ask('officeOtpConfirm', { otp: codeOf(clock, secret) });
  clock.advance(30_000);
  return { secret, recovery: codes };
};
