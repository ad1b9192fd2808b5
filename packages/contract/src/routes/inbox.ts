import { noticeBoxes } from '../kinds.ts';
import { Type } from 'typebox';
import { route } from '../route.ts';
import { Amount, Empty, Id, listOf, oneOf, pageFields } from '../shapes/common.ts';
import {
  Activity,
  AlertSettings,
  Favourite,
  HelpEntry,
  Notice,
  SupportEntry,
  TextSection,
  Unread,
} from '../shapes/inbox.ts';

const closed = { additionalProperties: false };
const which = { box: oneOf([...noticeBoxes]), id: Type.Optional(Id), all: Type.Optional(Type.Literal(true)) };
const PageOfNotices = Type.Object({ ...listOf(Notice).properties, unread: Unread });

export const inboxRoutes = {
  noticeList: route('noticeList', 'GET /api/ops/noticeList', {
    auth: 'member',
    summary: "System notices, or the member's letters, newest first",
    input: Type.Object({ box: oneOf([...noticeBoxes]), ...pageFields }, closed),
    output: PageOfNotices,
  }),
  noticeRead: route('noticeRead', 'POST /api/ops/noticeRead', {
    auth: 'member',
    summary: 'Mark one, all of a box, or all about results of bets, as read',
    input: Type.Object(
      { ...which, box: Type.Optional(oneOf([...noticeBoxes])), bets: Type.Optional(Type.Literal(true)) },
      closed,
    ),
    output: Type.Object({ unread: Type.Integer(), boxes: Unread }),
    reasons: ['not_found'],
  }),
  noticeDel: route('noticeDel', 'POST /api/ops/noticeDel', {
    auth: 'member',
    summary: 'Delete one, or all read ones of a box',
    input: Type.Object(which, closed),
    output: Type.Object({ unread: Type.Integer(), boxes: Unread }),
    reasons: ['not_found'],
  }),
  pushInfo: route('pushInfo', 'GET /api/user/pushInfo', {
    auth: 'member',
    summary: 'Whether notices can be pushed to browsers, and the key a browser needs for it',
    input: Empty,
    output: Type.Object({ publicKey: Type.Optional(Type.String()), devices: Type.Integer() }),
  }),
  pushSave: route('pushSave', 'POST /api/user/pushSave', {
    auth: 'member',
    summary: 'Push notices to this browser',
    input: Type.Object(
      {
        endpoint: Type.String({ format: 'uri', maxLength: 1024 }),
        p256dh: Type.String({ minLength: 80, maxLength: 100 }),
        auth: Type.String({ minLength: 16, maxLength: 40 }),
      },
      closed,
    ),
    output: Empty,
    reasons: ['push_off'],
  }),
  pushDel: route('pushDel', 'POST /api/user/pushDel', {
    auth: 'member',
    summary: 'Push no more to this browser',
    input: Type.Object({ endpoint: Type.String({ maxLength: 1024 }) }, closed),
    output: Empty,
  }),
  alertInfo: route('alertInfo', 'GET /api/user/alertInfo', {
    auth: 'member',
    summary: 'What the member wants to have pushed',
    input: Empty,
    output: AlertSettings,
  }),
  alertSave: route('alertSave', 'POST /api/user/alertSave', {
    auth: 'member',
    summary: 'Choose what is pushed: settled bets, goals, kick-offs, cash-out offers from an amount on',
    input: Type.Object({ ...AlertSettings.properties, offerAt: Type.Optional(Amount) }, closed),
    output: AlertSettings,
  }),
  favouriteList: route('favouriteList', 'GET /api/user/favouriteList', {
    auth: 'member',
    summary: 'Matches, teams and competitions the member has starred, newest first',
    input: Empty,
    output: Type.Object({ list: Type.Array(Favourite) }),
  }),
  favouriteSave: route('favouriteSave', 'POST /api/user/favouriteSave', {
    auth: 'member',
    summary: 'Star some, and take the stars of others away; at most 200 stay, the newest',
    input: Type.Object(
      {
        add: Type.Optional(Type.Array(Favourite, { maxItems: 200 })),
        remove: Type.Optional(Type.Array(Favourite, { maxItems: 200 })),
      },
      closed,
    ),
    output: Type.Object({ list: Type.Array(Favourite) }),
  }),
  helpList: route('helpList', 'GET /api/ops/helpList', {
    auth: 'public',
    purpose: 'page',
    summary: "Questions and answers in the caller's language",
    input: Type.Object({ q: Type.Optional(Type.String({ maxLength: 60 })), ...pageFields }, closed),
    output: listOf(HelpEntry),
  }),
  supportList: route('supportList', 'GET /api/ops/supportList', {
    auth: 'public',
    purpose: 'help',
    knowsMember: true,
    summary: 'Where to reach the house, and when',
    input: Type.Object({ ...pageFields }, closed),
    output: listOf(SupportEntry),
  }),
  companyProfile: route('companyProfile', 'GET /api/ops/companyProfile', {
    auth: 'public',
    purpose: 'law',
    summary: 'Who runs the site',
    input: Empty,
    output: Type.Object({
      sections: Type.Array(TextSection),
      licence: Type.Optional(Type.Object({ holder: Type.String(), number: Type.String() })),
    }),
  }),
  activityList: route('activityList', 'GET /api/ops/activityList', {
    auth: 'public',
    purpose: 'page',
    knowsMember: true,
    summary: 'Published activities that are on or to come',
    input: Type.Object({ ...pageFields }, closed),
    output: listOf(Activity),
  }),
};
