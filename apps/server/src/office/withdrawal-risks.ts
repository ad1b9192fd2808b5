import { dayMs } from '@touchline/contract/durations';
import { limits } from '@touchline/contract/limits';
import type { WithdrawalRisk } from '@touchline/contract/shapes/office';
import type { StoryLine } from '../wallet/service.ts';

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
  return order.filter((risk) => found[risk]);
};

const order: readonly WithdrawalRisk[] = [
  'locked',
  'restricted',
  'team_flag',
  'little_play',
  'new_method',
  'new_member',
  'first',
];
