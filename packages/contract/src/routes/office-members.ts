import { Type } from 'typebox';
import { operatorRoute } from '../route.ts';
import { Id, Key, listOf, Moment, oneOf, pageFields, Version } from '../shapes/common.ts';
import { LetterText } from '../shapes/inbox.ts';
import { Likeness, TeamFlag, TeamRulesChange } from '../shapes/office-growth.ts';
import { Day } from '../shapes/office-views.ts';
import { MemberName } from '../shapes/office.ts';
import { outboxFaults } from '../shapes/outbox-fault.ts';
import { exclusions, PlayInfo } from '../shapes/play.ts';
import { teamFlagStates, TeamLevel, TeamRules } from '../shapes/team.ts';

const closed = { additionalProperties: false };
const Texts = Type.Record(Type.String({ maxLength: 8 }), LetterText);

/** A message that went out, or waits. Its recipient is masked, and no code in it is ever shown. */
const outMessage = {
  id: Id,
  channel: oneOf(['email', 'sms']),
  to: Type.String(),
  subject: Type.Optional(Type.String()),
  state: oneOf(['kept', 'waiting', 'sent', 'failed']),
  tries: Type.Integer(),
  error: Type.Optional(Type.String({ description: 'as it came' })),
  fault: Type.Optional(oneOf([...outboxFaults])),
  at: Moment,
  sentAt: Type.Optional(Moment),
};

export const officeMemberRoutes = {
  officeLetterSend: operatorRoute('officeLetterSend', 'POST /api/office/letterSend', {
    decides: false,
    roles: ['content', 'support'],
    body: 'words',
    summary: 'Write a letter to one member, in the languages given',
    input: Type.Object({ key: Key, member: Id, texts: Texts }, closed),
    output: Type.Object({ id: Id }),
    reasons: ['not_found', 'key_reused'],
  }),
  officeOutboxList: operatorRoute('officeOutboxList', 'GET /api/office/outboxList', {
    roles: ['support', 'auditor', 'owner'],
    summary: 'Mails and short messages, newest first, without what they say',
    input: Type.Object({ to: Type.Optional(Type.String({ maxLength: 254 })), ...pageFields }, closed),
    output: listOf(Type.Object(outMessage)),
  }),
  officeOutboxOpen: operatorRoute('officeOutboxOpen', 'GET /api/office/outboxOpen', {
    roles: ['support', 'auditor', 'owner'],
    summary: 'What a message says, without its code',
    input: Type.Object({ id: Id }, closed),
    output: Type.Object({ ...outMessage, text: Type.String() }),
    reasons: ['not_found'],
  }),
  officePlayDetail: operatorRoute('officePlayDetail', 'GET /api/office/playDetail', {
    roles: ['support', 'auditor'],
    summary: "A member's limits, restriction and net position",
    input: Type.Object({ member: Id }, closed),
    output: Type.Object({ member: MemberName, play: PlayInfo }),
    reasons: ['not_found'],
  }),
  officePlayExclude: operatorRoute('officePlayExclude', 'POST /api/office/playExclude', {
    decides: false,
    roles: ['support'],
    summary: 'Exclude a member who asks for it, or must be; it can be made longer, never shorter',
    input: Type.Object(
      { member: Id, length: oneOf([...exclusions]), reason: Type.String({ minLength: 5, maxLength: 500 }) },
      closed,
    ),
    output: Type.Object({ member: MemberName, play: PlayInfo }),
    reasons: ['not_found'],
  }),
  officeLikenessList: operatorRoute('officeLikenessList', 'GET /api/office/likenessList', {
    roles: ['support', 'auditor'],
    summary:
      'Accounts that share something with the account of an excluded member, the longest waiting first',
    input: Type.Object({ state: Type.Optional(oneOf([...teamFlagStates])), ...pageFields }, closed),
    output: listOf(Likeness),
  }),
  officeLikenessDecide: operatorRoute('officeLikenessDecide', 'POST /api/office/likenessDecide', {
    decides: true,
    roles: ['support'],
    summary:
      'Clear a likeness, so that the account may recharge. Or confirm it: the account is excluded as the other is',
    input: Type.Object({ id: Id, version: Version, decision: oneOf(['clear', 'confirm']) }, closed),
    output: Likeness,
    reasons: ['not_found', 'outdated', 'decided_already'],
  }),
  officeTeamRules: operatorRoute('officeTeamRules', 'GET /api/office/teamRules', {
    roles: ['support', 'cashier', 'auditor', 'owner'],
    summary: 'The versions of the team rules, newest first',
    input: Type.Object({ ...pageFields }, closed),
    output: listOf(TeamRules),
  }),
  officeTeamRulesSave: operatorRoute('officeTeamRulesSave', 'POST /api/office/teamRulesSave', {
    decides: true,
    roles: ['owner'],
    summary: 'Propose team rules, made on the version that was seen; another operator approves them',
    input: Type.Object(
      {
        levels: Type.Array(TeamLevel, { minItems: 3, maxItems: 3 }),
        seen: Type.String({
          pattern: '^[1-9][0-9]{0,8}$',
          description: 'the newest version, as it was read',
        }),
        from: Type.Optional(Day),
        reason: Type.String({ minLength: 5, maxLength: 500 }),
      },
      closed,
    ),
    output: TeamRulesChange,
    reasons: ['outdated', 'reason_needed'],
  }),
  officeTeamFlagList: operatorRoute('officeTeamFlagList', 'GET /api/office/teamFlagList', {
    roles: ['support', 'auditor'],
    summary: 'Members who may have invited themselves, the longest waiting first',
    input: Type.Object({ state: Type.Optional(oneOf([...teamFlagStates])), ...pageFields }, closed),
    output: listOf(TeamFlag),
  }),
  officeTeamFlagDecide: operatorRoute('officeTeamFlagDecide', 'POST /api/office/teamFlagDecide', {
    decides: true,
    roles: ['support'],
    summary: 'Clear a flag: commission counts from then on, and what was left out is booked. Or confirm it',
    input: Type.Object({ id: Id, version: Version, decision: oneOf(['clear', 'confirm']) }, closed),
    output: TeamFlag,
    reasons: ['not_found', 'outdated', 'decided_already'],
  }),
};
