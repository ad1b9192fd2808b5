import { Type } from 'typebox';
import { route } from '../route.ts';
import {
  AreaCode,
  Code,
  codePurposes,
  Device,
  OpenDevice,
  Otp,
  Password,
  TypedPassword,
} from '../shapes/account.ts';
import { Empty, Id, oneOf } from '../shapes/common.ts';
import { TextSection } from '../shapes/inbox.ts';
import { Session, User } from '../shapes/user.ts';
import { houseTextFields } from '../shapes/house-texts.ts';

const closed = { additionalProperties: false };
/** An e-mail address, or a mobile number with its calling code. */
const To = Type.String({ minLength: 3, maxLength: 254 });
const address = { to: To, areaCode: Type.Optional(AreaCode) };
const newPassword = { password: Password, confirmPassword: Type.String({ minLength: 1, maxLength: 64 }) };

export const accountRoutes = {
  sendCode: route('sendCode', 'POST /api/common/sendCode', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary:
      'Send a code to an e-mail address or a mobile number; the answer is the same whether an account has it or not',
    input: Type.Object({ ...address, purpose: oneOf([...codePurposes]) }, closed),
    output: Type.Object({
      retryAfter: Type.Integer({ description: 'seconds until another can be sent' }),
      way: Type.Enum(['carrier', 'console', 'none'], {
        description:
          'how it is sent: by a carrier, on the console of the server, or not at all without either',
      }),
    }),
    reasons: ['area_not_allowed', 'too_many'],
  }),
  loginByCode: route('loginByCode', 'POST /api/user/loginByCode', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary: 'Sign in by a code that was sent for it',
    input: Type.Object(
      { ...address, code: Code, otp: Type.Optional(Otp), device: Type.Optional(Device) },
      closed,
    ),
    output: Session,
    reasons: ['code_wrong', 'otp_needed', 'otp_wrong', 'locked'],
  }),
  resetPassword: route('resetPassword', 'POST /api/user/resetPassword', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary: 'Choose a new password by a code that was sent for it; all sessions end',
    input: Type.Object({ ...address, code: Code, otp: Type.Optional(Otp), ...newPassword }, closed),
    output: Empty,
    reasons: ['code_wrong', 'otp_needed', 'otp_wrong', 'locked', 'password_common', 'password_mismatch'],
  }),
  changePassword: route('changePassword', 'POST /api/user/changePassword', {
    auth: 'member',
    limit: 'sign_in',
    summary: 'Choose a new password; all other sessions end',
    input: Type.Object(
      {
        oldPassword: TypedPassword,
        newPassword: Password,
        confirmPassword: Type.String({ minLength: 1, maxLength: 64 }),
      },
      closed,
    ),
    output: Empty,
    reasons: ['wrong_credentials', 'locked', 'password_common', 'password_mismatch'],
  }),
  profileSave: route('profileSave', 'POST /api/user/profileSave', {
    auth: 'member',
    summary: 'Change the nickname, where an empty one takes it away, or the language of mails and notices',
    input: Type.Object(
      {
        nickname: Type.Optional(Type.String({ maxLength: 64 })),
        language: Type.Optional(Type.String({ maxLength: 16 })),
      },
      { ...closed, minProperties: 1 },
    ),
    output: User,
    reasons: ['account_reserved'],
  }),
  contactSave: route('contactSave', 'POST /api/user/contactSave', {
    auth: 'member',
    limit: 'sign_in',
    summary: 'Add or change the e-mail address or mobile number, by a code sent there and the password',
    input: Type.Object({ ...address, code: Code, password: TypedPassword }, closed),
    output: User,
    reasons: ['code_wrong', 'contact_taken', 'wrong_credentials', 'locked', 'area_not_allowed'],
  }),
  sessionList: route('sessionList', 'GET /api/user/sessionList', {
    auth: 'member',
    summary: "The member's open sessions, the present one first",
    input: Empty,
    output: Type.Object({ list: Type.Array(OpenDevice) }),
  }),
  sessionEnd: route('sessionEnd', 'POST /api/user/sessionEnd', {
    auth: 'member',
    summary: 'End one session, or all others',
    input: Type.Object({ id: Type.Optional(Id), others: Type.Optional(Type.Literal(true)) }, closed),
    output: Type.Object({ list: Type.Array(OpenDevice) }),
    reasons: ['not_found'],
  }),
  terms: route('terms', 'GET /api/ops/terms', {
    auth: 'public',
    purpose: 'law',
    summary: "The terms of the house in the caller's language; without a version, those in force",
    input: Type.Object({ version: Type.Optional(Type.String({ maxLength: 20 })) }, closed),
    output: Type.Object({
      version: Type.String(),
      publishedAt: Type.String({ format: 'date' }),
      versions: Type.Array(
        Type.Object({ version: Type.String(), publishedAt: Type.String({ format: 'date' }) }),
      ),
      sections: Type.Array(TextSection),
      ...houseTextFields,
    }),
    reasons: ['not_found'],
  }),
  termsAccept: route('termsAccept', 'POST /api/user/termsAccept', {
    auth: 'member',
    summary: 'Accept the terms in force; when and which is kept',
    input: Type.Object({ version: Type.String({ maxLength: 20 }) }, closed),
    output: User,
    reasons: ['terms_outdated'],
  }),
};
