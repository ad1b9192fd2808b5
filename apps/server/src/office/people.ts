import type { Input } from '@touchline/contract/routes';
import type { AuditAction, OfficeMember } from '@touchline/contract/shapes/office';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Operator } from '../core/handler.ts';
import type { MemberRow, Members } from '../accounts/index.ts';
import type { Wallet } from '../ledger/index.ts';
import { isId, newId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { insertNote, notesOf, type NoteRow } from './note-queries.ts';
import { memberToWire } from './wire.ts';
import { ownerOf } from '../core/owner.ts';

export type By = { operator: Operator; address: string };

export type PeopleOptions = {
  pool: pg.Pool;
  members: Pick<Members, 'byIds' | 'search' | 'desk' | 'factorEnd'>;
  wallet: Pick<Wallet, 'balances'>;
  currency: Currency;
  audit: Audit;
  now: () => Date;
};

/** Minimum length of a reason. */
const reasonMin = 5;

const factorActions = {
  apply: 'member_factor_applied',
  refuse: 'member_factor_refused',
  withdraw: 'member_factor_withdrawn',
} as const satisfies Record<Input<'officeMemberFactorDecide'>['decision'], AuditAction>;

/** The filters of a page of members. */
type Which = {
  locked: boolean;
  /** Only members with a pending proposal to remove their second factor. */
  factor: boolean;
  /** The agent code of the link that brought them, as written in the link. */
  agent: string | undefined;
};

/** Maximum of members in one search. */
export const foundMax = 20;

export type People = ReturnType<typeof createPeople>;

/** Members as operators look after them. Contacts and names are masked; opening them needs a reason, which is logged. */
export const createPeople = ({ pool, members, wallet, currency, audit, now }: PeopleOptions) => {
  /** @throws Refused `not_found` */
  const find = async (id: string): Promise<MemberRow> => {
    const member = isId(id) ? (await members.byIds([id])).get(id.toLowerCase()) : undefined;
    if (member === undefined) throw new Refused('not_found');
    return member;
  };

  const shownAll = async (rows: readonly MemberRow[]): Promise<OfficeMember[]> => {
    const balances = await wallet.balances(rows.map(({ id, shard }) => ({ memberId: id, shard })));
    return rows.map((row) => {
      const balance = balances.get(row.id);
      if (balance === undefined) throw new Error('A member without a wallet');
      return memberToWire(row, balance, currency);
    });
  };

  const shown = async (row: MemberRow): Promise<OfficeMember> => {
    const [member] = await shownAll([row]);
    if (member === undefined) throw new Error('A member who is not there');
    return member;
  };

  const note =
    (member: MemberRow, { operator, address }: By, action: AuditAction, detail: Record<string, string>) =>
    (client: pg.PoolClient): Promise<void> =>
      audit(client, {
        operator,
        action,
        address,
        detail,
        subject: { kind: 'member', id: member.id },
        member: { id: member.id, shard: member.shard },
      });

  return {
    find,
    shown,

    list: async ({ factor, ...page }: Which & { limit: number; offset: number }) => {
      const ids = factor ? await members.factorEnd.waitingMembers() : undefined;
      const { rows, total } = await members.desk.list({ ...page, ids });
      return { list: await shownAll(rows), total };
    },

    /** Searches members by id, e-mail, mobile number or the beginning of the account. */
    found: async (q: string, { locked, factor, agent }: Which): Promise<OfficeMember[]> => {
      const rows = await members.search(q, foundMax);
      const open = rows.filter(
        ({ locked_at: since, agent_code: code }) =>
          (!locked || since !== null) && (agent === undefined || code === agent),
      );
      if (!factor) return shownAll(open);
      const waiting = await members.factorEnd.waitingMembers();
      return shownAll(open.filter(({ id }) => waiting.includes(id)));
    },

    factors: ({ id }: MemberRow) => members.factorEnd.of(id),
    factorsWaiting: () => members.factorEnd.waiting(),

    /** @throws Refused `not_found`, `reason_needed`, `otp_state`, `outdated` */
    proposeFactorEnd: async (id: string, given: string, by: By): Promise<MemberRow> => {
      const why = given.trim();
      if (Array.from(why).length < reasonMin) throw new Refused('reason_needed');
      const member = await find(id);
      const within = note(member, by, 'member_factor_proposed', { why });
      await members.factorEnd.propose(why, { operator: by.operator, member, within });
      return member;
    },

    /** @throws Refused `not_found`, `reason_needed`, `same_operator`, `forbidden`, `decided_already`, `outdated` */
    decideFactorEnd: async (
      { member: memberId, id, version, decision, note: given }: Input<'officeMemberFactorDecide'>,
      by: By,
    ): Promise<MemberRow> => {
      const text = given?.trim() ?? '';
      if (decision === 'refuse' && Array.from(text).length < reasonMin) throw new Refused('reason_needed');
      const member = await find(memberId);
      const why = text === '' ? undefined : text;
      const within = note(member, by, factorActions[decision], why === undefined ? {} : { why });
      await members.factorEnd.decide(
        { id, version, decision, note: why },
        { operator: by.operator, member, within },
      );
      return member;
    },

    sessions: (memberId: string) => members.desk.sessions(memberId),
    identity: (member: MemberRow) => members.desk.identity(member),
    notes: ({ shard, id }: MemberRow): Promise<NoteRow[]> => notesOf(pool, { shard, memberId: id }),

    /** The contacts and names that are masked elsewhere. @throws Refused `not_found` */
    open: async (id: string, why: string, by: By): Promise<MemberRow> => {
      const member = await find(id);
      await transaction(pool, note(member, by, 'member_opened', { why }));
      return member;
    },

    /** @throws Refused `not_found`, `outdated`, `decided_already` */
    lock: async (
      { member: id, version, locked, why }: Input<'officeMemberLock'>,
      by: By,
    ): Promise<OfficeMember> => {
      const member = await find(id);
      const within = note(member, by, locked ? 'member_locked' : 'member_unlocked', { why });
      await members.desk.lock(member.id, { version, locked, why, within });
      return shown(await find(id));
    },

    /** @throws Refused `not_found` */
    endSessions: async (id: string, why: string, by: By): Promise<void> => {
      const member = await find(id);
      await members.desk.endSessions(member.id, note(member, by, 'member_sessions_ended', { why }));
    },

    /** @throws Refused `not_found`, `validation` */
    addNote: async (id: string, given: string, by: By): Promise<NoteRow> => {
      const text = given.trim();
      if (text === '') throw new Refused('validation', { rules: { text: 'required' } });
      const member = await find(id);
      const row = { id: newId(), operator_id: by.operator.id, text, at: now() };
      await transaction(pool, async (client) => {
        await insertNote(client, ownerOf(member), row);
        await note(member, by, 'member_noted', { note: row.id })(client);
      });
      return row;
    },
  };
};
