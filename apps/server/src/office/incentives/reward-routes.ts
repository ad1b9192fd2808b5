import type { Input, Output } from '@touchline/contract/routes';
import type { AuditAction } from '@touchline/contract/shapes/office';
import type {
  RewardRules,
  RewardRulesChange,
  RewardTerms,
  RewardVersion,
} from '@touchline/contract/shapes/office-growth';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { FeesSaved } from '../../payments/index.ts';
import type { RewardChange, RewardRuleVersion, Rewards } from '../../growth/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Handlers, Operator } from '../../core/handler.ts';
import type { Clock } from '../../core/clock.ts';
import { localTime } from '../../core/local-time.ts';
import type { VipTerms } from '../../core/config/growth.ts';
import type { Office } from '../service.ts';
import { spanOf } from '../views/span.ts';
import { operatorsOf, ruleChangeFacts, ruleChangeToWire } from './rule-change-wire.ts';
import { pageOf } from '../../core/pages.ts';

export type RewardModules = {
  rewards: Rewards;
  feesSaved: (span: { from: string; to: string }) => Promise<FeesSaved>;
  office: Office;
  wallet: Wallet;
  clock: Clock;
  currency: Currency;
  timeZone: string;
};

type RewardHandlers = Pick<
  Handlers,
  | 'officeRewardOverview'
  | 'officeRewardRules'
  | 'officeRewardRulesChanges'
  | 'officeRewardRulesSave'
  | 'officeRewardRulesDecide'
>;

const actions = {
  apply: 'reward_rules_applied',
  refuse: 'reward_rules_refused',
  withdraw: 'reward_rules_withdrawn',
} as const;

/** Rules as the audit log shows them. */
const toFacts = ({ checkIn, levels }: RewardRules) => ({
  checkIn: checkIn.length === 0 ? 'off' : checkIn.join(', '),
  levels: levels.map(({ level, ...differs }) =>
    [`${level}:`, ...Object.entries(differs).map(([name, value]) => `${name} ${value}`)].join(' '),
  ),
});

const amount = (modules: RewardModules, minor: bigint): string => formatAmount(minor, modules.currency.scale);

const termsToWire = (modules: RewardModules, terms: VipTerms): RewardTerms => ({
  level: terms.level,
  turnover: amount(modules, terms.turnoverMinor),
  withdrawFee: formatAmount(BigInt(terms.feeBp), 2),
  withdrawMax: amount(modules, terms.maxMinor),
  checkIn: terms.checkInPercent,
  support: terms.support,
});

const versionToWire = (modules: RewardModules, one: RewardRuleVersion): RewardVersion => ({
  version: String(one.version),
  rules: one.rules,
  terms: one.levels.map((one) => termsToWire(modules, one)),
  countsFrom: one.countsFrom ?? undefined,
  publishedAt: one.publishedAt?.toISOString(),
});

const toWire = async (
  modules: RewardModules,
  changes: readonly RewardChange[],
): Promise<RewardRulesChange[]> => {
  const names = await modules.office.names({ operators: operatorsOf(changes), members: [] });
  return changes.map((one) => ({
    ...ruleChangeToWire(one, names),
    rules: one.body.rules,
    terms: modules.rewards.rules.termsOf(one.body.rules).map((one) => termsToWire(modules, one)),
  }));
};

const one = async (modules: RewardModules, change: RewardChange): Promise<RewardRulesChange> => {
  const [shown] = await toWire(modules, [change]);
  if (shown === undefined) throw new Error('A proposal that is there and is not');
  return shown;
};

const noteOf =
  (
    modules: RewardModules,
    action: AuditAction,
    { operator, address }: { operator: Operator; address: string },
  ) =>
  (client: Parameters<Office['audit']>[0], change: RewardChange, before: RewardRules): Promise<void> =>
    modules.office.audit(client, {
      operator,
      address,
      action,
      subject: { kind: 'reward_rules', id: change.id },
      detail: ruleChangeFacts(change),
      before: toFacts(before),
      after: toFacts(change.body.rules),
      reason: change.note ?? change.reason,
    });

/** What check-ins and VIP levels give and cost in a span of days. */
const rewardOverview = async (
  modules: RewardModules,
  asked: Input<'officeRewardOverview'>,
): Promise<Output<'officeRewardOverview'>> => {
  const { rewards, wallet, clock, timeZone } = modules;
  const { rules } = rewards;
  const span = spanOf(asked);
  const now = await rules.on(localTime(clock.now(), timeZone).date);
  const [told, fees, extra] = await Promise.all([
    rewards.toldByLevel(),
    modules.feesSaved(span),
    rewards.checkIns.extra(span),
  ] as const);
  const sums = (await wallet.daySums(span, timeZone)).filter(({ kind }) => kind === 'check_in');
  const days = sums.map(({ day, amountMinor, entries }) => ({
    day,
    amount: amount(modules, amountMinor),
    checkIns: Number(entries),
  }));
  const checkIns = days.reduce((sum, day) => sum + day.checkIns, 0);
  return {
    version: String(now.version),
    checkIn: now.scaleMinor.map((one) => amount(modules, one)),
    levels: now.levels.map((terms) => ({
      ...termsToWire(modules, terms),
      members: terms.level === 0 ? undefined : (told.get(terms.level) ?? 0),
    })),
    cost: {
      amount: amount(
        modules,
        sums.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      ),
      checkIns,
      days,
      levels: {
        fees: amount(modules, fees.savedMinor),
        withdrawals: fees.withdrawals,
        checkIns: amount(modules, extra.extraMinor),
        unknownWithdrawals: fees.unknown,
        // The sums of the ledger may lag behind.
        unknownCheckIns: Math.max(0, checkIns - extra.checkIns),
      },
    },
  };
};

/** Check-ins and VIP levels: what they give and cost, and their rules, proposed by one operator and applied by another. */
export const officeRewardHandlers = (modules: RewardModules): RewardHandlers => {
  const { rules } = modules.rewards;

  return {
    officeRewardOverview: (asked) => rewardOverview(modules, asked),
    officeRewardRules: async (input) => {
      const { page, slice } = pageOf(input);
      const { rows, total } = await rules.list(slice);
      return { list: rows.map((one) => versionToWire(modules, one)), total, ...page };
    },
    officeRewardRulesChanges: async ({ state, ...input }) => {
      const { page, slice } = pageOf(input);
      const { rows, total } = await rules.changes({ state }, slice);
      return { list: await toWire(modules, rows), total, ...page };
    },
    officeRewardRulesSave: async ({ rules: given, seen, from, reason }, by) =>
      one(
        modules,
        await rules.propose(
          { rules: given, seen: Number(seen), from, reason },
          { operator: by.operator, note: noteOf(modules, 'reward_rules_proposed', by) },
        ),
      ),
    officeRewardRulesDecide: async ({ id, seen, decision, note }, by) =>
      one(
        modules,
        await rules.decide(
          { id, version: seen, decision, note },
          { operator: by.operator, note: noteOf(modules, actions[decision], by) },
        ),
      ),
  };
};
