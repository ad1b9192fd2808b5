import { dayMs } from '@touchline/contract/durations';
import { limits } from '@touchline/contract/limits';
import type { RouteName } from '@touchline/contract/paths';
import type { WithdrawalRisk } from '@touchline/contract/shapes/office';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { WithdrawalOnDesk, RechargeOnDesk } from '../payments/index.ts';
import type { Play } from '../safer-play/index.ts';
import type { Team } from '../growth/index.ts';
import type { Uploads } from '../accounts/index.ts';
import type { StoryLine } from '../ledger/index.ts';
import type { Handlers } from '../core/handler.ts';
import type { CashierDesk } from './cashier-desk.ts';
import { railToWire, rechargeToWire, storyToWire, withdrawalToWire } from './cashier-wire.ts';
import type { Office } from './service.ts';
import { identityStateToWire, memberName } from './wire.ts';
import { pageOf } from '../core/pages.ts';

/** Facts about the member and the payout method of a withdrawal. */
export type Signs = {
  requestedAt: Date;
  registeredAt: Date;
  methodSince: Date | undefined;
  locked: boolean;
  /** Excluded, or on a break. */
  restricted: boolean;
  /** Flagged in a team, and not cleared. */
  flagged: boolean;
  story: readonly StoryLine[];
};

/** Risks that an operator should check before a payout, the gravest first. None of them decides anything alone. */
export const risksOf = (signs: Signs): WithdrawalRisk[] => {
  const { requestedAt, registeredAt, methodSince, locked, restricted, flagged, story } = signs;
  const sumOf = (...kinds: string[]): bigint =>
    story.reduce((sum, { kind, amountMinor }) => (kinds.includes(kind) ? sum + amountMinor : sum), 0n);
  const isNew = (since: Date): boolean =>
    requestedAt.getTime() - since.getTime() < limits.riskNewDays * dayMs;
  const recharged = sumOf('recharge', 'recharge_fee');
  const staked = -sumOf('stake', 'refund');
  const found: Record<WithdrawalRisk, boolean> = {
    locked,
    restricted,
    team_flag: flagged,
    little_play: recharged > 0n && staked < recharged,
    new_method: methodSince !== undefined && isNew(methodSince),
    new_member: isNew(registeredAt),
    first: !story.some(({ kind }) => kind === 'withdrawal_paid'),
  };
  return riskOrder.filter((risk) => found[risk]);
};

const riskOrder: readonly WithdrawalRisk[] = [
  'locked',
  'restricted',
  'team_flag',
  'little_play',
  'new_method',
  'new_member',
  'first',
];

type OfficeCashierName = Extract<
  RouteName,
  | `officeRecharge${string}`
  | `officePayment${string}`
  | `officePayout${string}`
  | `officeWithdraw${string}`
  | `officeRail${string}`
>;

/** The calls of the office about recharges and withdrawals. */
export const officeCashierHandlers = ({
  office,
  desk,
  uploads,
  currency,
  play,
  teamFlags,
}: {
  office: Pick<Office, 'names' | 'findMembers' | 'people' | 'originOf'>;
  desk: CashierDesk;
  uploads: Pick<Uploads, 'lookAlikes'>;
  currency: Currency;
  play: Pick<Play, 'info'>;
  teamFlags: Team['flags']['of'];
}): Pick<Handlers, OfficeCashierName> => {
  const { people } = office;
  const memberOf = async (memberId: string) => {
    const [member] = await office.findMembers(memberId);
    if (member === undefined) throw new Error('The member of this item does not exist');
    return member;
  };

  const rechargesToWire = async (list: readonly RechargeOnDesk[]) => {
    const names = await office.names({ operators: [], members: list.map(({ memberId }) => memberId) });
    return list.map((one) => rechargeToWire(one, names));
  };
  const rechargeOf = async (one: RechargeOnDesk) => {
    const names = await office.names({ operators: [], members: [one.memberId] });
    return rechargeToWire(one, names);
  };

  const namesOf = (list: readonly WithdrawalOnDesk[]) =>
    office.names({
      operators: list.flatMap(({ approvals }) => approvals.map(({ operatorId }) => operatorId)),
      members: list.map(({ memberId }) => memberId),
    });
  const withdrawalOf = async (one: WithdrawalOnDesk) => withdrawalToWire(one, await namesOf([one]));

  const alikeOf = async ({ shard, memberId, recharge: { voucher } }: RechargeOnDesk) => {
    if (voucher === undefined) return [];
    const alike = await uploads.lookAlikes({ shard, memberId, id: voucher.id });
    const names = await office.names({ operators: [], members: alike.map((one) => one.memberId) });
    return alike.map((one) => ({
      member: memberName(names, one.memberId),
      upload: one.id,
      distance: one.apart,
      at: one.createdAt.toISOString(),
    }));
  };

  return {
    officeRechargeList: async (input) => {
      const { page, slice } = pageOf(input);
      const { list, total } = await desk.recharges(slice);
      return { list: await rechargesToWire(list), total, ...page };
    },
    officeRechargeDetail: async (input, { operator }) => {
      const found = await desk.recharge(input);
      const [member, lookAlikes, origin] = await Promise.all([
        memberOf(found.memberId),
        alikeOf(found),
        office.originOf(operator.id, { id: found.memberId, shard: found.shard }),
      ]);
      return {
        recharge: found.recharge,
        member,
        lookAlikes,
        version: found.version,
        credits: found.credits,
        memberOrigin: origin,
      };
    },
    officePaymentDecide: async (input, by) => rechargeOf(await desk.decidePayment(input, by)),
    officeRechargeReject: async (input, by) => rechargeOf(await desk.rejectRecharge(input, by)),

    officeWithdrawList: async ({ queue = 'in_review', ...input }) => {
      const { page, slice } = pageOf(input);
      const { list, total } = await desk.withdrawals(queue, slice);
      const names = await namesOf(list);
      return { list: list.map((one) => withdrawalToWire(one, names)), total, ...page };
    },
    officeWithdrawDetail: async (input, { operator }) => {
      const { sharedWith, stopped, methodSince, story, turnoverLeftMinor, ...one } =
        await desk.withdrawal(input);
      const row = await people.find(one.memberId);
      const [shown, member, identity, { restriction }, flags] = await Promise.all([
        withdrawalOf(one),
        people.shown(row),
        people.identity(row),
        play.info(one),
        teamFlags(one),
      ] as const);
      const origin = await office.originOf(operator.id, { id: one.memberId, shard: one.shard });
      const { state, requestedAt } = one.withdrawal;
      const risks = risksOf({
        requestedAt: new Date(requestedAt),
        registeredAt: row.registered_at,
        methodSince,
        story,
        locked: row.locked_at !== null,
        restricted: restriction !== undefined,
        flagged: flags.some((flag) => flag.state !== 'cleared'),
      });
      return {
        ...shown,
        member,
        sharedWith,
        stopped,
        identity: identityStateToWire(identity),
        memberOrigin: origin,
        methodSince: methodSince?.toISOString(),
        turnoverLeft: formatAmount(turnoverLeftMinor, currency.scale),
        story: storyToWire(story, currency),
        risks: state === 'in_progress' ? risks : [],
      };
    },
    officeWithdrawDecide: async (input, by) => withdrawalOf(await desk.decideWithdrawal(input, by)),
    officeWithdrawPaid: async (input, by) => withdrawalOf(await desk.markPaid(input, by)),
    officeWithdrawFinish: async (input, by) => withdrawalOf(await desk.finish(input, by)),
    officeWithdrawReturned: async (input, by) => withdrawalOf(await desk.markReturned(input, by)),

    officePayoutHold: async () => {
      const [hold, { count, sumMinor }] = await Promise.all([desk.payoutHold(), desk.payoutsWaiting()]);
      if (hold === undefined) return {};
      return {
        hold: {
          version: hold.number,
          reason: hold.reason === 'restored' ? 'restored' : 'log_refused',
          since: hold.since.toISOString(),
          at: hold.at.toISOString(),
          waiting: count,
          amount: formatAmount(sumMinor, currency.scale),
        },
      };
    },
    officePayoutCompare: ({ references }) => desk.comparePayouts(references),
    officePayoutRelease: async (input, by) => {
      await desk.releasePayouts(input, by);
      return {};
    },

    officeRailList: async () => ({
      list: (await desk.rails()).map((rail) => railToWire(rail, currency)),
    }),
  };
};
