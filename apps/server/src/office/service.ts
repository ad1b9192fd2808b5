import { hourMs } from '@touchline/contract/durations';
import type { Input } from '@touchline/contract/routes';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Audit } from '../core/audit-log/audit.ts';
import type { Operator } from '../core/handler.ts';
import {
  createPasswordCheck,
  type IdentityRow,
  type Members,
  type PasswordHasher,
} from '../accounts/index.ts';
import type { Wallet } from '../ledger/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import { isId } from '../core/ids.ts';
import { letterSender, type Bus } from '../core/events.ts';
import { Refused } from '../core/refusal.ts';
import { transaction, withRetry } from '../core/database/transaction.ts';
import { createAccess } from './access.ts';
import { createAdjustments } from './adjustments.ts';
import type { AuditLog } from '../core/audit-log/open.ts';
import type { CorrectionConfig } from './correction-limits.ts';
import { auditHead, sealAudit } from '../core/audit-log/chain.ts';
import type { AuditKey } from '../core/audit-log/key.ts';
import { createAuditExport } from './audit-export.ts';
import { createMeanwhile } from './meanwhile.ts';
import { pageOfAudit, type AuditFilter } from '../core/audit-log/queries.ts';
import { createDemoGuard } from './demo.ts';
import { createFactors } from './factors.ts';
import { createFirst } from './first.ts';
import { operatorNames } from './operator-queries.ts';
import { createOperators } from './operators.ts';
import { createOwnAccount } from './own-account.ts';
import { createOwnerAlone } from './owner-alone.ts';
import { createOwnSessions } from './own-sessions.ts';
import { createPasskeys } from './passkeys.ts';
import { createOfficeSessions } from './sign-in.ts';
import { createPasswordLinks } from './password-links.ts';
import { createPeople, foundMax } from './people.ts';
import { createRefusals } from './refusals.ts';
import { originOfTwo } from '../core/audit-log/origins.ts';
import { memberToWire, type Names } from './wire.ts';

/** Sessions that are remembered; one that was forgotten is logged again. */
const sessionsMax = 500;

type By = { operator: Operator; address: string };
type ReadingLine = Pick<Parameters<Audit>[1], 'action' | 'subject' | 'member' | 'detail'>;

/** Lines of the audit log about what operators read of members: one for each reading, however often a page asks again. */
const createReadings = ({ pool, audit }: { pool: pg.Pool; audit: Audit }) => {
  /** What each session has been shown. */
  const shown = new Map<string, Set<string>>();

  const shownTo = (sessionId: string): Set<string> => {
    const known = shown.get(sessionId) ?? new Set<string>();
    shown.delete(sessionId);
    shown.set(sessionId, known);
    const [oldest] = shown.keys();
    if (shown.size > sessionsMax && oldest !== undefined) shown.delete(oldest);
    return known;
  };

  const note = ({ operator, address }: By, line: ReadingLine): Promise<void> =>
    withRetry(() => transaction(pool, (client) => audit(client, { operator, address, ...line })));

  return {
    note,
    /** Notes a reading of what this session was not shown before. @param lineOf the line about these ids */
    noteNew: async (
      by: By,
      ids: readonly string[],
      lineOf: (fresh: string[]) => ReadingLine,
    ): Promise<void> => {
      const known = shownTo(by.operator.sessionId);
      const fresh = ids.filter((id) => !known.has(id));
      if (fresh.length === 0) return;
      await note(by, lineOf(fresh));
      for (const id of fresh) known.add(id);
    },
  };
};

export type OfficeOptions = {
  pool: pg.Pool;
  members: Pick<Members, 'byIds' | 'search' | 'verification' | 'desk' | 'factorEnd'>;
  audit: AuditLog;
  wallet: Pick<Wallet, 'post' | 'balance' | 'balances'>;
  currency: Currency;
  clock: Clock;
  /** The site's time zone, for the days of the audit log. */
  timeZone: string;
  hasher: PasswordHasher;
  config: Pick<
    Config,
    'MODE' | 'SITE_NAME' | 'PASSKEY_RP_ID' | 'OFFICE_FACTOR_NEEDED' | 'OPERATOR_WAIT_HOURS'
  > &
    CorrectionConfig;
  /** Seals the secrets of second factors. */
  secret: Uint8Array;
  /** Seals the audit log. */
  auditKey?: AuditKey | undefined;
  bus: Pick<Bus, 'publish'>;
};

export type Office = ReturnType<typeof createOffice>;

/** The office: operators and their sessions, reviews, corrections of balances, and the log of all of it. */
export const createOffice = (options: OfficeOptions) => {
  const { pool, members, wallet, currency, clock, timeZone, hasher, config, secret, bus } = options;
  const { write: audit, memberOriginOf } = options.audit;
  const sendLetter = letterSender(bus);
  const now = (): Date => clock.now();
  const checkPassword = createPasswordCheck({ db: pool, hasher, now });
  const refusals = createRefusals({ pool, audit, now });
  const siteName = (): string => config.SITE_NAME;
  const factorNeeded = config.MODE === 'real' || config.OFFICE_FACTOR_NEEDED;
  const factors = createFactors({ pool, secret, siteName, now });
  const passkeys = createPasskeys({ pool, siteName, rpId: config.PASSKEY_RP_ID, now });
  const sessions = createOfficeSessions({
    pool,
    checkPassword,
    factors,
    passkeys,
    factorNeeded,
    audit,
    now,
  });

  const operators = createOperators({ pool, hasher, audit, waitHours: config.OPERATOR_WAIT_HOURS, now });
  const waitMs = config.OPERATOR_WAIT_HOURS * hourMs;
  const access = createAccess({ pool, hasher, now });
  const passwordLinks = createPasswordLinks({ pool, hasher, audit, waitMs, now });

  return {
    /** Addresses and more that an operator shares with a member; see MemberOriginOf. */
    originOf: (operatorId: string, member: { id: string; shard: number }) =>
      memberOriginOf(pool, { operatorId, member }),
    /** Addresses and browsers that two operators shared lately. */
    originWith: (one: string, other: string) => originOfTwo(pool, { one, other, now: now() }),
    /** Writes a line of the audit log within the transaction of the change. */
    audit,
    auth: sessions.auth,
    sessions,
    passkeys,
    refusals,
    readings: createReadings({ pool, audit }),
    findMeanwhile: createMeanwhile(pool),
    ownAccount: createOwnAccount({
      pool,
      hasher,
      sessions,
      factors,
      passkeys,
      factorNeeded,
      audit,
      now,
    }),
    ownSessions: createOwnSessions({ pool, audit, now }),
    passwordLinks,
    access,
    ownerAlone: createOwnerAlone({ pool, audit, now }),
    first: createFirst({ pool, hasher, audit, now }),
    operators,
    demo: createDemoGuard({ pool, hasher, audit, now }),
    people: createPeople({ pool, members, wallet, currency, audit, now }),
    adjustments: createAdjustments({
      pool,
      wallet,
      members,
      currency,
      config,
      audit,
      now,
      onMoved: (shard, memberId) => bus.publish('walletMoved', { shard, memberId }),
      sendLetter,
    }),
    /** Current balances, by member. */
    balances: wallet.balances,

    /** Accounts of the operators and members that rows name. */
    names: async (ids: {
      operators: readonly (string | null)[];
      members: readonly (string | null)[];
    }): Promise<Names> => ({
      operators: await operatorNames(pool, ids.operators),
      members: await members.byIds(ids.members.filter((id) => id !== null)),
    }),

    identities: {
      list: (page: Parameters<Verification['list']>[0]) => members.verification.list(page),
      detail: (id: string) => members.verification.detail(id),

      /**
       * Verifies a name for good, or refuses it.
       * @throws Refused `not_found`, `reason_needed`, `outdated`, `decided_already`, `identity_fixed`
       */
      decide: async (
        { id, version, decision, reason, originSeen }: Input<'officeIdentityDecide'>,
        { operator, address }: { operator: Operator; address: string },
      ): Promise<IdentityRow> => {
        if (decision === 'refuse' && reason === undefined) throw new Refused('reason_needed');
        const decided = await withRetry(() =>
          transaction(pool, async (client) => {
            const { request, fresh } = await members.verification.decide(client, {
              id,
              version,
              by: operator.id,
              ...(decision === 'refuse' && reason !== undefined
                ? { state: 'refused', reason }
                : { state: 'verified', reason: null }),
            });
            if (!fresh) return request;
            const verified = request.state === 'verified';
            await audit(client, {
              operator,
              action: verified ? 'identity_verified' : 'identity_refused',
              address,
              subject: { kind: 'identity', id: request.id },
              member: { id: request.member_id, shard: request.shard },
              originSeen,
              detail: verified ? { realName: request.real_name } : { reason: request.reason },
            });
            return request;
          }),
        );
        const fields = decided.reason === null ? {} : { reason: decided.reason };
        sendLetter(
          { shard: decided.shard, memberId: decided.member_id },
          {
            template: decided.state === 'verified' ? 'identity_verified' : 'identity_refused',
            fields,
            link: '/pages/information/bank',
            about: decided.id,
          },
        );
        return decided;
      },
    },

    /** Deletes expired rows; called periodically. */
    tidy: async (): Promise<void> => {
      await sessions.tidy();
      await factors.tidy();
      await passkeys.tidy();
      await passwordLinks.tidy();
      await access.tidy();
      await operators.proposals.expire();
    },

    /** Writes counted refusals to the audit log, and seals new lines; called every second. */
    seal: async (): Promise<void> => {
      await refusals.flush();
      await sealAudit(pool, options.auditKey);
    },

    /** The last seal of the audit log, to be kept where no role of the database can change it; undefined before the first. */
    auditHead: async (): Promise<{ seq: string; hash: string; keyed: boolean } | undefined> => {
      const head = await auditHead(pool);
      return (
        head && { seq: head.seq.toString(), hash: head.hash.toString('hex'), keyed: head.key_id !== null }
      );
    },

    /** The audit log as a table in a file. */
    openAudit: createAuditExport({ pool, audit, timeZone }),

    /** A page of the audit log, newest first. */
    auditLog: async (filter: AuditFilter, page: { limit: number; offset: number }) => {
      const { operator, member } = filter;
      // A text that is not an id belongs to no operator.
      if ([operator, member].some((id) => id !== undefined && !isId(id))) return { rows: [], total: 0 };
      return pageOfAudit(pool, filter, { ...page, timeZone });
    },

    /** Members by id, e-mail, mobile number or the beginning of the account, as reviewers see them. */
    findMembers: async (q: string) =>
      Promise.all(
        (await members.search(q, foundMax)).map(async (row) => {
          const balance = await wallet.balance(row.id, row.shard);
          if (balance === undefined) throw new Error('A member without a wallet');
          return memberToWire(row, balance, currency);
        }),
      ),
  };
};
