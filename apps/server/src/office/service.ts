import { hourMs } from '@touchline/contract/durations';
import type { Input } from '@touchline/contract/routes';
import type { AuditAction, AuditSubject, OfficeMember } from '@touchline/contract/shapes/office';
import type pg from 'pg';
import { originOfTwo, type Audit, type AuditLog, type MemberOriginOf } from '../core/audit-log/audit.ts';
import { statement } from '../core/database/database.ts';
import type { Operator, OperatorCall } from '../core/handler.ts';
import {
  createPasswordCheck,
  type IdentityRow,
  type Members,
  type PasswordHasher,
} from '../accounts/index.ts';
import type { Wallet } from '../ledger/index.ts';
import { isId } from '../core/ids.ts';
import { letterSender, type SendLetter } from '../core/events.ts';
import { Refused, type FindMeanwhile } from '../core/refusal.ts';
import { transaction, withRetry } from '../core/database/transaction.ts';
import { AccessRequests } from './access.ts';
import { Adjustments } from './adjustments.ts';
import type { Context } from '../core/module.ts';
import { auditHead, sealAudit, type AuditKey } from '../core/audit-log/chain.ts';
import { exportAudit } from './audit-export.ts';
import { pageOfAudit, type AuditFilter } from '../core/audit-log/queries.ts';
import { DemoGuard } from './demo.ts';
import { Factors } from './factors.ts';
import { FirstOwner } from './first.ts';
import { operatorNames } from './operator-queries.ts';
import { Operators } from './operators.ts';
import { OwnAccount } from './own-account.ts';
import { SoleOwner } from './owner-alone.ts';
import { OwnSessions } from './own-sessions.ts';
import { Passkeys } from './passkeys.ts';
import { OfficeSessions } from './sign-in.ts';
import { PasswordLinks } from './password-links.ts';
import { People, foundMax } from './people.ts';
import { RefusalLog } from './refusals.ts';
import { memberToWire, type AccountNames } from './wire.ts';

/** Sessions that are remembered; one that was forgotten is logged again. */
const sessionsMax = 500;

type ReadingLine = Pick<Parameters<Audit>[1], 'action' | 'subject' | 'member' | 'detail'>;

/** Lines of the audit log about what operators read of members: one for each item and session, however often a page asks again. */
class Readings {
  readonly #pool: pg.Pool;
  readonly #audit: Audit;
  /** What each session has been shown. */
  readonly #shown = new Map<string, Set<string>>();

  constructor({ pool, audit }: { pool: pg.Pool; audit: Audit }) {
    this.#pool = pool;
    this.#audit = audit;
  }

  note({ operator, address }: OperatorCall, line: ReadingLine): Promise<void> {
    return withRetry(() =>
      transaction(this.#pool, (client) => this.#audit(client, { operator, address, ...line })),
    );
  }

  /** Notes what this session was not shown before. @param lineOf the line about these ids */
  async noteNew(
    by: OperatorCall,
    ids: readonly string[],
    lineOf: (fresh: string[]) => ReadingLine,
  ): Promise<void> {
    const known = this.#shownTo(by.operator.sessionId);
    const fresh = ids.filter((id) => !known.has(id));
    if (fresh.length === 0) return;
    await this.note(by, lineOf(fresh));
    for (const id of fresh) known.add(id);
  }

  #shownTo(sessionId: string): Set<string> {
    const known = this.#shown.get(sessionId) ?? new Set<string>();
    this.#shown.delete(sessionId);
    this.#shown.set(sessionId, known);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > sessionsMax && oldest !== undefined) this.#shown.delete(oldest);
    return known;
  }
}

/** Names of members that operators verify. */
class Identities {
  readonly #pool: pg.Pool;
  readonly #verification: Members['verification'];
  readonly #audit: Audit;
  readonly #sendLetter: SendLetter;

  constructor(
    { pool, audit, sendLetter }: { pool: pg.Pool; audit: Audit; sendLetter: SendLetter },
    verification: Members['verification'],
  ) {
    this.#pool = pool;
    this.#audit = audit;
    this.#sendLetter = sendLetter;
    this.#verification = verification;
  }

  list(page: Parameters<Members['verification']['list']>[0]) {
    return this.#verification.list(page);
  }

  /** @throws Refused `not_found` */
  detail(id: string) {
    return this.#verification.detail(id);
  }

  /**
   * Verifies a name for good, or refuses it.
   * @throws Refused `not_found`, `reason_needed`, `outdated`, `decided_already`, `identity_fixed`
   */
  async decide(
    { id, version, decision, reason, originSeen }: Input<'officeIdentityDecide'>,
    { operator, address }: OperatorCall,
  ): Promise<IdentityRow> {
    if (decision === 'refuse' && reason === undefined) throw new Refused('reason_needed');
    const decided = await withRetry(() =>
      transaction(this.#pool, async (client) => {
        const { request, fresh } = await this.#verification.decide(client, {
          id,
          version,
          by: operator.id,
          ...(decision === 'refuse' && reason !== undefined
            ? { state: 'refused', reason }
            : { state: 'verified', reason: null }),
        });
        if (!fresh) return request;
        const verified = request.state === 'verified';
        await this.#audit(client, {
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
    this.#sendLetter(
      { shard: decided.shard, memberId: decided.member_id },
      {
        template: decided.state === 'verified' ? 'identity_verified' : 'identity_refused',
        fields,
        link: '/pages/information/bank',
        about: decided.id,
      },
    );
    return decided;
  }
}

/** What the office itself uses of other modules. */
export type OfficeUses = {
  audit: AuditLog;
  /** Seals the audit log; without it seals are plain. */
  auditKey: AuditKey | undefined;
  hasher: PasswordHasher;
  members: Members;
  wallet: Wallet;
};

/** The office: operators and their sessions, reviews, corrections of balances, and the log of all of it. */
export class Office {
  readonly sessions: OfficeSessions;
  readonly passkeys: Passkeys;
  readonly refusals: RefusalLog;
  readonly readings: Readings;
  readonly ownAccount: OwnAccount;
  readonly ownSessions: OwnSessions;
  readonly passwordLinks: PasswordLinks;
  readonly access: AccessRequests;
  readonly ownerAlone: SoleOwner;
  readonly first: FirstOwner;
  readonly operators: Operators;
  readonly demo: DemoGuard;
  readonly people: People;
  readonly adjustments: Adjustments;
  readonly identities: Identities;
  /** Writes a line of the audit log within the transaction of the change. */
  readonly audit: Audit;
  readonly #context: Context;
  readonly #uses: OfficeUses;
  readonly #pool: pg.Pool;
  readonly #factors: Factors;

  constructor(context: Context, uses: OfficeUses) {
    const { currency, clock, config, secret, bus } = context;
    const { pool } = context.connections.calls;
    const { members, wallet, hasher } = uses;
    const { write: audit } = uses.audit;
    const now = (): Date => clock.now();
    const waitHours = config.OPERATOR_WAIT_HOURS;
    const base = { pool, hasher, audit, now };
    const siteName = (): string => config.SITE_NAME;
    const sendLetter = letterSender(bus);
    const factorNeeded = config.MODE === 'real' || config.OFFICE_FACTOR_NEEDED;
    const factors = new Factors({ pool, secret, siteName, now });
    const passkeys = new Passkeys({ pool, siteName, rpId: config.PASSKEY_RP_ID, now });
    const checkPassword = createPasswordCheck({ db: pool, hasher, now });
    const sessions = new OfficeSessions({ ...base, checkPassword, factors, passkeys, factorNeeded });
    this.#context = context;
    this.#uses = uses;
    this.#pool = pool;
    this.#factors = factors;
    this.audit = audit;
    this.sessions = sessions;
    this.passkeys = passkeys;
    this.refusals = new RefusalLog(base);
    this.readings = new Readings(base);
    this.ownAccount = new OwnAccount({ ...base, sessions, factors, passkeys, factorNeeded });
    this.ownSessions = new OwnSessions(base);
    this.passwordLinks = new PasswordLinks({ ...base, waitMs: waitHours * hourMs });
    this.access = new AccessRequests(base);
    this.ownerAlone = new SoleOwner(base);
    this.first = new FirstOwner(base);
    this.operators = new Operators({ ...base, waitHours });
    this.demo = new DemoGuard(base);
    this.people = new People({ ...base, members, wallet, currency });
    this.identities = new Identities({ ...base, sendLetter }, members.verification);
    this.adjustments = new Adjustments({
      ...base,
      wallet,
      members,
      currency,
      config,
      onMoved: (shard, memberId) => bus.publish('walletMoved', { shard, memberId }),
      sendLetter,
    });
  }

  /** Addresses and more that an operator shares with a member; see MemberOriginOf. */
  originOf(operatorId: string, member: { id: string; shard: number }): ReturnType<MemberOriginOf> {
    return this.#uses.audit.memberOriginOf(this.#pool, { operatorId, member });
  }

  /** Addresses and browsers that two operators shared lately. */
  originWith(one: string, other: string): ReturnType<typeof originOfTwo> {
    return originOfTwo(this.#pool, { one, other, now: this.#context.clock.now() });
  }

  /** Finds the last action on the subject of a refused decision, and its operator, in the audit log. */
  findMeanwhile(refused: Parameters<FindMeanwhile>[0]): ReturnType<FindMeanwhile> {
    return findMeanwhile(this.#pool, refused);
  }

  /** Current balances, by member. */
  balances(owners: Parameters<Wallet['balances']>[0]): ReturnType<Wallet['balances']> {
    return this.#uses.wallet.balances(owners);
  }

  /** Accounts of the operators and members that rows name. */
  async names(ids: {
    operators: readonly (string | null)[];
    members: readonly (string | null)[];
  }): Promise<AccountNames> {
    const { members } = this.#uses;
    return {
      operators: await operatorNames(this.#pool, ids.operators),
      members: await members.byIds(ids.members.filter((id) => id !== null)),
    };
  }

  /** Deletes expired rows; called periodically. */
  async tidy(): Promise<void> {
    await this.sessions.tidy();
    await this.#factors.tidy();
    await this.passkeys.tidy();
    await this.passwordLinks.tidy();
    await this.access.tidy();
    await this.operators.expireProposals();
  }

  /** Writes counted refusals to the audit log, and seals new lines; called every second. */
  async seal(): Promise<void> {
    await this.refusals.flush();
    await sealAudit(this.#pool, this.#uses.auditKey);
  }

  /** The last seal of the audit log, to be kept where no role of the database can change it; undefined before the first. */
  async auditHead(): Promise<{ seq: string; hash: string; keyed: boolean } | undefined> {
    const head = await auditHead(this.#pool);
    return head && { seq: head.seq.toString(), hash: head.hash.toString('hex'), keyed: head.key_id !== null };
  }

  /**
   * The audit log as a table in a file.
   * @param query the unparsed query; unknown filters are refused
   * @returns the parts of the file
   * @throws Refused `validation`
   */
  openAudit(query: unknown, operator: Operator, address: string): Promise<AsyncIterable<string>> {
    const timeZone = this.#context.config.SITE_TIME_ZONE;
    return exportAudit({ pool: this.#pool, audit: this.audit, timeZone }, query, { operator, address });
  }

  /** A page of the audit log, newest first. */
  async auditLog(filter: AuditFilter, page: { limit: number; offset: number }) {
    const { operator, member } = filter;
    // A text that is not an id belongs to no operator.
    if ([operator, member].some((id) => id !== undefined && !isId(id))) return { rows: [], total: 0 };
    return pageOfAudit(this.#pool, filter, { ...page, timeZone: this.#context.config.SITE_TIME_ZONE });
  }

  /** Members by id, e-mail, mobile number or the beginning of the account, as reviewers see them. */
  async findMembers(q: string): Promise<OfficeMember[]> {
    const { members, wallet } = this.#uses;
    const { currency } = this.#context;
    return Promise.all(
      (await members.search(q, foundMax)).map(async (row) => {
        const balance = await wallet.balance(row.id, row.shard);
        if (balance === undefined) throw new Error('A member without a wallet');
        return memberToWire(row, balance, currency);
      }),
    );
  }
}

/** Calls whose version counts the changes of all items of a kind, not only of the named one. */
const kinds = new Map<string, AuditSubject>([
  ['officeSettingSave', 'setting'],
  ['officeSettingDecide', 'setting'],
  ['officeTeamRulesSave', 'team_rules'],
  ['officeRewardRulesSave', 'reward_rules'],
  ['officeHouseTextAdd', 'house_text'],
]);
/** Fields that name the subject of a call, the narrowest first. */
const idFields = ['id', 'stop', 'event', 'member', 'scope'] as const;
/** Actions that do not change the state of their subject. */
const silent: readonly AuditAction[] = ['refused', 'member_opened', 'member_noted', 'exported'];

type Row = { by: string; action: AuditAction; at: Date };

const ofIds = statement(
  'audit-meanwhile',
  `select o.account as by, a.action, a.at
   from unnest($1::text[]) with ordinality as s (id, nth)
   join lateral (
     select operator_id, action, at from office_audit
     where subject_id = s.id and operator_id is not null and action <> all ($2::text[])
     order by at desc, id desc limit 1
   ) a on true
   join operator o on o.id = a.operator_id
   order by s.nth limit 1`,
);
const ofKind = statement(
  'audit-meanwhile-kind',
  `select o.account as by, a.action, a.at from office_audit a join operator o on o.id = a.operator_id
   where a.subject_kind = $1 and a.at > site_now() - interval '1 day' order by a.at desc, a.id desc limit 1`,
);

/** Finds the last action on the subject of a refused decision, and its operator, in the audit log. */
const findMeanwhile = async (
  pool: pg.Pool,
  { call, ids }: Parameters<FindMeanwhile>[0],
): ReturnType<FindMeanwhile> => {
  const kind = kinds.get(call);
  const about = idFields.flatMap((field) => ids[field] ?? []);
  const { rows } = await pool.query<Row>(kind === undefined ? ofIds([about, silent]) : ofKind([kind]));
  const [last] = rows;
  return last === undefined ? undefined : { ...last, at: last.at.toISOString() };
};
