import { accountPattern } from '@touchline/contract/limits';
import type { Input } from '@touchline/contract/routes';
import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import type pg from 'pg';
import type { Operator } from '../http/handler.ts';
import type { Queryable } from '../platform/database.ts';
import { isId, newId } from '../platform/ids.ts';
import type { PasswordHasher } from '../platform/password-hash.ts';
import { Refused } from '../platform/refusal.ts';
import { transaction } from '../platform/transaction.ts';
import type { Audit } from './audit.ts';
import { findState, hasFactor, lockOperator, removeFactors } from './factor-queries.ts';
import { dropFirst } from './first-queries.ts';
import {
  changeOperator,
  countOwners,
  findOperator,
  hasOperators,
  insertOperator,
  lockAdmins,
  pageOfOperators,
  type OperatorRow,
} from './operator-queries.ts';
import { newPassword } from './secrets.ts';
import { endOpenSessionsOf, endSessionsOf } from './session-queries.ts';
import { usedSince } from './sign-in.ts';

export type OperatorsOptions = {
  pool: pg.Pool;
  hasher: PasswordHasher;
  audit: Audit;
  /** How long an operator decides nothing who is new or armed again; 0 for not at all. */
  waitHours: number;
  now: () => Date;
};

/** Somebody who changes operators: an owner, or whoever has the command line. */
type By = { operator: Operator | null; address: string };

const hourMs = 60 * 60 * 1_000;
const accountRule = new RegExp(accountPattern);

/** Each role once, in the order of the table. */
const tidyRoles = (roles: readonly OperatorRole[]): OperatorRole[] =>
  operatorRoles.filter((role) => roles.includes(role));

/** The operators: added, changed and disabled by an owner who is somebody else; never removed, since the log names them. */
export const createOperators = ({ pool, hasher, audit, waitHours, now }: OperatorsOptions) => {
  /**
   * Nobody changes themself, and who changes must be an owner at this moment: so the last one stays, also when two owners
   * disable each other at once.
   */
  const asAdmin = async (client: Queryable, { operator }: By): Promise<void> => {
    if (operator === null) return;
    const admins = await lockAdmins(client);
    if (!admins.includes(operator.id)) throw new Refused('forbidden');
  };

  /** The end of the wait of an operator who is armed now. */
  const waitsUntil = (): Date | undefined =>
    waitHours === 0 ? undefined : new Date(now().getTime() + waitHours * hourMs);

  /** Without the end of a wait that is over. */
  const asOfNow = (row: OperatorRow): OperatorRow =>
    row.waits_until !== null && row.waits_until <= now() ? { ...row, waits_until: null } : row;

  const read = async (client: Queryable, id: string): Promise<OperatorRow> => {
    const row = await findOperator(client, id);
    if (row === undefined) throw new Error('An operator that was just written is gone');
    return asOfNow(row);
  };

  /**
   * Adds an operator.
   * @param options.password made here when it is not given
   * @param options.waits whether the operator decides nothing for a while: as a rule where an owner adds one; the first of a site
   *   never waits
   * @throws Refused `validation`, `account_taken`
   */
  const add = async (
    {
      account,
      roles,
      password = newPassword(),
      waits,
    }: { account: string; roles: readonly OperatorRole[]; password?: string; waits?: boolean },
    by: By,
  ): Promise<{ row: OperatorRow; password: string }> => {
    if (!accountRule.test(account)) throw new Refused('validation', { rules: { account: 'account' } });
    const passwordHash = await hasher.hash(password);
    const id = newId();
    const row = await transaction(pool, async (client) => {
      await asAdmin(client, by);
      const isWaiting = (waits ?? by.operator !== null) && (await hasOperators(client));
      const added = await insertOperator(client, {
        ...{ id, account, accountFolded: account.toLowerCase(), passwordHash, roles: tidyRoles(roles) },
        ...{ now: now(), createdBy: by.operator?.id ?? null },
        waitsUntil: isWaiting ? (waitsUntil() ?? null) : null,
      });
      if (!added) throw new Refused('account_taken');
      await dropFirst(client);
      await audit(client, {
        ...{ operator: by.operator, action: 'operator_added', subject: { kind: 'operator', id } },
        ...{ after: { account, roles: tidyRoles(roles) }, address: by.address },
      });
      return read(client, id);
    });
    return { row, password };
  };

  const change = async (
    input: Input<'officeOperatorSave'> & { id: string },
    by: By,
  ): Promise<{ row: OperatorRow; password?: string }> => {
    const { id, disabled } = input;
    if (input.account !== undefined) throw new Refused('validation', { rules: { account: 'unknown' } });
    if (id === by.operator?.id) throw new Refused('same_operator');
    const roles = input.roles === undefined ? undefined : tidyRoles(input.roles);
    const password = input.newPassword === true ? newPassword() : undefined;
    const passwordHash = password === undefined ? undefined : await hasher.hash(password);
    const row = await transaction(pool, async (client) => {
      await asAdmin(client, by);
      const before = isId(id) ? await findOperator(client, id) : undefined;
      if (before === undefined) throw new Refused('not_found');
      const isArmed =
        password !== undefined ||
        (disabled === false && before.disabled_at !== null) ||
        roles?.some((role) => !before.roles.includes(role)) === true;
      await changeOperator(client, {
        id,
        roles,
        passwordHash,
        disabled,
        waitsUntil: isArmed ? waitsUntil() : undefined,
        now: now(),
      });
      if (disabled === true || password !== undefined) await endSessionsOf(client, id, now());
      await audit(client, {
        ...{ operator: by.operator, action: 'operator_changed', subject: { kind: 'operator', id } },
        before: {
          ...(roles === undefined ? {} : { roles: before.roles }),
          ...(disabled === undefined ? {} : { disabled: before.disabled_at !== null }),
        },
        after: { ...(roles === undefined ? {} : { roles }), ...(disabled === undefined ? {} : { disabled }) },
        detail: { ...(password === undefined ? {} : { newPassword: true }) },
        address: by.address,
      });
      return read(client, id);
    });
    return { row, ...(password === undefined ? {} : { password }) };
  };

  /** Does something to another operator, as an owner who stays one meanwhile. */
  const toAnother = async (
    id: string,
    by: By & { operator: Operator },
    work: (client: Queryable) => Promise<void>,
  ): Promise<void> => {
    if (id === by.operator.id) throw new Refused('same_operator');
    await transaction(pool, async (client) => {
      await asAdmin(client, by);
      if (!isId(id) || (await findOperator(client, id)) === undefined) throw new Refused('not_found');
      await lockOperator(client, id);
      await work(client);
    });
  };

  return {
    add,

    /**
     * Takes off another operator what they have beside the password, and ends their sessions.
     * @throws Refused `reason_needed`, `same_operator`, `not_found`, `otp_state` where there is nothing, `forbidden`
     */
    endFactors: async (
      { id, reason }: Input<'officeFactorEnd'>,
      by: By & { operator: Operator },
    ): Promise<OperatorRow> => {
      const why = reason.trim();
      if (why === '') throw new Refused('reason_needed');
      await toAnother(id, by, async (client) => {
        const before = await findState(client, id);
        if (!hasFactor(before)) throw new Refused('otp_state');
        await removeFactors(client, id);
        await changeOperator(client, { id, waitsUntil: waitsUntil(), now: now() });
        await endSessionsOf(client, id, now());
        await audit(client, {
          ...{ operator: by.operator, action: 'factor_removed', subject: { kind: 'operator', id } },
          ...{ before, after: { totp: false, passkeys: 0, recoveryLeft: 0 } },
          ...{ reason: why, address: by.address },
        });
      });
      return read(pool, id);
    },

    /**
     * Ends all sessions of another operator. @returns how many were open
     * @throws Refused `same_operator`, `not_found`, `forbidden`
     */
    signOut: async (id: string, by: By & { operator: Operator }): Promise<number> => {
      let ended = 0;
      await toAnother(id, by, async (client) => {
        ended = await endOpenSessionsOf(client, { operatorId: id, now: now(), usedSince: usedSince(now()) });
        await audit(client, {
          ...{ operator: by.operator, action: 'operator_signed_out', subject: { kind: 'operator', id } },
          ...{ detail: { sessions: ended }, address: by.address },
        });
      });
      return ended;
    },

    /**
     * Adds an operator by account and roles, or changes the one of an id.
     * @returns the operator, and the new password if there is one
     * @throws Refused `validation`, `account_taken`, `not_found`, `same_operator`, `forbidden`
     */
    save: (
      input: Input<'officeOperatorSave'>,
      by: By & { operator: Operator },
    ): Promise<{ row: OperatorRow; password?: string }> => {
      const { id, account, roles } = input;
      if (id !== undefined) return change({ ...input, id }, by);
      if (account === undefined) throw new Refused('validation', { rules: { account: 'required' } });
      if (roles === undefined) throw new Refused('validation', { rules: { roles: 'required' } });
      return add({ account, roles }, by);
    },

    find: (id: string): Promise<OperatorRow> => read(pool, id),

    /** Whether there is one owner only, whose changes of operators nobody checks. */
    isOwnerAlone: async (): Promise<boolean> => (await countOwners(pool)) === 1,

    list: async (page: { limit: number; offset: number }) => {
      const { rows, total } = await pageOfOperators(pool, page);
      return { rows: rows.map(asOfNow), total };
    },
  };
};
