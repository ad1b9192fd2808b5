import type { AuditAction, OfficeMember } from '@touchline/contract/shapes/office';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Operator } from '../http/handler.ts';
import type { MemberRow, Members } from '../members/service.ts';
import { isId, newId } from '../platform/ids.ts';
import { Refused } from '../platform/refusal.ts';
import { transaction } from '../platform/transaction.ts';
import type { Wallet } from '../wallet/service.ts';
import type { Audit } from './audit.ts';
import { insertNote, notesOf, type NoteRow } from './note-queries.ts';
import { memberToWire } from './wire.ts';

export type By = { operator: Operator; address: string };

export type PeopleOptions = {
  pool: pg.Pool;
  members: Pick<Members, 'byIds' | 'desk'>;
  wallet: Pick<Wallet, 'balance'>;
  currency: Currency;
  audit: Audit;
  now: () => Date;
};

export type People = ReturnType<typeof createPeople>;

/** Members as operators look after them. Contacts and names are masked; whoever opens them says why, on record. */
export const createPeople = ({ pool, members, wallet, currency, audit, now }: PeopleOptions) => {
  /** @throws Refused `not_found` */
  const find = async (id: string): Promise<MemberRow> => {
    const member = isId(id) ? (await members.byIds([id])).get(id.toLowerCase()) : undefined;
    if (member === undefined) throw new Refused('not_found');
    return member;
  };

  const shown = async (row: MemberRow): Promise<OfficeMember> => {
    const balance = await wallet.balance(row.id, row.shard);
    if (balance === undefined) throw new Error('A member without a wallet');
    return memberToWire(row, balance, currency);
  };

  const note =
    (member: MemberRow, { operator, address }: By, action: AuditAction, detail: Record<string, string>) =>
    (client: pg.PoolClient): Promise<void> =>
      audit(client, {
        ...{ operator, action, address, detail },
        subject: { kind: 'member', id: member.id },
        member: { id: member.id, shard: member.shard },
      });

  return {
    find,
    shown,

    list: async (page: { locked: boolean; limit: number; offset: number }) => {
      const { rows, total } = await members.desk.list(page);
      return { list: await Promise.all(rows.map(shown)), total };
    },

    sessions: members.desk.sessions,
    notes: ({ shard, id }: MemberRow): Promise<NoteRow[]> => notesOf(pool, { shard, memberId: id }),

    /** What is masked elsewhere. @throws Refused `not_found` */
    open: async (id: string, why: string, by: By): Promise<MemberRow> => {
      const member = await find(id);
      await transaction(pool, note(member, by, 'member_opened', { why }));
      return member;
    },

    /** @throws Refused `not_found`, `decided_already` */
    lock: async (
      id: string,
      { locked, why }: { locked: boolean; why: string },
      by: By,
    ): Promise<OfficeMember> => {
      const member = await find(id);
      const within = note(member, by, locked ? 'member_locked' : 'member_unlocked', { why });
      await members.desk.lock(member.id, { locked, why, within });
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
        await insertNote(client, { ...row, shard: member.shard, memberId: member.id });
        await note(member, by, 'member_noted', { note: row.id })(client);
      });
      return row;
    },
  };
};
