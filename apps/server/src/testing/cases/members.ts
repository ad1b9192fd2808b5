import type { RouteName } from '@touchline/contract/paths';
import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { form, nothing, type CasesOf, type MemberCase, type OfficeRoute } from './kinds.ts';

/** A call about the member's own data, without ids. */
const own: MemberCase = { input: nothing, other: 'done' };
const newAddress = (): string => `0x${newId().replaceAll('-', '')}00000000`;
let names = 0;

/** Cases of the calls of members and of the public. */
export const memberCases = (site: () => OwnedData): CasesOf<Exclude<RouteName, OfficeRoute>> => ({
  systemConfig: { input: nothing },
  housePage: { input: nothing },
  rules: { input: nothing },
  register: { input: () => ({ ...form, account: `visitor${names++}` }) },
  login: { input: () => ({ account: site().owner.account, password: form.password }) },
  refreshToken: {
    input: async () => ({ refreshToken: (await site().session(site().owner)).refreshToken }),
  },
  terms: { input: nothing },
  sendCode: { input: () => ({ to: `n${names++}@example.org`, purpose: 'login' }) },
  loginByCode: { input: () => site().code('login') },
  resetPassword: {
    input: async () => ({
      ...(await site().code('reset')),
      password: form.password,
      confirmPassword: form.password,
    }),
  },
  home: own,
  eventList: { input: nothing },
  eventDays: { input: () => ({ from: '2026-06-11', to: '2026-06-17' }) },
  competitionList: { input: nothing },
  eventDetail: { input: () => ({ id: site().event }) },
  priceHistory: { input: () => ({ event: site().event, market: '1x2' }) },
  competitionDetail: { input: () => ({ id: 'en.1' }) },
  teamDetail: { input: () => ({ id: 'en-arsenal' }) },
  playedList: { input: () => ({ team: 'en-arsenal' }) },
  matchInsight: { input: () => ({ id: site().event }) },
  search: { input: () => ({ q: 'a' }) },
  orderAdd: {
    input: () => ({
      key: newId(),
      type: 'single',
      stake: '10.00',
      accept: 'any',
      again: true,
      legs: [{ event: site().event, market: '1x2', selection: 'X', odds: '3.40' }],
    }),
    other: 'done',
  },
  orderList: own,
  betStatistics: own,
  orderDetail: { input: () => ({ id: site().bet }), other: 'not_found' },
  builderQuote: {
    input: () => ({ event: site().event, parts: [{ market: '1x2', selection: '1' }] }),
  },
  builderMarks: {
    input: () => ({ event: site().event, parts: [{ market: '1x2', selection: '1' }] }),
  },
  // The match of the test has no fair price to sell at; only the owner of the bet learns that.
  cashOutQuote: { input: () => ({ bet: site().bet }), refused: 'no_cash_out', other: 'not_found' },
  cashOut: {
    input: () => ({ key: newId(), bet: site().bet, quote: 'none' }),
    refused: 'quote_moved',
    other: 'not_found',
  },
  betEdit: {
    input: () => ({
      key: newId(),
      bet: site().bet,
      quote: 'none',
      order: {
        type: 'single',
        stake: '1.00',
        accept: 'none',
        legs: [{ event: site().event, market: '1x2', selection: 'X', odds: '3.40' }],
      },
    }),
    refused: 'quote_moved',
    other: 'not_found',
  },
  cashOutOffers: own,
  alertInfo: own,
  alertSave: {
    input: () => ({ settled: true, goals: true, kickOff: false, offers: false }),
    other: 'done',
  },
  favouriteList: own,
  favouriteSave: {
    input: () => ({ add: [{ kind: 'match', id: site().event }] }),
    other: 'done',
  },
  cashOutAuto: {
    input: () => ({ bet: site().bet, at: '0.01' }),
    other: 'not_found',
  },
  userInfo: own,
  identitySave: {
    input: () => ({ realName: 'Olivia Owner', document: newId() }),
    refused: 'identity_fixed',
    other: 'not_found',
  },
  moneyLogList: own,
  liabilityProof: own,
  walletProofs: { input: () => ({ after: 0 }), other: 'done' },
  betProofs: own,
  logProof: { input: () => ({ kind: 'bet', id: site().bet }), other: 'not_found' },
  logout: { ...own, ends: true },
  liveTicket: own,
  visitorTicket: { input: nothing },
  // These passkeys are refused; valid ones are tested elsewhere.
  passkeyAsk: { input: nothing },
  passkeyLogin: {
    input: async () => ({ challenge: await site().challenge(), response: {} }),
    refused: 'passkey_wrong',
  },
  securityInfo: own,
  sessionList: own,
  sessionEnd: {
    input: async () => ({ id: (await site().session(site().owner)).id }),
    other: 'not_found',
  },
  changePassword: {
    input: () => ({ oldPassword: 'not it', newPassword: 'Abseits-1908', confirmPassword: 'Abseits-1908' }),
    refused: 'wrong_credentials',
    other: 'wrong_credentials',
  },
  otpBegin: { input: () => ({ password: form.password }), other: 'done' },
  otpConfirm: { input: () => ({ otp: 'no code of it' }), refused: 'otp_wrong', other: 'otp_wrong' },
  otpRenew: {
    input: () => ({ password: form.password, otp: '000000' }),
    refused: 'otp_state',
    other: 'otp_state',
  },
  otpEnd: {
    input: () => ({ password: form.password, otp: '000000' }),
    refused: 'otp_state',
    other: 'otp_state',
  },
  passkeyBegin: { input: () => ({ password: form.password }), other: 'done' },
  passkeySave: {
    input: async () => ({ ...(await site().passkey()), name: 'Phone' }),
    other: 'passkey_wrong',
  },
  passkeyDel: {
    input: async () => ({ id: await site().savedPasskey(), password: form.password }),
    other: 'not_found',
  },
  profileSave: { input: () => ({ nickname: 'Anna' }), other: 'done' },
  contactSave: {
    input: async () => ({ ...(await site().code('bind')), password: form.password }),
    other: 'done',
  },
  termsAccept: { input: () => ({ version: '1' }), other: 'done' },
  walletSave: {
    input: async () => ({
      id: await site().payout(),
      type: 'usdt-erc20',
      address: newAddress(),
      password: form.password,
    }),
    other: 'not_found',
  },
  walletDetail: { input: async () => ({ id: await site().payout() }), other: 'not_found' },
  walletList: own,
  walletDel: { input: async () => ({ id: await site().payout() }), other: 'not_found' },
  channelList: own,
  createRecharge: {
    input: () => ({ key: newId(), channel: 'scan-code', amount: '5' }),
    other: 'done',
  },
  updateRecharge: {
    input: async () => ({ id: await site().recharge(), cancel: true }),
    other: 'not_found',
  },
  rechargeList: { input: async () => ({ id: await site().recharge() }), other: 'not_found' },
  createWithdraw: {
    input: async () => {
      await site().restDay();
      return { key: newId(), wallet: await site().payout(), amount: '20' };
    },
    other: 'not_found',
  },
  cancelWithdraw: {
    input: async () => ({ id: (await site().withdrawal()).id }),
    other: 'not_found',
  },
  withdrawList: {
    input: async () => ({ id: (await site().withdrawal()).id }),
    other: 'not_found',
  },
  turnoverList: own,
  // A call with JSON names a file that is in the bucket already; this site has no bucket.
  upload: {
    input: () => ({
      key: 'incoming/x',
      size: 1,
      mime: 'image/png',
      sha256: '0'.repeat(64),
      purpose: 'voucher',
    }),
    refused: 'validation',
    other: 'validation',
  },
  playInfo: own,
  playLimitSave: {
    input: () => ({ kind: 'deposit', period: 'month', amount: '99999' }),
    other: 'done',
  },
  playLimitConfirm: {
    // The wait is not over; only the owner learns that.
    input: async () => ({ id: await site().pendingLimit() }),
    refused: 'limit_state',
    other: 'limit_state',
  },
  playLimitCancel: {
    input: async () => ({ id: await site().pendingLimit() }),
    other: 'limit_state',
  },
  playTimeOut: { input: () => ({ length: 'none' }), refused: 'validation', other: 'validation' },
  playExclude: {
    input: () => ({ length: '6m', password: 'wrong-one' }),
    refused: 'wrong_credentials',
    other: 'wrong_credentials',
  },
  playReturn: own,
  realitySave: { input: () => ({ minutes: 120 }), other: 'done' },
  realitySeen: own,
  playStatement: {
    input: () => ({ from: '2026-06-01', to: '2026-06-30' }),
    other: 'done',
  },
  helpLines: { input: nothing },
  // Each member checks in once, because the day is then taken.
  checkIn: { input: () => ({ key: newId() }), other: 'done' },
  checkInInfo: own,
  levelList: own,
  noticeList: { input: () => ({ box: 'letter' }), other: 'done' },
  noticeRead: { input: async () => ({ id: await site().letter() }), other: 'not_found' },
  noticeDel: {
    input: async () => ({ box: 'letter', id: await site().letter() }),
    other: 'not_found',
  },
  pushInfo: own,
  // The site of the test has no contact, so it pushes nothing.
  pushSave: {
    input: () => ({ endpoint: 'https://push.example.org/x', p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) }),
    refused: 'push_off',
    other: 'push_off',
  },
  pushDel: { input: () => ({ endpoint: 'https://push.example.org/x' }), other: 'done' },
  helpList: { input: nothing },
  supportList: { input: nothing },
  companyProfile: { input: nothing },
  activityList: { input: nothing },
  inviteInfo: own,
  teamInfo: own,
  teamList: { input: () => ({ level: 1 }), other: 'done' },
  commissionList: own,
  commissionDetail: {
    input: async () => ({ id: await site().commission() }),
    other: 'not_found',
  },
  teamRules: { input: nothing },
});
