import { Type } from 'typebox';
import { operatorRoute, route } from '../route.ts';
import { Otp, TypedPassword as Password, WebAuthn } from '../shapes/account.ts';
import { Empty, Id, Moment } from '../shapes/common.ts';
import { AccessCode, OperatorAccount, operatorRoles } from '../shapes/office.ts';
import { Me, OfficeSession, OpenCalls, OperatorFactor } from '../shapes/office-sign-in.ts';

const closed = { additionalProperties: false };
const Name = Type.String({ minLength: 1, maxLength: 40 });
const NewPassword = Type.String({
  maxLength: 200,
  description: 'at least 12 characters, and none of the common ones',
});
const otp = Type.Optional(Otp);
const Codes = Type.Array(Type.String(), { description: 'each signs in once; shown now and never again' });
const SignedIn = Type.Object({
  token: Type.String(),
  expiresAt: Moment,
  operator: OperatorAccount,
  calls: OpenCalls,
});
const SessionList = Type.Object({ list: Type.Array(OfficeSession) });

/** Getting into the office, and what keeps an operator's account safe. */
export const officeSignInRoutes = {
  officeLogin: route('officeLogin', 'POST /api/office/login', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary:
      'Sign in as an operator; the token goes into the header ba-office-token. Who has a second factor is asked for a code, or a recovery code',
    input: Type.Object(
      { account: Type.String({ minLength: 1, maxLength: 64 }), password: Password, otp },
      closed,
    ),
    output: SignedIn,
    reasons: ['wrong_credentials', 'locked', 'otp_needed', 'otp_wrong'],
  }),
  officeFirst: route('officeFirst', 'POST /api/office/first', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary:
      'Make the first owner of a site, with a password of their choice, by the code the server printed when it started',
    input: Type.Object(
      {
        code: Type.String({ maxLength: 64 }),
        account: Type.String({ minLength: 1, maxLength: 64 }),
        password: NewPassword,
      },
      closed,
    ),
    output: Type.Object({ operator: OperatorAccount }),
    reasons: ['code_wrong', 'password_common'],
  }),
  officeAccessAsk: route('officeAccessAsk', 'POST /api/office/accessAsk', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary:
      'Ask to be let into the office, or for a new password, with a name and a password of your choice; two owners let you in by the code',
    input: Type.Object(
      { account: Type.String({ minLength: 1, maxLength: 64 }), password: NewPassword },
      closed,
    ),
    output: Type.Object({ code: AccessCode, expiresAt: Moment }),
    reasons: ['password_common', 'too_many'],
  }),
  officePasswordSet: route('officePasswordSet', 'POST /api/office/passwordSet', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary:
      'Choose a password, by the code of a link that the command line printed; the sessions of the operator end',
    input: Type.Object({ code: Type.String({ maxLength: 64 }), password: NewPassword }, closed),
    output: Type.Object({ account: Type.String() }),
    reasons: ['code_wrong', 'password_common'],
  }),
  officePasskeyAsk: route('officePasskeyAsk', 'POST /api/office/passkeyAsk', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary: 'Begin to sign in by a passkey: the options for navigator.credentials.get',
    input: Empty,
    output: Type.Object({ challenge: Id, options: WebAuthn }),
  }),
  officePasskeyLogin: route('officePasskeyLogin', 'POST /api/office/passkeyLogin', {
    auth: 'public',
    purpose: 'entry',
    summary: 'Sign in by a passkey; it is both factors',
    input: Type.Object({ challenge: Id, response: WebAuthn }, closed),
    output: SignedIn,
    reasons: ['passkey_wrong'],
  }),
  officeLogout: operatorRoute('officeLogout', 'POST /api/office/logout', {
    decides: false,
    roles: operatorRoles,
    beforeFactor: true,
    summary: 'End this session of the office',
    input: Empty,
    output: Empty,
  }),
  officeMe: operatorRoute('officeMe', 'GET /api/office/me', {
    roles: operatorRoles,
    beforeFactor: true,
    summary: 'The operator who asks, what keeps the account safe, and when this session ends',
    input: Empty,
    output: Me,
  }),
  officePasswordRenew: operatorRoute('officePasswordRenew', 'POST /api/office/passwordRenew', {
    decides: false,
    roles: operatorRoles,
    limit: 'sign_in',
    beforeFactor: true,
    summary: 'Choose another password; all sessions of the operator end',
    input: Type.Object({ password: Password, newPassword: NewPassword, otp }, closed),
    output: Empty,
    reasons: ['wrong_credentials', 'locked', 'otp_needed', 'otp_wrong', 'password_common'],
  }),
  officeOtpBegin: operatorRoute('officeOtpBegin', 'POST /api/office/otpBegin', {
    decides: false,
    roles: operatorRoles,
    limit: 'sign_in',
    beforeFactor: true,
    summary:
      'Begin with an authenticator app, or with another in the place of the one there is: its secret, which counts once a code of it was given',
    input: Type.Object({ password: Password, otp }, closed),
    output: Type.Object({ secret: Type.String(), uri: Type.String({ description: 'for a QR code' }) }),
    reasons: ['wrong_credentials', 'locked', 'otp_needed', 'otp_wrong'],
  }),
  officeOtpConfirm: operatorRoute('officeOtpConfirm', 'POST /api/office/otpConfirm', {
    decides: false,
    roles: operatorRoles,
    beforeFactor: true,
    summary: 'Let the authenticator app count, by a code of it; other sessions of the operator end',
    input: Type.Object({ otp: Otp }, closed),
    output: Type.Object({ secondFactor: OperatorFactor, codes: Codes }),
    reasons: ['otp_wrong', 'otp_state', 'locked'],
  }),
  officeOtpRenew: operatorRoute('officeOtpRenew', 'POST /api/office/otpRenew', {
    decides: false,
    roles: operatorRoles,
    limit: 'sign_in',
    summary: 'New recovery codes; the old ones count no more',
    input: Type.Object({ password: Password, otp }, closed),
    output: Type.Object({ codes: Codes }),
    reasons: ['wrong_credentials', 'locked', 'otp_needed', 'otp_wrong', 'otp_state'],
  }),
  officePasskeyBegin: operatorRoute('officePasskeyBegin', 'POST /api/office/passkeyBegin', {
    decides: false,
    roles: operatorRoles,
    limit: 'sign_in',
    beforeFactor: true,
    summary: 'Begin a passkey: the options for navigator.credentials.create',
    input: Type.Object({ password: Password, otp }, closed),
    output: Type.Object({ challenge: Id, options: WebAuthn }),
    reasons: ['wrong_credentials', 'locked', 'otp_needed', 'otp_wrong', 'passkey_many'],
  }),
  officePasskeySave: operatorRoute('officePasskeySave', 'POST /api/office/passkeySave', {
    decides: false,
    roles: operatorRoles,
    beforeFactor: true,
    summary:
      'Keep the passkey the browser made; with the first factor of an operator come recovery codes, and other sessions end',
    input: Type.Object({ challenge: Id, name: Name, response: WebAuthn }, closed),
    output: Type.Object({ secondFactor: OperatorFactor, codes: Type.Optional(Codes) }),
    reasons: ['passkey_wrong', 'passkey_many'],
  }),
  officePasskeyName: operatorRoute('officePasskeyName', 'POST /api/office/passkeyName', {
    decides: false,
    roles: operatorRoles,
    summary: 'Give a passkey another name',
    input: Type.Object({ id: Id, name: Name }, closed),
    output: OperatorFactor,
    reasons: ['not_found'],
  }),
  officePasskeyDel: operatorRoute('officePasskeyDel', 'POST /api/office/passkeyDel', {
    decides: false,
    roles: operatorRoles,
    limit: 'sign_in',
    summary: 'Remove a passkey, unless it is the last second factor',
    input: Type.Object({ id: Id, password: Password, otp }, closed),
    output: OperatorFactor,
    reasons: ['not_found', 'wrong_credentials', 'locked', 'otp_needed', 'otp_wrong', 'otp_state'],
  }),
  officeSessionList: operatorRoute('officeSessionList', 'GET /api/office/sessionList', {
    roles: operatorRoles,
    beforeFactor: true,
    summary: 'The open sessions of the operator who asks, this one first',
    input: Empty,
    output: SessionList,
  }),
  officeSessionEnd: operatorRoute('officeSessionEnd', 'POST /api/office/sessionEnd', {
    decides: false,
    roles: operatorRoles,
    beforeFactor: true,
    summary: 'End one of your own sessions, or all others',
    input: Type.Object({ id: Type.Optional(Id), others: Type.Optional(Type.Literal(true)) }, closed),
    output: SessionList,
    reasons: ['not_found'],
  }),
  officeOperatorSignOut: operatorRoute('officeOperatorSignOut', 'POST /api/office/operatorSignOut', {
    decides: false,
    roles: ['owner'],
    summary: 'End all sessions of another operator',
    input: Type.Object({ id: Id }, closed),
    output: Type.Object({ ended: Type.Integer() }),
    reasons: ['not_found', 'same_operator'],
  }),
};
