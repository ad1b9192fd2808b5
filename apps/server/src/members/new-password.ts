import { limits } from '@touchline/contract/limits';
import { Refused } from '../platform/refusal.ts';
import { isCommonPassword } from './common-password.ts';
import type { MemberRow } from './queries.ts';

/** What a member is known by, which is no secret. */
export const namesOfMember = (
  member: Pick<MemberRow, 'account' | 'email' | 'area_code' | 'mobile'>,
): string[] => {
  const { account, email, area_code: areaCode, mobile } = member;
  return [
    account,
    ...(email === null ? [] : [email]),
    ...(mobile === null || areaCode === null ? [] : [mobile, areaCode + mobile, `0${mobile}`]),
  ];
};

/**
 * Judges a password somebody chooses, as at registration.
 * @param given.field the field of the call it came in
 * @throws Refused `validation`, `password_mismatch`, `password_common`
 */
export const judgeNewPassword = (given: {
  field: string;
  password: string;
  confirmPassword: string;
  names: readonly string[];
}): void => {
  const { field, password, confirmPassword, names } = given;
  const length = Array.from(password).length;
  if (length < limits.passwordMinLength || length > limits.passwordMaxLength) {
    throw new Refused('validation', { rules: { [field]: 'password_length' } });
  }
  if (password !== confirmPassword) throw new Refused('password_mismatch');
  if (isCommonPassword(password, names)) throw new Refused('password_common');
};
