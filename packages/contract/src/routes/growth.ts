import { Type } from 'typebox';
import { route } from '../route.ts';
import { Amount, Empty, Id, Key, listOf, pageFields, SignedAmount } from '../shapes/common.ts';
import { Receipt } from '../shapes/receipt.ts';
import { CheckInInfo, VipLevel } from '../shapes/rewards.ts';
import { Commission, CommissionLine, TeamInfo, TeamMember, TeamRules } from '../shapes/team.ts';

const closed = { additionalProperties: false };

export const teamRoutes = {
  inviteInfo: route('inviteInfo', 'GET /api/user/inviteInfo', {
    auth: 'member',
    summary: "The member's invitation: code, link and what its QR code holds",
    input: Empty,
    output: Type.Object({
      code: Type.String(),
      link: Type.String(),
      qr: Type.String({ description: 'text of the QR code' }),
      people: Type.Integer(),
      bonus: SignedAmount,
      open: Type.Boolean({ description: 'false while the member is restricted and may not invite' }),
    }),
  }),
  teamInfo: route('teamInfo', 'GET /api/user/teamInfo', {
    auth: 'member',
    summary: 'Totals of the team and of its three generations, and the way to the next team level',
    input: Empty,
    output: TeamInfo,
  }),
  teamList: route('teamList', 'POST /api/user/teamList', {
    auth: 'member',
    summary: 'The members of one generation, newest first',
    input: Type.Object({ level: Type.Integer({ minimum: 1, maximum: 3 }), ...pageFields }, closed),
    output: Type.Object({ ...listOf(TeamMember).properties, upTo: TeamInfo.properties.upTo }),
  }),
  commissionList: route('commissionList', 'GET /api/user/commissionList', {
    auth: 'member',
    summary: 'Commission by day, newest first',
    input: Type.Object({ ...pageFields }, closed),
    output: listOf(Commission),
  }),
  commissionDetail: route('commissionDetail', 'GET /api/user/commissionDetail', {
    auth: 'member',
    summary: "A day's commission with the arithmetic of each line",
    input: Type.Object({ id: Id }, closed),
    output: Type.Object({
      commission: Commission,
      rulesVersion: Type.String(),
      teamLevel: Type.Integer(),
      lines: Type.Array(CommissionLine),
      total: SignedAmount,
      receipts: Type.Array(Receipt, { description: 'of its entries in the wallet' }),
    }),
    reasons: ['not_found'],
  }),
  teamRules: route('teamRules', 'GET /api/ops/teamRules', {
    auth: 'public',
    purpose: 'page',
    summary: 'Team levels, their conditions and rates, and a worked example',
    input: Empty,
    output: Type.Object({
      rules: TeamRules,
      example: Type.Object({
        stake: Amount,
        marginPercent: Type.String({ description: 'margin m of the market, as it is shown with its prices' }),
        keptPercent: Type.String({
          description: 'what the house keeps of a stake on average, m / (1 + m), in percent',
        }),
        theoretical: Type.String({ description: 'stake × kept' }),
        rate: Type.String({ description: 'percent of what is kept' }),
        amount: Amount,
      }),
    }),
  }),
};

export const rewardRoutes = {
  checkIn: route('checkIn', 'POST /api/user/checkIn', {
    auth: 'member',
    summary: 'Check in for today, once per day of the site',
    input: Type.Object({ key: Key }, closed),
    output: Type.Object({
      reward: Amount,
      streak: Type.Integer(),
      balance: Amount,
      receipts: Type.Array(Receipt, { description: 'of its entry in the wallet' }),
    }),
    reasons: ['checked_in', 'check_in_closed', 'excluded', 'key_reused'],
  }),
  checkInInfo: route('checkInInfo', 'GET /api/user/checkInInfo', {
    auth: 'member',
    summary: 'The calendar of check-ins of a month; without one, of this month',
    input: Type.Object(
      { month: Type.Optional(Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' })) },
      closed,
    ),
    output: CheckInInfo,
  }),
  levelList: route('levelList', 'GET /api/user/levelList', {
    auth: 'member',
    summary: "The VIP levels, the member's own and the way to the next",
    input: Empty,
    output: Type.Object({
      list: Type.Array(VipLevel),
      current: Type.Integer(),
      progress: Type.Object({
        turnover: Amount,
        next: Type.Optional(Type.Integer()),
        left: Type.Optional(Amount),
        /** Percent of the way from the present level to the next. */
        percent: Type.Integer(),
      }),
    }),
  }),
};
