import type { CallInput } from '@touchline/contract/routes';
import type { CallError } from '@touchline/client/errors';
import { plainCode } from '@touchline/kit/typed-text';
import { plainAccount, type Way } from '../../features/account/form.ts';

export type SignupValues = {
  /** Username, e-mail or mobile number, as the visitor chose. */
  contact: string;
  password: string;
  confirmPassword: string;
  birthDate: string;
  invitationCode: string;
  /** Sent to the address, where the site wants one. */
  code: string;
};

/** The call that a filled form makes. */
export const registration = (
  values: SignupValues,
  way: Way,
  areaCode: string | undefined,
): CallInput<'register'> => {
  const { password, confirmPassword, birthDate } = values;
  const contact = plainAccount(values.contact);
  const invitationCode = plainCode(values.invitationCode);
  const code = plainCode(values.code);
  const rest = {
    password,
    confirmPassword,
    birthDate,
    invitationCode: invitationCode === '' ? undefined : invitationCode,
    code: way === 'account' || code === '' ? undefined : code,
  };
  if (way === 'email') return { email: contact, ...rest };
  if (way === 'mobile') return { mobile: contact, areaCode, ...rest };
  return { account: contact, ...rest };
};

type FieldError = { field: keyof SignupValues; message: string };

const fieldOf: Readonly<Record<string, keyof SignupValues>> = {
  account: 'contact',
  email: 'contact',
  mobile: 'contact',
  areaCode: 'contact',
  password: 'password',
  confirmPassword: 'confirmPassword',
  birthDate: 'birthDate',
  invitationCode: 'invitationCode',
  code: 'code',
};

/** The field a refusal is about, for those that are about one. */
const fieldOfReason: Readonly<Record<string, keyof SignupValues>> = {
  account_taken: 'contact',
  account_reserved: 'contact',
  code_needed: 'code',
  code_wrong: 'code',
  area_not_allowed: 'contact',
  password_common: 'password',
  password_mismatch: 'confirmPassword',
  under_age: 'birthDate',
  invitation_unknown: 'invitationCode',
};

/** Where the server's words belong in the form; empty when they concern no field. */
export const placeErrors = (error: CallError): FieldError[] => {
  const byField = Object.entries(error.details.fields ?? {}).flatMap(([name, message]) => {
    const field = fieldOf[name];
    return field === undefined ? [] : [{ field, message }];
  });
  const field = fieldOfReason[error.reason];
  return field === undefined ? byField : [...byField, { field, message: error.message }];
};
