import type { RouteName } from '@touchline/contract/paths';
import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { form, nothing, type CasesOf, type MemberCase, type OfficeRoute } from './kinds.ts';

/** A call about the member's own data, without ids. */
const own: MemberCase = { input: nothing, owner: 'done', other: 'done' };
const newAddress = (): string => `0x${newId().replaceAll('-', '')}00000000`;
let names = 0;

/** Cases of the calls of members and of the public. */
export const memberCases = (site: () => OwnedData): CasesOf<Exclude<RouteName, OfficeRoute>> => ({
  systemConfig: { input: nothing, nobody: 'done' },
  housePage: { input: nothing, nobody: 'done' },
  rules: { input: nothing, nobody: 'done' },
  register: { input: () => ({ ...form, account: `somebody${names++}` }), nobody: 'done' },
  login: { input: () => ({ account: site().owner.account, password: form.password }), nobody: 'done' },
  refreshToken: {
    input: async () => ({ refreshToken: (await site().session(site().owner)).refreshToken }),
    nobody: 'done',
  },
  terms: { input: nothing, nobody: 'done' },
  sendCode: { input: () => ({ to: `n${names++}@example.org`, purpose: 'login' }), nobody: 'done' },
  loginByCode: { input: () => site().code('login'), nobody: 'done' },
  resetPassword: {
    input: async () => ({
      ...(await site().code('reset')),
      password: form.password,
      confirmPassword: form.password,
    }),
    nobody: 'done',
  },
  home: own,
  eventList: { input: nothing, nobody: 'done' },
  eventDays: { input: () => ({ from: '2026-06-11', to: '2026-06-17' }), nobody: 'done' },
  competitionList: { input: nothing, nobody: 'done' },
  eventDetail: { input: () => ({ id: site().event }), nobody: 'done' },
  priceHistory: { input: () => ({ event: site().event, market: '1x2' }), nobody: 'done' },
  competitionDetail: { input: () => ({ id: 'en.1' }), nobody: 'done' },
  teamDetail: { input: () => ({ id: 'en-arsenal' }), nobody: 'done' },
  playedList: { input: () => ({ team: 'en-arsenal' }), nobody: 'done' },
  matchInsight: { input: () => ({ id: site().event }), nobody: 'done' },
  search: { input: () => ({ q: 'a' }), nobody: 'done' },
  orderAdd: {
    input: () => ({
      key: newId(),
      type: 'single',
      stake: '10.00',
      accept: 'any',
      again: true,
      legs: [{ event: site().event, market: '1x2', selection: 'X', odds: '3.40' }],
    }),
    owner: 'done',
    other: 'done',
  },
  orderList: own,
  betStatistics: own,
  orderDetail: { input: () => ({ id: site().bet }), owner: 'done', other: 'not_found' },
  builderQuote: {
    input: () => ({ event: site().event, parts: [{ market: '1x2', selection: '1' }] }),
    nobody: 'done',
  },
  builderMarks: {
    input: () => ({ event: site().event, parts: [{ market: '1x2', selection: '1' }] }),
    nobody: 'done',
  },
  // The match of the test has no fair price to sell at; only the owner of the bet learns that.
  cashOutQuote: { input: () => ({ bet: site().bet }), owner: 'no_cash_out', other: 'not_found' },
  cashOut: {
    input: () => ({ key: newId(), bet: site().bet, quote: 'none' }),
    owner: 'quote_moved',
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
    owner: 'quote_moved',
    other: 'not_found',
  },
  cashOutOffers: own,
  alertInfo: own,
  alertSave: {
    input: () => ({ settled: true, goals: true, kickOff: false, offers: false }),
    owner: 'done',
    other: 'done',
  },
  favouriteList: own,
  favouriteSave: {
    input: () => ({ add: [{ kind: 'match', id: site().event }] }),
    owner: 'done',
    other: 'done',
  },
  cashOutAuto: {
    input: () => ({ bet: site().bet, at: '0.01' }),
    owner: 'done',
    other: 'not_found',
  },
  userInfo: own,
  identitySave: {
    input: () => ({ realName: 'Olivia Owner', document: newId() }),
    owner: 'identity_fixed',
    other: 'not_found',
  },
  moneyLogList: own,
  liabilityProof: own,
  walletProofs: { input: () => ({ after: 0 }), owner: 'done', other: 'done' },
  betProofs: own,
  logProof: { input: () => ({ kind: 'bet', id: site().bet }), owner: 'done', other: 'not_found' },
  logout: { ...own, ends: true },
  liveTicket: own,
  visitorTicket: { input: nothing, nobody: 'done' },
  // These passkeys are refused; valid ones are tested elsewhere.
  passkeyAsk: { input: nothing, nobody: 'done' },
  passkeyLogin: {
    input: async () => ({ challenge: await site().challenge(), response: {} }),
    nobody: 'passkey_wrong',
  },
  securityInfo: own,
  sessionList: own,
  sessionEnd: {
    input: async () => ({ id: (await site().session(site().owner)).id }),
    owner: 'done',
    other: 'not_found',
  },
  changePassword: {
    input: () => ({ oldPassword: 'not it', newPassword: 'Abseits-1908', confirmPassword: 'Abseits-1908' }),
    owner: 'wrong_credentials',
    other: 'wrong_credentials',
  },
  otpBegin: { input: () => ({ password: form.password }), owner: 'done', other: 'done' },
  otpConfirm: { input: () => ({ otp: 'no code of it' }), owner: 'otp_wrong', other: 'otp_wrong' },
  otpRenew: {
    input: () => ({ password: form.password, otp: '000000' }),
    owner: 'otp_state',
    other: 'otp_state',
  },
  otpEnd: {
    input: () => ({ password: form.password, otp: '000000' }),
    owner: 'otp_state',
    other: 'otp_state',
  },
  passkeyBegin: { input: () => ({ password: form.password }), owner: 'done', other: 'done' },
  passkeySave: {
    input: async () => ({ ...(await site().passkey()), name: 'Phone' }),
    owner: 'done',
    other: 'passkey_wrong',
  },
  passkeyDel: {
    input: async () => ({ id: await site().savedPasskey(), password: form.password }),
    owner: 'done',
    other: 'not_found',
  },
  profileSave: { input: () => ({ nickname: 'Anna' }), owner: 'done', other: 'done' },
  contactSave: {
    input: async () => ({ ...(await site().code('bind')), password: form.password }),
    owner: 'done',
    other: 'done',
  },
  termsAccept: { input: () => ({ version: '1' }), owner: 'done', other: 'done' },
  walletSave: {
    input: async () => ({
      id: await site().payout(),
      type: 'usdt-erc20',
      address: newAddress(),
      password: form.password,
    }),
    owner: 'done',
    other: 'not_found',
  },
  walletDetail: { input: async () => ({ id: await site().payout() }), owner: 'done', other: 'not_found' },
  walletList: own,
  walletDel: { input: async () => ({ id: await site().payout() }), owner: 'done', other: 'not_found' },
  channelList: own,
  createRecharge: {
    input: () => ({ key: newId(), channel: 'scan-code', amount: '5' }),
    owner: 'done',
    other: 'done',
  },
  updateRecharge: {
    input: async () => ({ id: await site().recharge(), cancel: true }),
    owner: 'done',
    other: 'not_found',
  },
  rechargeList: { input: async () => ({ id: await site().recharge() }), owner: 'done', other: 'not_found' },
  createWithdraw: {
    input: async () => {
      await site().restDay();
      return { key: newId(), wallet: await site().payout(), amount: '20' };
    },
    owner: 'done',
    other: 'not_found',
  },
  cancelWithdraw: {
    input: async () => ({ id: (await site().withdrawal()).id }),
    owner: 'done',
    other: 'not_found',
  },
  withdrawList: {
    input: async () => ({ id: (await site().withdrawal()).id }),
    owner: 'done',
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
    owner: 'validation',
    other: 'validation',
  },
  playInfo: own,
  playLimitSave: {
    input: () => ({ kind: 'deposit', period: 'month', amount: '99999' }),
    owner: 'done',
    other: 'done',
  },
  playLimitConfirm: {
    // The wait is not over; only the owner learns that.
    input: async () => ({ id: await site().pendingLimit() }),
    owner: 'limit_state',
    other: 'limit_state',
  },
  playLimitCancel: {
    input: async () => ({ id: await site().pendingLimit() }),
    owner: 'done',
    other: 'limit_state',
  },
  playTimeOut: { input: () => ({ length: 'none' }), owner: 'validation', other: 'validation' },
  playExclude: {
    input: () => ({ length: '6m', password: 'wrong-one' }),
    owner: 'wrong_credentials',
    other: 'wrong_credentials',
  },
  playReturn: own,
  realitySave: { input: () => ({ minutes: 120 }), owner: 'done', other: 'done' },
  realitySeen: own,
  playStatement: {
    input: () => ({ from: '2026-06-01', to: '2026-06-30' }),
    owner: 'done',
    other: 'done',
  },
  helpLines: { input: nothing, nobody: 'done' },
  // Each member checks in once, because the day is then taken.
  checkIn: { input: () => ({ key: newId() }), owner: 'done', other: 'done' },
  checkInInfo: own,
  levelList: own,
  noticeList: { input: () => ({ box: 'letter' }), owner: 'done', other: 'done' },
  noticeRead: { input: async () => ({ id: await site().letter() }), owner: 'done', other: 'not_found' },
  noticeDel: {
    input: async () => ({ box: 'letter', id: await site().letter() }),
    owner: 'done',
    other: 'not_found',
  },
  pushInfo: own,
  // The site of the test has no contact, so it pushes nothing.
  pushSave: {
    input: () => ({ endpoint: 'https://push.example.org/x', p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) }),
    owner: 'push_off',
    other: 'push_off',
  },
  pushDel: { input: () => ({ endpoint: 'https://push.example.org/x' }), owner: 'done', other: 'done' },
  helpList: { input: nothing, nobody: 'done' },
  supportList: { input: nothing, nobody: 'done' },
  companyProfile: { input: nothing, nobody: 'done' },
  activityList: { input: nothing, nobody: 'done' },
  inviteInfo: own,
  teamInfo: own,
  teamList: { input: () => ({ level: 1 }), owner: 'done', other: 'done' },
  commissionList: own,
  commissionDetail: {
    input: async () => ({ id: await site().commission() }),
    owner: 'done',
    other: 'not_found',
  },
  teamRules: { input: nothing, nobody: 'done' },
});
