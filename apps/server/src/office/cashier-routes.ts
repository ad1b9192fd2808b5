import { dayMs } from '@touchline/contract/durations';
import { limits } from '@touchline/contract/limits';
import type { RouteName } from '@touchline/contract/paths';
import type { Input, Output } from '@touchline/contract/routes';
import type { AuditAction, WithdrawalRisk } from '@touchline/contract/shapes/office';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Cashier, RechargeOnDesk, WithdrawalOnDesk } from '../payments/index.ts';
import type { Play } from '../safer-play/index.ts';
import type { Teams } from '../growth/index.ts';
import type { Uploads } from '../accounts/index.ts';
import type { StoryLine } from '../ledger/index.ts';
import type { Handlers, Operator, OperatorCall } from '../core/handler.ts';
import { isId, shardOf } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import type { Owner } from '../core/owner.ts';
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

type CashierModules = {
  office: Office;
  cashier: Cashier;
  uploads: Uploads;
  currency: Currency;
  play: Play;
  teamFlags: Teams['flags']['of'];
};

type ItemKey = { member: string; id: string };

/** The owner of an item. @throws Refused `not_found` for a text that is not an id */
const ownerIn = ({ member, id }: ItemKey): Owner => {
  if (!isId(member) || !isId(id)) throw new Refused('not_found');
  const memberId = member.toLowerCase();
  return { shard: shardOf(memberId), memberId };
};

/** The line of the audit log about a decision, within its transaction. */
const noteOf =
  (
    { office }: CashierModules,
    { operator, address }: OperatorCall,
    input: ItemKey & { originSeen?: true },
    line: { action: AuditAction; kind: 'recharge' | 'withdrawal'; detail?: Record<string, string> },
  ) =>
  (client: pg.PoolClient): Promise<void> => {
    const { shard, memberId } = ownerIn(input);
    return office.audit(client, {
      operator,
      address,
      action: line.action,
      detail: line.detail ?? {},
      subject: { kind: line.kind, id: input.id },
      member: { id: memberId, shard },
      originSeen: input.originSeen,
    });
  };

const memberOf = async (modules: CashierModules, memberId: string) => {
  const [member] = await modules.office.findMembers(memberId);
  if (member === undefined) throw new Error('The member of this item does not exist');
  return member;
};

const rechargesToWire = async (modules: CashierModules, list: readonly RechargeOnDesk[]) => {
  const names = await modules.office.names({ operators: [], members: list.map(({ memberId }) => memberId) });
  return list.map((one) => rechargeToWire(one, names));
};

const rechargeOf = async (modules: CashierModules, one: RechargeOnDesk) => {
  const names = await modules.office.names({ operators: [], members: [one.memberId] });
  return rechargeToWire(one, names);
};

const namesOf = (modules: CashierModules, list: readonly WithdrawalOnDesk[]) =>
  modules.office.names({
    operators: list.flatMap(({ approvals }) => approvals.map(({ operatorId }) => operatorId)),
    members: list.map(({ memberId }) => memberId),
  });

const withdrawalOf = async (modules: CashierModules, one: WithdrawalOnDesk) =>
  withdrawalToWire(one, await namesOf(modules, [one]));

const alikeOf = async (
  modules: CashierModules,
  { shard, memberId, recharge: { voucher } }: RechargeOnDesk,
) => {
  if (voucher === undefined) return [];
  const alike = await modules.uploads.lookAlikes({ shard, memberId, id: voucher.id });
  const names = await modules.office.names({ operators: [], members: alike.map((one) => one.memberId) });
  return alike.map((one) => ({
    member: memberName(names, one.memberId),
    upload: one.id,
    distance: one.apart,
    at: one.createdAt.toISOString(),
  }));
};

type RechargeName = Extract<OfficeCashierName, `officeRecharge${string}` | `officePaymentDecide`>;

const rechargeHandlers = (modules: CashierModules): Pick<Handlers, RechargeName> => {
  const { office } = modules;
  const { rechargeReview } = modules.cashier;

  return {
    officeRechargeList: async (input) => {
      const { page, slice } = pageOf(input);
      const { list, total } = await rechargeReview.queue(slice);
      return { list: await rechargesToWire(modules, list), total, ...page };
    },
    officeRechargeDetail: async (input, { operator }) => {
      const found = await rechargeReview.detail(ownerIn(input), input.id);
      const [member, lookAlikes, origin] = await Promise.all([
        memberOf(modules, found.memberId),
        alikeOf(modules, found),
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
    officePaymentDecide: async (input, by) => {
      const { payment, decision } = input;
      const action = decision === 'credit' ? 'payment_credited' : 'payment_refused';
      const note = noteOf(modules, by, input, { action, kind: 'recharge', detail: { payment } });
      const verdict = { payment, verdict: decision };
      return rechargeOf(modules, await rechargeReview.decidePayment(ownerIn(input), input, verdict, note));
    },
    officeRechargeReject: async (input, by) => {
      const { reason } = input;
      const line = { action: 'recharge_rejected', kind: 'recharge', detail: { reason } } as const;
      const note = noteOf(modules, by, input, line);
      return rechargeOf(modules, await rechargeReview.reject(ownerIn(input), input, reason, note));
    },
  };
};

/** A withdrawal with what an operator checks before a payout. */
const withdrawalDetail = async (
  modules: CashierModules,
  input: Input<'officeWithdrawDetail'>,
  operator: Operator,
): Promise<Output<'officeWithdrawDetail'>> => {
  const { office, cashier, currency, play, teamFlags } = modules;
  const { people } = office;
  const { sharedWith, stopped, methodSince, story, turnoverLeftMinor, ...one } = await cashier.desk.detail(
    ownerIn(input),
    input.id,
  );
  const row = await people.find(one.memberId);
  const [shown, member, identity, { restriction }, flags] = await Promise.all([
    withdrawalOf(modules, one),
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
};

type WithdrawalName = Extract<OfficeCashierName, `officeWithdraw${string}`>;

const withdrawalHandlers = (modules: CashierModules): Pick<Handlers, WithdrawalName> => {
  const { desk, review } = modules.cashier;
  const shown = async (withdrawal: Parameters<typeof desk.show>[0]) =>
    withdrawalOf(modules, await desk.show(withdrawal));

  return {
    officeWithdrawList: async ({ queue = 'in_review', ...input }) => {
      const { page, slice } = pageOf(input);
      const { list, total } = await desk.queue(queue, slice);
      const names = await namesOf(modules, list);
      return { list: list.map((one) => withdrawalToWire(one, names)), total, ...page };
    },
    officeWithdrawDetail: (input, { operator }) => withdrawalDetail(modules, input, operator),
    officeWithdrawDecide: async (input, by) => {
      const { decision, reason, note } = input;
      const owner = ownerIn(input);
      if (decision === 'approve') {
        const line = { action: 'withdrawal_approved', kind: 'withdrawal' } as const;
        return shown(await review.approve(owner, input, by.operator.id, noteOf(modules, by, input, line)));
      }
      if (reason === undefined) throw new Refused('reason_needed');
      const line = { action: 'withdrawal_refused', kind: 'withdrawal', detail: { reason } } as const;
      return shown(await review.refuse(owner, input, { reason, note }, noteOf(modules, by, input, line)));
    },
    officeWithdrawPaid: async (input, by) => {
      const reference = input.reference.trim();
      const line = { action: 'withdrawal_paid', kind: 'withdrawal', detail: { reference } } as const;
      return shown(await review.paid(ownerIn(input), input, reference, noteOf(modules, by, input, line)));
    },
    officeWithdrawFinish: async (input, by) => {
      const line = { action: 'withdrawal_finished', kind: 'withdrawal' } as const;
      return shown(await review.finish(ownerIn(input), input, noteOf(modules, by, input, line)));
    },
    officeWithdrawReturned: async (input, by) => {
      const { reason, note } = input;
      const line = { action: 'withdrawal_returned', kind: 'withdrawal', detail: { reason } } as const;
      return shown(
        await review.returned(ownerIn(input), input, { reason, note }, noteOf(modules, by, input, line)),
      );
    },
  };
};

type PayoutName = Exclude<OfficeCashierName, RechargeName | WithdrawalName>;

const payoutHandlers = ({ office, cashier, currency }: CashierModules): Pick<Handlers, PayoutName> => {
  const { payoutHolds } = cashier;

  return {
    officePayoutHold: async () => {
      const [hold, { count, sumMinor }] = await Promise.all([payoutHolds.current(), payoutHolds.waiting()]);
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
    officePayoutCompare: ({ references }) => payoutHolds.compare(references),
    officePayoutRelease: async (input, { operator, address }) => {
      await payoutHolds.release({ ...input, number: input.version }, operator.id, (client) =>
        office.audit(client, {
          operator,
          address,
          action: 'payouts_released',
          subject: { kind: 'payouts', id: String(input.version) },
          detail: {
            compared: String(input.references.length),
            unknown: input.unknown.join(' ').slice(0, 2_000),
            reason: input.note,
          },
        }),
      );
      return {};
    },
    officeRailList: async () => ({
      list: (await cashier.railStates()).map((rail) => railToWire(rail, currency)),
    }),
  };
};

/** The calls of the office about recharges and withdrawals, each decision with its line of the audit log in the same transaction. */
export const officeCashierHandlers = (modules: CashierModules): Pick<Handlers, OfficeCashierName> => ({
  ...rechargeHandlers(modules),
  ...withdrawalHandlers(modules),
  ...payoutHandlers(modules),
});
