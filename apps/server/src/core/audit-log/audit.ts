import { dayMs } from '@touchline/contract/durations';
import type {
  AuditAction,
  AuditSubject,
  MemberOrigin,
  SharedOrigin,
} from '@touchline/contract/shapes/office';
import { isLoopback } from '../config/messaging.ts';
import { query, statement, type Queryable } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Context, Module } from '../module.ts';
import { ownerOf, type Owner } from '../owner.ts';
import { Refused } from '../refusal.ts';
import { insertAudit } from './queries.ts';

/** Facts in a line, amounts as decimal text. Never a password, a code or a token. */
type Facts = Record<string, string | number | boolean | null | undefined | readonly string[]>;

/** An action of an operator, or of the server for the office. */
type AuditEntry = {
  /** Null: the server itself, or a sign-in that failed. */
  operator: { id: string } | null;
  action: AuditAction;
  subject: { kind: AuditSubject; id: string };
  /** The member concerned. */
  member?: { id: string; shard: number } | undefined;
  /** The operator decides about a member although they share an address or more, and has seen that. */
  originSeen?: true | undefined;
  /** Further facts of the action. */
  detail?: Facts;
  /** Values before and after the change; kept in the detail under these names. */
  before?: Facts | undefined;
  after?: Facts | undefined;
  /** The operator's reason; kept in the detail as `reason`. */
  reason?: string | undefined;
  /** The address of the caller; empty for the server itself. */
  address: string;
};

/**
 * Writes a line of the audit log within the transaction of the change, so that neither exists without the other. A decision
 * about a member with whom the operator shares an address or more is refused unless they saw it, and the detail has it as
 * `memberOrigin`. For a decision of two operators `shared` in the detail lists what both used lately.
 */
export type Audit = (client: Queryable, entry: AuditEntry) => Promise<void>;

export const createAudit =
  ({
    now,
    memberOriginOf = () => Promise.resolve(undefined),
  }: {
    now: () => Date;
    /** Absent where no decisions about members are made. */
    memberOriginOf?: MemberOriginOf;
  }): Audit =>
  async (client, entry) => {
    const { operator, action, subject, member, detail = {}, before, after, reason, address } = entry;
    const at = now();
    const origin =
      operator === null || member === undefined || !isMemberDecision(action)
        ? undefined
        : await memberOriginOf(client, { operatorId: operator.id, member });
    // This throws within the decision's transaction, which is rolled back.
    if (origin !== undefined && entry.originSeen !== true) {
      throw new Refused('member_origin', { memberOrigin: origin });
    }
    const shared =
      operator === null
        ? undefined
        : await sharedOriginOf(client, { action, subjectId: subject.id, operatorId: operator.id, now: at });
    await insertAudit(client, {
      id: newId(),
      operator_id: operator?.id ?? null,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      shard: member?.shard ?? null,
      member_id: member?.id ?? null,
      detail: {
        ...detail,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        ...(reason === undefined ? {} : { reason }),
        ...(shared === undefined ? {} : { shared }),
        ...(origin === undefined ? {} : { memberOrigin: origin }),
      },
      address,
      at,
    });
  };

/** Opens the audit log of the office. */
export const openAudit = ({ clock }: Pick<Context, 'clock'>, origins: MemberOriginOptions) => {
  const now = (): Date => clock.now();
  const memberOriginOf = createMemberOrigin({ ...origins, now });
  return { service: { write: createAudit({ now, memberOriginOf }), memberOriginOf } } satisfies Module;
};

export type AuditLog = ReturnType<typeof openAudit>['service'];

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
const isMemberDecision = (action: AuditAction): boolean => decisions.has(action);

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

const createMemberOrigin =
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

/** Decisions of two operators: the action of the second, with the earlier actions of the first on the same subject. */
const firsts = new Map<AuditAction, readonly AuditAction[]>([
  ['adjustment_applied', ['adjustment_proposed']],
  ['adjustment_refused', ['adjustment_proposed']],
  ['withdrawal_approved', ['withdrawal_approved']],
  ['setting_accepted', ['setting_proposed']],
  ['setting_refused', ['setting_proposed']],
  ['team_rules_applied', ['team_rules_proposed']],
  ['team_rules_refused', ['team_rules_proposed']],
  ['reward_rules_applied', ['reward_rules_proposed']],
  ['reward_rules_refused', ['reward_rules_proposed']],
  ['house_text_published', ['house_text_proposed']],
  ['house_text_refused', ['house_text_proposed']],
  ['result_approved', ['result_proposed', 'result_approved']],
  ['result_confirmed', ['result_proposed', 'result_approved']],
  ['result_refused', ['result_proposed', 'result_approved']],
  ['void_applied', ['void_proposed']],
  ['void_refused', ['void_proposed']],
  ['operator_applied', ['operator_proposed']],
  ['operator_refused', ['operator_proposed']],
  ['reserve_applied', ['reserve_proposed']],
  ['reserve_refused', ['reserve_proposed']],
  ['member_factor_applied', ['member_factor_proposed']],
  ['member_factor_refused', ['member_factor_proposed']],
]);

const first = query.one<{ operator_id: string }>(
  'operator-first',
  `select operator_id from office_audit
   where subject_id = $1 and action = any($2::text[]) and operator_id <> $3
   order by at desc, id desc limit 1`,
);

const shared = statement(
  'operator-shared-origin',
  `select bool_or(a.user_agent <> '' and a.user_agent = b.user_agent) as device
   from operator_session b
   join operator_session a on a.address = b.address and a.last_used_at > $3::timestamptz - interval '30 days'
   where b.operator_id = $2 and b.last_used_at > $3::timestamptz - interval '30 days' and a.operator_id = $1`,
);

/** Addresses and browsers that two operators shared within the last 30 days. */
export const originOfTwo = async (
  db: Queryable,
  { one, other, now }: { one: string; other: string; now: Date },
): Promise<SharedOrigin | undefined> => {
  const { rows } = await db.query<{ device: boolean | null }>(shared([one, other, now]));
  const device = rows[0]?.device ?? null;
  if (device === null) return undefined;
  return device ? 'device' : 'address';
};

/**
 * Addresses and browsers that the first and the second operator of a decision shared within the last 30 days.
 * @returns undefined if it is not a second decision, or they share nothing
 */
const sharedOriginOf = async (
  client: Queryable,
  given: { action: AuditAction; subjectId: string; operatorId: string; now: Date },
): Promise<SharedOrigin | undefined> => {
  const before = firsts.get(given.action);
  if (before === undefined) return undefined;
  const found = await first(client, [given.subjectId, before, given.operatorId]);
  if (found === undefined) return undefined;
  return originOfTwo(client, { one: given.operatorId, other: found.operator_id, now: given.now });
};
