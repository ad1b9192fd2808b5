import { Type } from 'typebox';
import { moneyKinds } from '../kinds.ts';
import { operatorRoute } from '../route.ts';
import { OpenDevice } from '../shapes/account.ts';
import { Bet, BetDetail } from '../shapes/bet.ts';
import { Amount, Empty, Id, listOf, Moment, oneOf, pageFields, Version } from '../shapes/common.ts';
import { MoneyEntry } from '../shapes/money.ts';
import { MemberIdentity, MemberName, OfficeMember, OperatorName } from '../shapes/office.ts';
import { PlayInfo } from '../shapes/play.ts';
import { TeamInfo } from '../shapes/team.ts';
import { TeamFlag } from '../shapes/office-growth.ts';

const closed = { additionalProperties: false };
const readers = ['support', 'cashier', 'auditor', 'owner'] as const;
const ofMember = { member: Id };
const why = Type.String({ minLength: 5, maxLength: 500 });
export const betTabs = ['all', 'in_progress', 'win', 'lose', 'refund'] as const;

const Note = Type.Object({ id: Id, text: Type.String(), by: OperatorName, at: Moment });

/** Second factors of a member, and a proposal to remove them all. */
const Factors = Type.Object({
  app: Type.Boolean({ description: 'an authenticator app' }),
  passkeys: Type.Integer(),
  recoveryCodes: Type.Integer({ description: 'that were not used' }),
  withdrawFrom: Type.Optional(Moment),
  end: Type.Optional(
    Type.Object({
      id: Id,
      reason: Type.String(),
      proposedBy: OperatorName,
      proposedAt: Moment,
      version: Version,
      used: Type.Boolean({ description: 'the member has passed by one since: it is not lost' }),
    }),
  ),
});

/** A member with all that the house knows, without bets and money, which come page by page. */
const Detail = Type.Object({
  member: OfficeMember,
  identity: MemberIdentity,
  language: Type.String(),
  turnoverLeft: Amount,
  vipLevel: Type.Integer(),
  teamLevel: Type.Integer(),
  openBets: Type.Integer(),
  team: Type.Object({
    ...TeamInfo.properties,
    leaders: Type.Array(MemberName, { description: 'the inviter first' }),
    flags: Type.Array(TeamFlag, { description: 'of the member as invited, newest first' }),
  }),
  play: PlayInfo,
  sessions: Type.Array(Type.Omit(OpenDevice, ['current'])),
  factors: Factors,
  notes: Type.Array(Note),
});

export const officePeopleRoutes = {
  officeMemberList: operatorRoute('officeMemberList', 'GET /api/office/memberList', {
    roles: readers,
    summary:
      'The members, newest first; or those found by `q` as officeMemberFind does, on one page. Contacts and names masked',
    input: Type.Object(
      {
        q: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
        locked: Type.Optional(oneOf(['yes'])),
        factor: Type.Optional(oneOf(['waits'])),
        agent: Type.Optional(
          Type.String({ maxLength: 64, description: 'agent code of the link that brought the members' }),
        ),
        ...pageFields,
      },
      closed,
    ),
    output: listOf(OfficeMember),
  }),
  officeMemberDetail: operatorRoute('officeMemberDetail', 'GET /api/office/memberDetail', {
    roles: readers,
    summary: 'One member: wallet, limits, levels, sessions, notes; contacts and name masked',
    input: Type.Object(ofMember, closed),
    output: Detail,
    reasons: ['not_found'],
  }),
  officeMemberOpen: operatorRoute('officeMemberOpen', 'POST /api/office/memberOpen', {
    decides: false,
    roles: ['support', 'cashier', 'owner'],
    summary:
      'Contacts, name and date of birth of a member, for a reason; the log records that they were opened',
    input: Type.Object({ ...ofMember, why }, closed),
    output: Type.Object({
      areaCode: Type.Optional(Type.String()),
      mobile: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      realName: Type.Optional(Type.String()),
      birthDate: Type.String({ format: 'date' }),
    }),
    reasons: ['not_found'],
  }),
  officeMemberBets: operatorRoute('officeMemberBets', 'GET /api/office/memberBets', {
    roles: [...readers, 'trader'],
    summary: 'The bets of a member, newest first',
    input: Type.Object({ ...ofMember, tab: Type.Optional(oneOf([...betTabs])), ...pageFields }, closed),
    output: listOf(Bet),
    reasons: ['not_found'],
  }),
  officeMemberBet: operatorRoute('officeMemberBet', 'GET /api/office/memberBet', {
    roles: [...readers, 'trader'],
    summary: 'A bet of a member with its time line',
    input: Type.Object({ ...ofMember, id: Id }, closed),
    output: BetDetail,
    reasons: ['not_found'],
  }),
  officeMemberMoney: operatorRoute('officeMemberMoney', 'GET /api/office/memberMoney', {
    roles: readers,
    summary: 'What moved the wallet of a member, newest first',
    input: Type.Object({ ...ofMember, kind: Type.Optional(oneOf([...moneyKinds])), ...pageFields }, closed),
    output: listOf(MoneyEntry),
    reasons: ['not_found'],
  }),
  officeMemberLock: operatorRoute('officeMemberLock', 'POST /api/office/memberLock', {
    decides: { unless: { locked: [true] } },
    roles: ['support', 'owner'],
    summary: 'Lock an account, which ends its sessions, or open it again; bets that run are settled and paid',
    input: Type.Object({ ...ofMember, version: Version, locked: Type.Boolean(), why }, closed),
    output: OfficeMember,
    reasons: ['not_found', 'outdated', 'decided_already'],
  }),
  officeMemberSessionsEnd: operatorRoute('officeMemberSessionsEnd', 'POST /api/office/memberSessionsEnd', {
    decides: false,
    roles: ['support', 'owner'],
    summary: 'End all sessions of a member',
    input: Type.Object({ ...ofMember, why }, closed),
    output: Empty,
    reasons: ['not_found'],
  }),
  officeMemberFactorEnd: operatorRoute('officeMemberFactorEnd', 'POST /api/office/memberFactorEnd', {
    decides: true,
    roles: ['support', 'owner'],
    summary:
      'Propose to take authenticator app, passkeys and recovery codes off a member who has lost them; the member is notified at every address, and another operator decides',
    input: Type.Object({ ...ofMember, why }, closed),
    output: Factors,
    reasons: ['not_found', 'reason_needed', 'otp_state', 'outdated'],
  }),
  officeMemberFactorDecide: operatorRoute('officeMemberFactorDecide', 'POST /api/office/memberFactorDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['support', 'owner'],
    summary:
      'Remove them, which ends all sessions and holds withdrawals back for a day; refuse it, or withdraw your own proposal',
    input: Type.Object(
      {
        ...ofMember,
        id: Id,
        version: Version,
        decision: oneOf(['apply', 'refuse', 'withdraw']),
        note: Type.Optional(Type.String({ maxLength: 500 })),
      },
      closed,
    ),
    output: Factors,
    reasons: ['not_found', 'same_operator', 'forbidden', 'decided_already', 'outdated', 'reason_needed'],
  }),
  officeMemberNoteAdd: operatorRoute('officeMemberNoteAdd', 'POST /api/office/memberNoteAdd', {
    decides: false,
    roles: ['support', 'cashier', 'owner'],
    summary: 'Note something about a member, for other operators',
    input: Type.Object({ ...ofMember, text: Type.String({ minLength: 1, maxLength: 2_000 }) }, closed),
    output: Note,
    reasons: ['not_found'],
  }),
};
