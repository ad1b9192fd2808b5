import { limits } from '@touchline/contract/limits';
import { Refused } from '../core/refusal.ts';
import { isCommonPassword } from './passwords/common-password.ts';
import type { Identity } from './identity.ts';
import type { MemberRow } from './queries.ts';

/** The names that an identity is known by, which are no secrets. */
export const namesOf = (identity: Identity): string[] => {
  if (identity.kind === 'account') return [identity.account];
  if (identity.kind === 'email') return [identity.email];
  return [identity.mobile, identity.areaCode + identity.mobile, `0${identity.mobile}`];
};

/** All such names of a member. */
export const namesOfMember = (
  member: Pick<MemberRow, 'account' | 'email' | 'area_code' | 'mobile'>,
): string[] => [
  member.account,
  ...(member.email === null ? [] : [member.email]),
  ...(member.area_code === null || member.mobile === null
    ? []
    : namesOf({ kind: 'mobile', areaCode: member.area_code, mobile: member.mobile })),
];

/**
 * Checks a new password.
 * @param names the names that its owner is known by
 * @param field the field of the call that holds it
 * @throws Refused `validation`, `password_mismatch`, `password_common`
 */
export const judgeNewPassword = (
  { password, confirmPassword }: { password: string; confirmPassword: string },
  names: readonly string[],
  field = 'password',
): void => {
  if (password === '') throw new Refused('validation', { rules: { [field]: 'password_empty' } });
  const length = Array.from(password).length;
  if (length < limits.passwordMinLength || length > limits.passwordMaxLength) {
    throw new Refused('validation', { rules: { [field]: 'password_length' } });
  }
  if (confirmPassword === '')
    throw new Refused('validation', { rules: { confirmPassword: 'confirm_empty' } });
  if (password !== confirmPassword) throw new Refused('password_mismatch');
  if (isCommonPassword(password, names)) throw new Refused('password_common');
};
