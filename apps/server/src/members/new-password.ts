import { limits } from '@touchline/contract/limits';
import { Refused } from '../platform/refusal.ts';
import { isCommonPassword } from './common-password.ts';
import type { MemberRow } from './queries.ts';

/** All names a member is known by, which are no secrets. */
export const namesOfMember = (member: MemberRow): string[] => {
  const { account, email, area_code: areaCode, mobile } = member;
  return [
    account,
    ...(email === null ? [] : [email]),
    ...(mobile === null || areaCode === null ? [] : [mobile, areaCode + mobile, `0${mobile}`]),
  ];
};

/**
 * Judges a password somebody chooses.
 * @param names what its owner is known by
 * @param field of the call it came in
 * @throws Refused `validation`, `password_mismatch`, `password_common`
 */
export const judgeNewPassword = (
  { password, confirmPassword }: { password: string; confirmPassword: string },
  names: readonly string[],
  field = 'password',
): void => {
  const length = Array.from(password).length;
  if (length < limits.passwordMinLength || length > limits.passwordMaxLength) {
    throw new Refused('validation', { rules: { [field]: 'password_length' } });
  }
  if (password !== confirmPassword) throw new Refused('password_mismatch');
  if (isCommonPassword(password, names)) throw new Refused('password_common');
};
