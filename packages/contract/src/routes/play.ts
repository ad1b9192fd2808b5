import { Type } from 'typebox';
import { route } from '../route.ts';
import { TypedPassword } from '../shapes/account.ts';
import { Amount, Empty, Id, oneOf } from '../shapes/common.ts';
import {
  exclusions,
  HelpLine,
  limitKinds,
  limitPeriods,
  PlayInfo,
  PlayStatement,
  realityMinutes,
  timeOuts,
} from '../shapes/play.ts';
import { Receipt } from '../shapes/receipt.ts';

const closed = { additionalProperties: false };
const Day = Type.String({ format: 'date', description: 'a day in the time zone of the site' });
const which = { kind: oneOf([...limitKinds]), period: oneOf([...limitPeriods]) };

/** The state after a change, with the receipt of it; without one where nothing changed. */
const SignedPlayInfo = Type.Object({ ...PlayInfo.properties, receipt: Type.Optional(Receipt) });

export const playRoutes = {
  playInfo: route('playInfo', 'GET /api/user/playInfo', {
    auth: 'member',
    summary: 'Limits, restriction, reality check and net position of the member',
    input: Empty,
    output: PlayInfo,
  }),
  playLimitSave: route('playLimitSave', 'POST /api/user/playLimitSave', {
    auth: 'member',
    summary:
      'Set a limit. A lower one counts at once; a higher one, or none, waits 24 hours and for a second confirmation',
    input: Type.Object(
      { ...which, amount: Type.Optional(Amount) },
      { ...closed, description: 'without an amount: no limit' },
    ),
    output: SignedPlayInfo,
    reasons: ['excluded'],
  }),
  playLimitConfirm: route('playLimitConfirm', 'POST /api/user/playLimitConfirm', {
    auth: 'member',
    summary: 'Confirm a higher limit, or none, after it has waited',
    input: Type.Object({ id: Id }, closed),
    output: SignedPlayInfo,
    reasons: ['limit_state', 'excluded'],
  }),
  playLimitCancel: route('playLimitCancel', 'POST /api/user/playLimitCancel', {
    auth: 'member',
    summary: 'Keep the limit as it is',
    input: Type.Object({ id: Id }, closed),
    output: SignedPlayInfo,
    reasons: ['limit_state'],
  }),
  playTimeOut: route('playTimeOut', 'POST /api/user/playTimeOut', {
    auth: 'member',
    summary: 'Take a time-out; it cannot be shortened',
    input: Type.Object({ length: oneOf([...timeOuts]) }, closed),
    output: SignedPlayInfo,
    reasons: ['excluded'],
  }),
  playExclude: route('playExclude', 'POST /api/user/playExclude', {
    auth: 'member',
    limit: 'sign_in',
    summary:
      'Exclude yourself. Open stakes are returned, only withdrawing stays open, and no operator can undo it before its time',
    input: Type.Object({ length: oneOf([...exclusions]), password: TypedPassword }, closed),
    output: SignedPlayInfo,
    reasons: ['wrong_credentials', 'locked'],
  }),
  playReturn: route('playReturn', 'POST /api/user/playReturn', {
    auth: 'member',
    summary: 'Ask to come back once the time of an exclusion is over; betting opens 24 hours later',
    input: Empty,
    output: SignedPlayInfo,
    reasons: ['excluded'],
  }),
  realitySave: route('realitySave', 'POST /api/user/realitySave', {
    auth: 'member',
    summary:
      'How often play is interrupted by how long it has lasted and what it cost; without minutes, never',
    input: Type.Object({ minutes: Type.Optional(Type.Integer({ enum: [...realityMinutes] })) }, closed),
    output: PlayInfo,
  }),
  realitySeen: route('realitySeen', 'POST /api/user/realitySeen', {
    auth: 'member',
    summary: 'The member has seen the reality check and continues',
    input: Empty,
    output: PlayInfo,
  }),
  playStatement: route('playStatement', 'GET /api/user/playStatement', {
    auth: 'member',
    summary: 'What was recharged, withdrawn, staked and returned between two days, by day',
    input: Type.Object({ from: Day, to: Day }, closed),
    output: PlayStatement,
  }),
  helpLines: route('helpLines', 'GET /api/ops/helpLines', {
    auth: 'public',
    purpose: 'help',
    summary: 'Where to find help with gambling: of a country, and of all',
    input: Type.Object({ country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })) }, closed),
    output: Type.Object({ list: Type.Array(HelpLine) }),
  }),
};
