import { Type } from 'typebox';
import { route } from '../route.ts';
import { Device, Otp, Security, TypedPassword, WebAuthn } from '../shapes/account.ts';
import { Empty, Id } from '../shapes/common.ts';
import { Session } from '../shapes/user.ts';

const closed = { additionalProperties: false };
const RecoveryCodes = Type.Object({
  codes: Type.Array(Type.String(), { description: 'each signs in once; shown now and never again' }),
});
const Name = Type.String({ minLength: 1, maxLength: 40 });

export const securityRoutes = {
  securityInfo: route('securityInfo', 'GET /api/user/securityInfo', {
    auth: 'member',
    summary: 'What keeps the account safe',
    input: Empty,
    output: Security,
  }),
  otpBegin: route('otpBegin', 'POST /api/user/otpBegin', {
    auth: 'member',
    limit: 'sign_in',
    summary:
      'Begin a second factor: the secret for an authenticator app. It counts once a code of it was given',
    input: Type.Object({ password: TypedPassword }, closed),
    output: Type.Object({ secret: Type.String(), uri: Type.String({ description: 'for a QR code' }) }),
    reasons: ['wrong_credentials', 'locked', 'otp_state'],
  }),
  otpConfirm: route('otpConfirm', 'POST /api/user/otpConfirm', {
    auth: 'member',
    summary: 'Turn the second factor on by a code of the app',
    input: Type.Object({ otp: Otp }, closed),
    output: RecoveryCodes,
    reasons: ['otp_wrong', 'otp_state', 'locked'],
  }),
  otpRenew: route('otpRenew', 'POST /api/user/otpRenew', {
    auth: 'member',
    limit: 'sign_in',
    summary: 'New recovery codes; the old ones count no more',
    input: Type.Object({ password: TypedPassword, otp: Otp }, closed),
    output: RecoveryCodes,
    reasons: ['wrong_credentials', 'locked', 'otp_wrong', 'otp_state'],
  }),
  otpEnd: route('otpEnd', 'POST /api/user/otpEnd', {
    auth: 'member',
    limit: 'sign_in',
    summary: 'Turn the second factor off',
    input: Type.Object({ password: TypedPassword, otp: Otp }, closed),
    output: Security,
    reasons: ['wrong_credentials', 'locked', 'otp_wrong', 'otp_state'],
  }),
  passkeyBegin: route('passkeyBegin', 'POST /api/user/passkeyBegin', {
    auth: 'member',
    limit: 'sign_in',
    summary: 'Begin a passkey: the options for navigator.credentials.create',
    input: Type.Object({ password: TypedPassword, otp: Type.Optional(Otp) }, closed),
    output: Type.Object({ challenge: Id, options: WebAuthn }),
    reasons: ['wrong_credentials', 'locked', 'otp_needed', 'otp_wrong', 'passkey_many'],
  }),
  passkeySave: route('passkeySave', 'POST /api/user/passkeySave', {
    auth: 'member',
    summary: 'Keep the passkey the browser made',
    input: Type.Object({ challenge: Id, name: Name, response: WebAuthn }, closed),
    output: Security,
    reasons: ['passkey_wrong', 'passkey_many'],
  }),
  passkeyDel: route('passkeyDel', 'POST /api/user/passkeyDel', {
    auth: 'member',
    limit: 'sign_in',
    summary: 'Forget a passkey',
    input: Type.Object({ id: Id, password: TypedPassword }, closed),
    output: Security,
    reasons: ['not_found', 'wrong_credentials', 'locked'],
  }),
  passkeyAsk: route('passkeyAsk', 'POST /api/user/passkeyAsk', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary: 'Begin to sign in by a passkey: the options for navigator.credentials.get',
    input: Empty,
    output: Type.Object({ challenge: Id, options: WebAuthn }),
  }),
  passkeyLogin: route('passkeyLogin', 'POST /api/user/passkeyLogin', {
    auth: 'public',
    purpose: 'entry',
    summary: 'Sign in by a passkey; it is both factors',
    input: Type.Object({ challenge: Id, response: WebAuthn, device: Type.Optional(Device) }, closed),
    output: Session,
    reasons: ['passkey_wrong', 'locked'],
  }),
};
