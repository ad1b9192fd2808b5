import { dayMs } from '@touchline/contract/durations';
import type { AuditAction, MemberOrigin } from '@touchline/contract/shapes/office';
import { statement, type Queryable } from '../database/database.ts';
import { isLoopback } from '../config/outbox.ts';
import { ownerOf, type Owner } from '../owner.ts';

/** The address and browser of a member's session. */
type MemberSession = { memberId: string; address: string; userAgent: string };

export type MemberOriginOptions = {
  /** Sessions of members at some addresses that were used after a time. */
  sessionsAt: (
    on: Queryable,
    given: { memberIds: readonly string[]; addresses: readonly string[]; since: Date },
  ) => Promise<MemberSession[]>;
  /** Other members who have or had a payout method of this member. */
  sharedMethods: (on: Queryable, owner: Owner) => Promise<string[]>;
};

const thirtyDaysMs = 30 * dayMs;

/** Actions that decide about a member's money or name. */
const decisions = new Set<AuditAction>([
  'payment_credited',
  'payment_refused',
  'recharge_rejected',
  'withdrawal_approved',
  'withdrawal_refused',
  'withdrawal_paid',
  'withdrawal_finished',
  'withdrawal_returned',
  'adjustment_proposed',
  'adjustment_applied',
  'adjustment_refused',
  'identity_verified',
  'identity_refused',
]);

/** Whether a line of the audit log is about a decision on a member's money or name. */
export const isMemberDecision = (action: AuditAction): boolean => decisions.has(action);

const origins = statement(
  'operator-origins',
  `select distinct address, user_agent as "userAgent" from operator_session
   where operator_id = $1 and last_used_at > $2`,
);

/**
 * What an operator and a member both used within 30 days: the same browser at the same address (`device`), the same address, or
 * a payout method of the member that another member has who shares an address with the operator (`payout`). Addresses of this
 * machine itself name no place and are left out.
 */
export type MemberOriginOf = (
  on: Queryable,
  given: { operatorId: string; member: { id: string; shard: number } },
) => Promise<MemberOrigin | undefined>;

export const createMemberOrigin =
  ({ sessionsAt, sharedMethods, now }: MemberOriginOptions & { now: () => Date }): MemberOriginOf =>
  async (on, { operatorId, member }) => {
    const since = new Date(now().getTime() - thirtyDaysMs);
    const { rows } = await on.query<{ address: string; userAgent: string }>(origins([operatorId, since]));
    const own = rows.filter(({ address }) => address !== '' && !isLoopback(address));
    if (own.length === 0) return undefined;
    const addresses = own.map(({ address }) => address);
    const shared = await sessionsAt(on, { memberIds: [member.id], addresses, since });
    const isSameDevice = ({ address, userAgent }: MemberSession): boolean =>
      userAgent !== '' && own.some((one) => one.address === address && one.userAgent === userAgent);
    if (shared.length > 0) return shared.some(isSameDevice) ? 'device' : 'address';
    const others = await sharedMethods(on, ownerOf(member));
    if (others.length === 0) return undefined;
    return (await sessionsAt(on, { memberIds: others, addresses, since })).length > 0 ? 'payout' : undefined;
  };
