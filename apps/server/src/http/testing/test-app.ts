import type { FastifyInstance } from 'fastify';
import { createLiveHub, type LiveHub } from '../../platform/live/hub.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { Refused } from '../../platform/refusal.ts';
import { createApp, type AppOptions } from '../app.ts';
import type { Handlers, Member, Operator } from '../handler.ts';

export const testSecret = new Uint8Array(32).fill(7);

const nowhere = (): Promise<never> => Promise.reject(new Refused('not_found'));

/** Handlers of which each refuses, with some replaced. */
export const testHandlers = (given: Partial<Handlers>): Handlers => ({
  systemConfig: nowhere,
  home: nowhere,
  eventList: nowhere,
  eventDetail: nowhere,
  priceHistory: nowhere,
  rules: nowhere,
  cashOutQuote: nowhere,
  cashOut: nowhere,
  orderDetail: nowhere,
  orderAdd: nowhere,
  orderList: nowhere,
  userInfo: nowhere,
  moneyLogList: nowhere,
  register: nowhere,
  login: nowhere,
  logout: nowhere,
  refreshToken: nowhere,
  liveTicket: nowhere,
  walletSave: nowhere,
  walletDetail: nowhere,
  walletList: nowhere,
  walletDel: nowhere,
  channelList: nowhere,
  createRecharge: nowhere,
  updateRecharge: nowhere,
  rechargeList: nowhere,
  createWithdraw: nowhere,
  cancelWithdraw: nowhere,
  withdrawList: nowhere,
  turnoverList: nowhere,
  identitySave: nowhere,
  officeLogin: nowhere,
  officeLogout: nowhere,
  officeMe: nowhere,
  officePasswordRenew: nowhere,
  officeOperatorList: nowhere,
  officeOperatorSave: nowhere,
  officeIdentityList: nowhere,
  officeIdentityDetail: nowhere,
  officeIdentityDecide: nowhere,
  officeAdjustmentList: nowhere,
  officeAdjustmentAdd: nowhere,
  officeAdjustmentDecide: nowhere,
  officeAuditList: nowhere,
  officeRechargeList: nowhere,
  officeRechargeDetail: nowhere,
  officePaymentDecide: nowhere,
  officeRechargeReject: nowhere,
  officeWithdrawList: nowhere,
  officeWithdrawDetail: nowhere,
  officeWithdrawDecide: nowhere,
  officeWithdrawPaid: nowhere,
  officeWithdrawFinish: nowhere,
  officeWithdrawReturned: nowhere,
  officeRailList: nowhere,
  officeMemberFind: nowhere,
  officeMemberList: nowhere,
  officeMemberDetail: nowhere,
  officeMemberOpen: nowhere,
  officeMemberBets: nowhere,
  officeMemberMoney: nowhere,
  officeMemberLock: nowhere,
  officeMemberSessionsEnd: nowhere,
  officeMemberNoteAdd: nowhere,
  upload: nowhere,
  sendCode: nowhere,
  loginByCode: nowhere,
  resetPassword: nowhere,
  changePassword: nowhere,
  profileSave: nowhere,
  contactSave: nowhere,
  sessionList: nowhere,
  sessionEnd: nowhere,
  terms: nowhere,
  termsAccept: nowhere,
  securityInfo: nowhere,
  otpBegin: nowhere,
  otpConfirm: nowhere,
  otpRenew: nowhere,
  otpEnd: nowhere,
  passkeyBegin: nowhere,
  passkeySave: nowhere,
  passkeyDel: nowhere,
  passkeyAsk: nowhere,
  passkeyLogin: nowhere,
  playInfo: nowhere,
  playLimitSave: nowhere,
  playLimitConfirm: nowhere,
  playLimitCancel: nowhere,
  playTimeOut: nowhere,
  playExclude: nowhere,
  playReturn: nowhere,
  realitySave: nowhere,
  realitySeen: nowhere,
  playStatement: nowhere,
  helpLines: nowhere,
  inviteInfo: nowhere,
  teamInfo: nowhere,
  teamList: nowhere,
  commissionList: nowhere,
  commissionDetail: nowhere,
  teamRules: nowhere,
  checkIn: nowhere,
  checkInInfo: nowhere,
  levelList: nowhere,
  noticeList: nowhere,
  noticeRead: nowhere,
  noticeDel: nowhere,
  pushInfo: nowhere,
  pushSave: nowhere,
  pushDel: nowhere,
  helpList: nowhere,
  supportList: nowhere,
  companyProfile: nowhere,
  activityList: nowhere,
  officeContentList: nowhere,
  officeContentSave: nowhere,
  officeContentDel: nowhere,
  officePictureAdd: nowhere,
  officeLetterSend: nowhere,
  officeOutboxList: nowhere,
  officePlayDetail: nowhere,
  officePlayExclude: nowhere,
  officeTeamRules: nowhere,
  officeTeamRulesSave: nowhere,
  officeTeamFlagList: nowhere,
  officeTeamFlagDecide: nowhere,
  ...given,
});

export const testMember: Member = { id: '0197a000-0000-7000-8000-000000000001', shard: 3, sessionId: 's1' };

const testOperator: Operator = {
  id: '0197a000-0000-7000-8000-000000000002',
  account: 'ann',
  roles: ['auditor'],
  sessionId: 's2',
};

/**
 * The whole HTTP side over given handlers; the token "good" is signed in, "old" has expired; the office token "auditor" is
 * an operator of that role.
 */
export const testApp = async (
  handlers: Partial<Handlers>,
  options: Partial<AppOptions> = {},
  env: Record<string, string> = {},
): Promise<FastifyInstance & { live: LiveHub }> => {
  const live = options.live ?? createLiveHub({ secret: testSecret });
  const app = await createApp({
    config: readConfig(env),
    log: createLog('silent'),
    handlers: testHandlers(handlers),
    auth: {
      verify: (token) => {
        if (token === 'good') return testMember;
        throw new Refused(token === 'old' ? 'token_expired' : 'sign_in');
      },
    },
    officeAuth: {
      verify: (token) =>
        token === 'auditor' ? Promise.resolve(testOperator) : Promise.reject(new Refused('sign_in')),
    },
    live,
    isReady: () => true,
    currency: 'PLAY',
    checkAnswers: true,
    ...options,
  });
  return Object.assign(app, { live });
};
