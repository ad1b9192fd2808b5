import type { HouseTextKind } from '@touchline/contract/shapes/house-texts';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { Today } from '@touchline/contract/shapes/office-views';
import type { Records } from '../../betting/index.ts';
import type { Cashier } from '../../payments/index.ts';
import type { Likenesses } from '../../safer-play/index.ts';
import type { Teams } from '../../growth/index.ts';
import type { HouseTexts } from '../house-texts/service.ts';
import type { Waiting as Proposed } from '../../core/database/rows.ts';
import type { Settings } from '../settings/service.ts';
import type { Office } from '../service.ts';

type Queue = Today['queues'][number];
type Waiting = {
  total: number;
  oldest: Date | string | null | undefined;
  kind?: HouseTextKind | null;
};

/** The modules with queues for operators. */
export type QueueModules = {
  cashier: Cashier;
  records: Records;
  flags: Teams['flags'];
  likenesses: Likenesses;
  office: Office;
  settings: Settings;
  houseTexts: HouseTexts;
  /** Proposed rules, by module. */
  proposals: { team: () => Promise<Proposed>; rewards: () => Promise<Proposed> };
};

const first = { limit: 1, offset: 0 };

/** A queue with the roles that may open its page, and how it is counted: the first of the list is the oldest. */
type CountedQueue = Pick<Queue, 'queue' | 'page'> & {
  roles: readonly OperatorRole[];
  read: () => Promise<Waiting>;
};

const readers: readonly OperatorRole[] = ['cashier', 'auditor'];
const ruleReaders: readonly OperatorRole[] = ['support', 'cashier', 'auditor', 'owner'];

/** The queues about money. */
const moneyQueues = ({ cashier, office }: QueueModules): CountedQueue[] => {
  const withdrawals = (queue: 'in_review' | 'paying') => async (): Promise<Waiting> => {
    const { list, total } = await cashier.desk.queue(queue, first);
    return { total, oldest: list[0]?.withdrawal.requestedAt };
  };
  return [
    {
      queue: 'recharges',
      page: 'recharges',
      roles: readers,
      read: async () => {
        const { list, total } = await cashier.rechargeReview.queue(first);
        return { total, oldest: list[0]?.recharge.createdAt };
      },
    },
    { queue: 'withdrawals_in_review', page: 'withdrawals', roles: readers, read: withdrawals('in_review') },
    { queue: 'withdrawals_paying', page: 'withdrawals', roles: readers, read: withdrawals('paying') },
    {
      queue: 'identity',
      page: 'identity',
      roles: readers,
      read: async () => {
        const { rows, total } = await office.identities.list({ state: 'in_review', ...first });
        return { total, oldest: rows[0]?.submitted_at };
      },
    },
    {
      queue: 'adjustments',
      page: 'adjustments',
      roles: [...readers, 'owner'],
      read: () => office.adjustments.waiting(),
    },
  ];
};

/** The other queues. */
const otherQueues = (modules: QueueModules): CountedQueue[] => {
  const { records, flags, likenesses, office, settings, houseTexts, proposals } = modules;
  return [
    {
      queue: 'team_flags',
      page: 'teams',
      roles: ['support', 'auditor'],
      read: async () => {
        const { rows, total } = await flags.list('open', first);
        return { total, oldest: rows[0]?.raised_at };
      },
    },
    {
      queue: 'likenesses',
      page: 'teams',
      roles: ['support', 'auditor'],
      read: async () => {
        const { rows, total } = await likenesses.list('open', first);
        return { total, oldest: rows[0]?.raised_at };
      },
    },
    {
      queue: 'results',
      page: 'results',
      roles: ['trader', 'owner', 'auditor'],
      read: () => records.waitingResults(),
    },
    { queue: 'settings', page: 'settings', roles: ['owner', 'auditor'], read: () => settings.waiting() },
    { queue: 'team_rules', page: 'team_rules', roles: ruleReaders, read: proposals.team },
    { queue: 'reward_rules', page: 'reward_rules', roles: ruleReaders, read: proposals.rewards },
    {
      queue: 'house_texts',
      page: 'house_texts',
      roles: ['content', 'owner', 'auditor'],
      read: () => houseTexts.waiting(),
    },
    {
      queue: 'factor_ends',
      page: 'members',
      roles: ['support', 'owner', 'auditor'],
      read: () => office.people.factorsWaiting(),
    },
    {
      queue: 'operator_changes',
      page: 'operators',
      roles: ['owner', 'auditor'],
      read: () => office.operators.waitingProposals(),
    },
  ];
};

const queuesOf = (modules: QueueModules): CountedQueue[] => [
  ...moneyQueues(modules),
  ...otherQueues(modules),
];

/** The queues whose pages these roles may open, each with its length and the time of its oldest item. */
export const readQueues = async (
  modules: QueueModules,
  may: (roles: readonly OperatorRole[]) => boolean,
  now: Date,
): Promise<Queue[]> =>
  Promise.all(
    queuesOf(modules)
      .filter(({ roles }) => may(roles))
      .map(async ({ queue, page, read }) => {
        const { total, oldest, kind } = await read();
        const since = oldest === null || oldest === undefined ? undefined : new Date(oldest);
        return {
          queue,
          page,
          count: total,
          kind: kind === null || kind === undefined ? undefined : kind,
          oldest: since?.toISOString(),
          waitedSeconds:
            since === undefined
              ? undefined
              : Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1_000)),
        };
      }),
  );
