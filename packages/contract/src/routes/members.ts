import { Type } from 'typebox';
import { route } from '../route.ts';
import { Empty, Id } from '../shapes/common.ts';
import { AreaCode, Code, Device, Otp, Password } from '../shapes/account.ts';
import { Receipt } from '../shapes/receipt.ts';
import { Session, Tokens, User } from '../shapes/user.ts';

const LiveTicket = Type.Object({
  ticket: Type.String(),
  expiresAt: Type.String({ format: 'date-time' }),
});

export const memberRoutes = {
  register: route('register', 'POST /api/user/register', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary: 'Open an account by username, e-mail or mobile number',
    input: Type.Object(
      {
        account: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
        mobile: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
        areaCode: Type.Optional(AreaCode),
        email: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
        password: Password,
        confirmPassword: Type.String({ minLength: 1, maxLength: 64 }),
        birthDate: Type.String({ format: 'date' }),
        invitationCode: Type.Optional(Type.String({ maxLength: 32 })),
        agentCode: Type.Optional(Type.String({ maxLength: 64, description: '`acode` of the link' })),
        code: Type.Optional(Code),
        terms: Type.Optional(Type.String({ maxLength: 20, description: 'version of the terms accepted' })),
        device: Type.Optional(Device),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({
      ...Session.properties,
      receipts: Type.Array(Receipt, { description: 'of the play money that the wallet begins with' }),
    }),
    reasons: [
      'account_taken',
      'account_reserved',
      'code_needed',
      'code_wrong',
      'terms_outdated',
      'password_common',
      'password_mismatch',
      'under_age',
      'area_not_allowed',
      'invitation_unknown',
    ],
  }),
  login: route('login', 'POST /api/user/login', {
    auth: 'public',
    purpose: 'entry',
    limit: 'sign_in',
    summary: 'Sign in by username, e-mail or mobile number',
    input: Type.Object(
      {
        account: Type.String({ minLength: 1, maxLength: 254 }),
        areaCode: Type.Optional(AreaCode),
        password: Type.String({ minLength: 1, maxLength: 64 }),
        otp: Type.Optional(Otp),
        device: Type.Optional(Device),
      },
      { additionalProperties: false },
    ),
    output: Session,
    reasons: ['wrong_credentials', 'locked', 'otp_needed', 'otp_wrong'],
  }),
  logout: route('logout', 'POST /api/user/logout', {
    auth: 'member',
    summary: 'End this session',
    input: Empty,
    output: Empty,
  }),
  refreshToken: route('refreshToken', 'POST /api/common/refreshToken', {
    auth: 'public',
    purpose: 'entry',
    summary: 'Exchange the refresh token for a new pair; an old one ends the session',
    input: Type.Object(
      { refreshToken: Type.String({ minLength: 1, maxLength: 512 }) },
      { additionalProperties: false },
    ),
    output: Tokens,
    reasons: ['sign_in'],
  }),
  userInfo: route('userInfo', 'GET /api/user/userInfo', {
    auth: 'member',
    summary: 'The member and the wallet',
    input: Empty,
    output: User,
  }),
  identitySave: route('identitySave', 'POST /api/user/identitySave', {
    auth: 'member',
    summary: 'Hand in the name of an identity document and its image for review',
    input: Type.Object(
      { realName: Type.String({ minLength: 1, maxLength: 120 }), document: Id },
      { additionalProperties: false },
    ),
    output: User,
    reasons: ['not_found', 'document_used', 'identity_fixed'],
  }),
  liveTicket: route('liveTicket', 'POST /api/common/liveTicket', {
    auth: 'member',
    summary: 'A short ticket that opens the live stream',
    input: Empty,
    output: LiveTicket,
  }),
  visitorTicket: route('visitorTicket', 'POST /api/common/visitorTicket', {
    auth: 'public',
    purpose: 'page',
    summary: 'The same for a visitor, whose stream has matches, prices and whether bets are taken only',
    input: Empty,
    output: LiveTicket,
  }),
};
