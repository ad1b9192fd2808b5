import { hourMs } from '@touchline/contract/durations';
import { accountPattern } from '@touchline/contract/limits';
import type { Input } from '@touchline/contract/routes';
import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import { OperatorChange, type ProposalState } from '@touchline/contract/shapes/proposals';
import type pg from 'pg';
import type { OperatorCall } from '../core/handler.ts';
import type { Queryable } from '../core/database/database.ts';
import { isId, newId } from '../core/ids.ts';
import type { PasswordHasher } from '../accounts/index.ts';
import { Proposals, type Proposal, type ProposalEvent } from '../core/proposals/service.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { findState, hasFactor, lockOperator, removeFactors } from './factor-queries.ts';
import { findAccess, takeAccess } from './access.ts';
import { dropFirst } from './first-queries.ts';
import {
  changeOperator,
  countDecidingOwners,
  findByAccount,
  findOperator,
  hasOperators,
  insertOperator,
  lockOwners,
  pageOfOperators,
  type OperatorRow,
} from './operator-queries.ts';
import { isAlone as isOwnerAlone } from './owner-alone.ts';
import { dropPasswordLink, makePasswordLink } from './password-links.ts';
import { newPassword } from './secrets.ts';
import { endOpenSessionsOf, endSessionsOf } from './session-queries.ts';
import { usedSince } from './sign-in.ts';

type OperatorsOptions = {
  pool: pg.Pool;
  hasher: PasswordHasher;
  audit: Audit;
  /** Time for which an operator may not decide after getting access; 0 for none. */
  waitHours: number;
  now: () => Date;
};

/** An owner who changes operators, with their address and the code of a person who is let in by it. */
type By = OperatorCall & { code?: string | undefined };

/** A change of an operator that one owner proposes and another applies. */
export type OperatorProposalRow = Proposal<OperatorChange>;

/** The outcome of an owner's request: done, or proposed to another owner. */
type Outcome = {
  proposal?: OperatorProposalRow;
  /** The operator as changed; absent while the change is only proposed. */
  row?: OperatorRow;
};

/** Lifetime of a proposal. */
const proposalMs = 7 * 24 * hourMs;
const reasonMin = 5;
const accountRule = new RegExp(accountPattern);

/** Each role once, in the order of the table. */
const tidyRoles = (roles: readonly OperatorRole[]): OperatorRole[] =>
  operatorRoles.filter((role) => roles.includes(role));

const judgeAccount = (account: string): void => {
  if (!accountRule.test(account)) throw new Refused('validation', { rules: { account: 'account' } });
};

const actions = {
  proposed: 'operator_proposed',
  applied: 'operator_applied',
  refused: 'operator_refused',
  withdrawn: 'operator_withdrawn',
  expired: 'operator_expired',
} as const satisfies Record<ProposalEvent, string>;

/**
 * The operators. They are never deleted, because the audit log names them. One other owner is enough to remove rights. Changes
 * that give rights (a new operator, a role, enabling, a new password, the end of a second factor) are proposed by one owner
 * and applied by another. A sole owner is enough where there never was another, or once they have asked for it in view of all.
 * Neither of the two owners learns a password: the person chooses it, and both owners give the code that the person tells them.
 */
export class Operators {
  readonly #hasher: PasswordHasher;
  readonly #pool: pg.Pool;
  readonly #audit: Audit;
  readonly #now: () => Date;
  /** Time for which an operator may not decide after getting access; 0 for none. */
  readonly #waitHours: number;
  readonly #proposals;

  constructor({ pool, hasher, audit, waitHours, now }: OperatorsOptions) {
    this.#hasher = hasher;
    this.#pool = pool;
    this.#audit = audit;
    this.#now = now;
    this.#waitHours = waitHours;
    this.#proposals = new Proposals({
      pool,
      kind: 'operator',
      schema: OperatorChange,
      openMs: proposalMs,
      oneOf: 'same',
      now,
      enter: (client, by: By) => this.#asOwner(client, by),
      apply: (client, proposal, by) => this.#apply(client, proposal, by),
      note: (client, proposal, event, by) => this.#note(client, proposal, event, by),
    });
  }

  /**
   * Adds an operator without another owner: the first of a site, those of play mode, and those of the command line.
   * @param options.password made here when it is not given; null where the operator chooses it by a link
   * @param options.waits whether the operator decides nothing for a while; the first of a site never waits
   * @returns the operator, and the password or the code of the link
   * @throws Refused `validation`, `account_taken`
   */
  async add(
    {
      account,
      roles,
      password = newPassword(),
      waits = false,
    }: { account: string; roles: readonly OperatorRole[]; password?: string; waits?: boolean },
    { address }: { address: string },
  ): Promise<{ row: OperatorRow; password: string }> {
    judgeAccount(account);
    const passwordHash = await this.#hasher.hash(password);
    const row = await transaction(this.#pool, async (client) => {
      const isWaiting = waits && (await hasOperators(client));
      const id = await this.#insert(client, { account, roles, passwordHash, isWaiting, createdBy: null });
      await this.#audit(client, {
        operator: null,
        action: 'operator_added',
        subject: { kind: 'operator', id },
        after: { account, roles: tidyRoles(roles) },
        address,
      });
      return this.#read(client, id);
    });
    return { row, password };
  }

  /**
   * The same for the command line, where the operator chooses the password by a link.
   * @returns the operator and the code of the link
   * @throws Refused `validation`, `account_taken`
   */
  async invite(
    { account, roles }: { account: string; roles: readonly OperatorRole[] },
    { address }: { address: string },
  ): Promise<{ row: OperatorRow; link: string }> {
    judgeAccount(account);
    return transaction(this.#pool, async (client) => {
      const isWaiting = await hasOperators(client);
      const id = await this.#insert(client, {
        account,
        roles,
        passwordHash: null,
        isWaiting,
        createdBy: null,
      });
      await this.#audit(client, {
        operator: null,
        action: 'operator_added',
        subject: { kind: 'operator', id },
        after: { account, roles: tidyRoles(roles) },
        address,
      });
      const link = await makePasswordLink(client, { operatorId: id, waits: isWaiting, now: this.#now() });
      return { row: await this.#read(client, id), link };
    });
  }

  /**
   * A link by which an operator chooses a new password, for the command line: where no other owner could approve it. The old
   * password opens nothing any more, and sessions end.
   * @returns the code of the link
   * @throws Refused `not_found`
   */
  relink(account: string, { address }: { address: string }): Promise<string> {
    return transaction(this.#pool, async (client) => {
      const found = await findByAccount(client, account.toLowerCase());
      if (found === undefined) throw new Refused('not_found');
      const { id } = found;
      await changeOperator(client, {
        id,
        passwordHash: null,
        waitsUntil: this.#waitsUntil(),
        now: this.#now(),
      });
      await endSessionsOf(client, id, this.#now());
      await this.#audit(client, {
        operator: null,
        action: 'operator_changed',
        subject: { kind: 'operator', id },
        detail: { newPassword: true },
        address,
      });
      return makePasswordLink(client, { operatorId: id, waits: true, now: this.#now() });
    });
  }

  /**
   * Proposes to take off another operator what they have in addition to the password, or does so where there is no other owner.
   * @throws Refused `reason_needed`, `same_operator`, `not_found`, `outdated`, `otp_state` where there is nothing, `forbidden`
   */
  async endFactors({ id, version, reason }: Input<'officeFactorEnd'>, by: By): Promise<Outcome> {
    const why = reason.trim();
    if (Array.from(why).length < reasonMin) throw new Refused('reason_needed');
    if (id === by.operator.id) throw new Refused('same_operator');
    await this.#readSeen(this.#pool, id, version);
    if (!hasFactor(await findState(this.#pool, id))) throw new Refused('otp_state');
    return this.#propose({ change: 'factor_end' }, { subject: { id, version }, reason: why }, by);
  }

  /**
   * Ends all sessions of another operator. @returns how many were open
   * @throws Refused `same_operator`, `not_found`, `forbidden`
   */
  async signOut(id: string, by: By): Promise<number> {
    let ended = 0;
    await this.#toAnother(id, by, async (client) => {
      ended = await endOpenSessionsOf(client, {
        operatorId: id,
        now: this.#now(),
        usedSince: usedSince(this.#now()),
      });
      await this.#audit(client, {
        operator: by.operator,
        action: 'operator_signed_out',
        subject: { kind: 'operator', id },
        detail: { sessions: ended },
        address: by.address,
      });
    });
    return ended;
  }

  /**
   * Adds an operator by account and roles, or changes the one of an id. What takes rights away is done at once, what gives
   * rights is proposed to another owner.
   * @throws Refused `validation`, `account_taken`, `not_found`, `same_operator`, `forbidden`, `outdated`, `code_wrong`
   */
  async save(input: Input<'officeOperatorSave'>, who: By): Promise<Outcome> {
    const { id, account, roles, code } = input;
    const by = { ...who, code };
    if (id !== undefined) return this.#change({ ...input, id }, by);
    if (account === undefined) throw new Refused('validation', { rules: { account: 'required' } });
    if (roles === undefined) throw new Refused('validation', { rules: { roles: 'required' } });
    judgeAccount(account);
    if ((await findByAccount(this.#pool, account.toLowerCase())) !== undefined)
      throw new Refused('account_taken');
    const access = await findAccess(this.#pool, { code, account, ...this.#span() });
    return this.#propose({ change: 'add', account, roles: tidyRoles(roles), access }, {}, by);
  }

  /**
   * Applies or refuses what another owner proposed, or withdraws one's own.
   * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `outdated`, `account_taken`, `otp_state`,
   *   `code_wrong`
   */
  async decide({ code, ...input }: Input<'officeOperatorDecide'>, who: By): Promise<Outcome> {
    const by = { ...who, code };
    const { proposal, done } = await this.#proposals.decide({ ...input, note: input.note }, by);
    return { proposal, ...done };
  }

  /** A page of proposals, the newest first. */
  pageOfProposals(filter: { state?: ProposalState | undefined }, slice: { limit: number; offset: number }) {
    return this.#proposals.page(filter, slice);
  }

  /** The number of pending proposals, and since when the oldest is pending. */
  waitingProposals() {
    return this.#proposals.waiting();
  }

  /** Writes down which proposals have expired; called periodically. */
  expireProposals() {
    return this.#proposals.expire();
  }

  find(id: string): Promise<OperatorRow> {
    return this.#read(this.#pool, id);
  }

  /** Whether there is a sole owner, whose changes of operators have no check. */
  async isOwnerAlone(): Promise<boolean> {
    return (await countDecidingOwners(this.#pool, this.#now())) === 1;
  }

  async list(page: { limit: number; offset: number }) {
    const { rows, total } = await pageOfOperators(this.#pool, page);
    return { rows: rows.map((row) => this.#asOfNow(row)), total };
  }

  /** The end of the wait of an operator who gets access now. */
  #waitsUntil(): Date | undefined {
    return this.#waitHours === 0 ? undefined : new Date(this.#now().getTime() + this.#waitHours * hourMs);
  }

  /** Removes the end of a wait that is over. */
  #asOfNow(row: OperatorRow): OperatorRow {
    return row.waits_until !== null && row.waits_until <= this.#now() ? { ...row, waits_until: null } : row;
  }

  async #read(client: Queryable, id: string): Promise<OperatorRow> {
    const row = await findOperator(client, id);
    if (row === undefined) throw new Error('An operator that was just written is gone');
    return this.#asOfNow(row);
  }

  /** @throws Refused `not_found`, `outdated` */
  async #readSeen(client: Queryable, id: string, version: number): Promise<OperatorRow> {
    const row = isId(id) ? await findOperator(client, id) : undefined;
    if (row === undefined) throw new Refused('not_found');
    if (row.version !== version) throw new Refused('outdated');
    return this.#asOfNow(row);
  }

  /**
   * The operator who changes must still be an owner. As no operator changes themself, the last owner stays, also when two
   * owners disable each other at once.
   * @returns whether this owner decides alone
   */
  async #asOwner(client: Queryable, { operator }: By): Promise<{ isAlone: boolean }> {
    const owners = await lockOwners(client);
    if (!owners.some(({ id }) => id === operator.id)) throw new Refused('forbidden');
    return { isAlone: await isOwnerAlone(client, operator.id, this.#now()) };
  }

  async #insert(
    client: Queryable,
    given: {
      account: string;
      roles: readonly OperatorRole[];
      passwordHash: string | null;
      isWaiting: boolean;
      createdBy: string | null;
    },
  ): Promise<string> {
    const id = newId();
    const added = await insertOperator(client, {
      id,
      account: given.account,
      accountFolded: given.account.toLowerCase(),
      passwordHash: given.passwordHash,
      roles: tidyRoles(given.roles),
      now: this.#now(),
      createdBy: given.createdBy,
      waitsUntil: given.isWaiting ? (this.#waitsUntil() ?? null) : null,
    });
    if (!added) throw new Refused('account_taken');
    await dropFirst(client);
    return id;
  }

  /** Applies a proposal. The line of the audit log names the operator who applied it. */
  async #apply(client: Queryable, proposal: OperatorProposalRow, by: By): Promise<Pick<Outcome, 'row'>> {
    const owners = await lockOwners(client);
    // A proposal of a former owner is not applied.
    if (!owners.some(({ id }) => id === proposal.proposed_by)) throw new Refused('outdated');
    const { body, subject_id: id, subject_version: seen } = proposal;
    if (body.change === 'add') return this.#applyAddition(client, { ...proposal, body }, by);
    if (id === null || seen === null) throw new Error('A proposal about an operator names none');
    const before = await this.#readSeen(client, id, seen);
    if (body.change === 'factor_end') await this.#applyFactorEnd(client, { ...proposal, subject: id }, by);
    else await this.#applyChange(client, { proposal: proposal.id, body, before }, by);
    return { row: await this.#read(client, id) };
  }

  async #applyAddition(
    client: Queryable,
    { id: proposal, body, proposed_by: proposer }: Proposal<Extract<OperatorChange, { change: 'add' }>>,
    { operator, address, code }: By,
  ): Promise<Pick<Outcome, 'row'>> {
    const { account, roles } = body;
    const access = await takeAccess(client, { id: body.access, code, now: this.#now() });
    const id = await this.#insert(client, {
      account,
      roles,
      passwordHash: access.password_hash,
      isWaiting: true,
      createdBy: proposer,
    });
    await this.#audit(client, {
      operator,
      action: 'operator_added',
      subject: { kind: 'operator', id },
      after: { account, roles },
      detail: { proposal },
      address,
    });
    return { row: await this.#read(client, id) };
  }

  /** Gives roles, enables, or sets a new password; the operator waits as a new one does. */
  async #applyChange(
    client: Queryable,
    {
      proposal,
      body,
      before,
    }: {
      proposal: string;
      body: Exclude<OperatorChange, { change: 'add' | 'factor_end' }>;
      before: OperatorRow;
    },
    { operator, address, code }: By,
  ): Promise<void> {
    const { id } = before;
    const armed = { id, waitsUntil: this.#waitsUntil(), now: this.#now() };
    const line = {
      operator,
      action: 'operator_changed',
      subject: { kind: 'operator', id },
      address,
    } as const;
    switch (body.change) {
      case 'roles':
        await changeOperator(client, { ...armed, roles: body.roles });
        await this.#audit(client, {
          ...line,
          before: { roles: before.roles },
          after: { roles: body.roles },
          detail: { proposal },
        });
        break;
      case 'enable':
        await changeOperator(client, { ...armed, disabled: false });
        await this.#audit(client, {
          ...line,
          before: { disabled: before.disabled_at !== null },
          after: { disabled: false },
          detail: { proposal },
        });
        break;
      case 'password': {
        const access = await takeAccess(client, { id: body.access, code, now: this.#now() });
        await changeOperator(client, { ...armed, passwordHash: access.password_hash });
        await endSessionsOf(client, id, this.#now());
        await dropPasswordLink(client, id);
        await this.#audit(client, { ...line, detail: { proposal, newPassword: true } });
      }
    }
  }

  async #applyFactorEnd(
    client: Queryable,
    { id: proposal, subject, reason }: { id: string; subject: string; reason: string },
    { operator, address }: By,
  ): Promise<void> {
    const before = await findState(client, subject);
    if (!hasFactor(before)) throw new Refused('otp_state');
    await removeFactors(client, subject);
    await changeOperator(client, { id: subject, waitsUntil: this.#waitsUntil(), now: this.#now() });
    await endSessionsOf(client, subject, this.#now());
    await this.#audit(client, {
      operator,
      action: 'factor_removed',
      subject: { kind: 'operator', id: subject },
      before,
      after: { totp: false, passkeys: 0, recoveryLeft: 0 },
      detail: { proposal },
      reason: reason === '' ? undefined : reason,
      address,
    });
  }

  /** Writes the line of the audit log about a proposal. */
  async #note(
    client: Queryable,
    { id, body, subject_id: subject, reason, note, alone }: OperatorProposalRow,
    event: ProposalEvent,
    by: By | undefined,
  ): Promise<void> {
    await this.#audit(client, {
      operator: by?.operator ?? null,
      action: actions[event],
      subject: { kind: 'proposal', id },
      detail: {
        change: body.change,
        operator: subject ?? undefined,
        account: 'account' in body ? body.account : undefined,
        roles: 'roles' in body ? body.roles : undefined,
        note: note ?? undefined,
        alone: alone || undefined,
      },
      reason: reason === '' ? undefined : reason,
      address: by?.address ?? '',
    });
  }

  async #propose(
    body: OperatorChange,
    { subject, reason }: { subject?: { id: string; version: number }; reason?: string },
    by: By,
  ): Promise<Outcome> {
    const { proposal, done } = await this.#proposals.propose({ subject, body, reason }, by);
    return { proposal, ...done };
  }

  /** Changes another operator; the caller is locked as an owner in the meantime. */
  async #toAnother(id: string, by: By, work: (client: Queryable) => Promise<void>): Promise<void> {
    if (id === by.operator.id) throw new Refused('same_operator');
    await transaction(this.#pool, async (client) => {
      await this.#asOwner(client, by);
      if (!isId(id) || (await findOperator(client, id)) === undefined) throw new Refused('not_found');
      await lockOperator(client, id);
      await work(client);
    });
  }

  /** Removes rights at once. */
  async #takeAway(
    { id, version }: { id: string; version: number },
    change: { roles: OperatorRole[] } | { disabled: true },
    by: By,
  ): Promise<Outcome> {
    await this.#toAnother(id, by, async (client) => {
      const before = await this.#readSeen(client, id, version);
      await changeOperator(client, { id, ...change, now: this.#now() });
      if ('disabled' in change) {
        await endSessionsOf(client, id, this.#now());
        await dropPasswordLink(client, id);
      }
      await this.#audit(client, {
        operator: by.operator,
        action: 'operator_changed',
        subject: { kind: 'operator', id },
        before: 'roles' in change ? { roles: before.roles } : { disabled: before.disabled_at !== null },
        after: change,
        address: by.address,
      });
    });
    return { row: await this.#read(this.#pool, id) };
  }

  /** Now, and until when a proposal made now is open. */
  #span(): { now: Date; until: Date } {
    const at = this.#now();
    return { now: at, until: new Date(at.getTime() + proposalMs) };
  }

  /** @throws Refused as save */
  async #change(input: Input<'officeOperatorSave'> & { id: string }, by: By): Promise<Outcome> {
    const { id, account, version, disabled, newPassword: isReset, code } = input;
    if (account !== undefined) throw new Refused('validation', { rules: { account: 'unknown' } });
    if (version === undefined) throw new Refused('validation', { rules: { version: 'required' } });
    if (id === by.operator.id) throw new Refused('same_operator');
    const roles = input.roles === undefined ? undefined : tidyRoles(input.roles);
    const wishes = [roles, disabled, isReset].filter((wish) => wish !== undefined);
    // A call makes one change, because each is decided separately.
    if (wishes.length !== 1) throw new Refused('validation', { rules: { id: 'choice' } });
    const before = await this.#readSeen(this.#pool, id, version);
    const subject = { id, version };
    if (disabled === true) return this.#takeAway(subject, { disabled }, by);
    if (disabled === false) {
      if (before.disabled_at === null) return { row: before };
      return this.#propose({ change: 'enable' }, { subject }, by);
    }
    if (roles === undefined) {
      const access = await findAccess(this.#pool, { code, account: before.account, ...this.#span() });
      return this.#propose({ change: 'password', access }, { subject }, by);
    }
    const isMore = roles.some((role) => !before.roles.includes(role));
    if (!isMore)
      return roles.length === before.roles.length ? { row: before } : this.#takeAway(subject, { roles }, by);
    return this.#propose({ change: 'roles', before: before.roles, roles }, { subject }, by);
  }
}
