import type { Input } from '@touchline/contract/routes';
import type { AuditAction, OfficeMember } from '@touchline/contract/shapes/office';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { OperatorCall } from '../core/handler.ts';
import type { MemberRow, Members } from '../accounts/index.ts';
import type { Wallet } from '../ledger/index.ts';
import { isId, newId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { insertNote, notesOf, type NoteRow } from './note-queries.ts';
import { memberToWire } from './wire.ts';
import { ownerOf } from '../core/owner.ts';

type PeopleOptions = {
  pool: pg.Pool;
  members: Members;
  wallet: Wallet;
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

/** Members as operators look after them. Contacts and names are masked; opening them needs a reason, which is logged. */
export class People {
  readonly #members: Members;
  readonly #pool: pg.Pool;
  readonly #now: () => Date;
  readonly #wallet: Wallet;
  readonly #currency: Currency;
  readonly #audit: Audit;

  constructor({ pool, members, wallet, currency, audit, now }: PeopleOptions) {
    this.#members = members;
    this.#pool = pool;
    this.#now = now;
    this.#wallet = wallet;
    this.#currency = currency;
    this.#audit = audit;
  }

  /** @throws Refused `not_found` */
  async find(id: string): Promise<MemberRow> {
    const member = isId(id) ? (await this.#members.byIds([id])).get(id.toLowerCase()) : undefined;
    if (member === undefined) throw new Refused('not_found');
    return member;
  }

  async shown(row: MemberRow): Promise<OfficeMember> {
    const [member] = await this.#shownAll([row]);
    if (member === undefined) throw new Error('A member who is not there');
    return member;
  }

  async list({ factor, ...page }: Which & { limit: number; offset: number }) {
    const ids = factor ? await this.#members.factorEnd.waitingMembers() : undefined;
    const { rows, total } = await this.#members.desk.list({ ...page, ids });
    return { list: await this.#shownAll(rows), total };
  }

  /** Searches members by id, e-mail, mobile number or the beginning of the account. */
  async found(q: string, { locked, factor, agent }: Which): Promise<OfficeMember[]> {
    const rows = await this.#members.search(q, foundMax);
    const open = rows.filter(
      ({ locked_at: since, agent_code: code }) =>
        (!locked || since !== null) && (agent === undefined || code === agent),
    );
    if (!factor) return this.#shownAll(open);
    const waiting = await this.#members.factorEnd.waitingMembers();
    return this.#shownAll(open.filter(({ id }) => waiting.includes(id)));
  }

  factors({ id }: MemberRow) {
    return this.#members.factorEnd.of(id);
  }

  factorsWaiting() {
    return this.#members.factorEnd.waiting();
  }

  /** @throws Refused `not_found`, `reason_needed`, `otp_state`, `outdated` */
  async proposeFactorEnd(id: string, given: string, by: OperatorCall): Promise<MemberRow> {
    const why = given.trim();
    if (Array.from(why).length < reasonMin) throw new Refused('reason_needed');
    const member = await this.find(id);
    const within = this.#note(member, by, 'member_factor_proposed', { why });
    await this.#members.factorEnd.propose(why, { operator: by.operator, member, within });
    return member;
  }

  /** @throws Refused `not_found`, `reason_needed`, `same_operator`, `forbidden`, `decided_already`, `outdated` */
  async decideFactorEnd(
    { member: memberId, id, version, decision, note: given }: Input<'officeMemberFactorDecide'>,
    by: OperatorCall,
  ): Promise<MemberRow> {
    const text = given?.trim() ?? '';
    if (decision === 'refuse' && Array.from(text).length < reasonMin) throw new Refused('reason_needed');
    const member = await this.find(memberId);
    const why = text === '' ? undefined : text;
    const within = this.#note(member, by, factorActions[decision], why === undefined ? {} : { why });
    await this.#members.factorEnd.decide(
      { id, version, decision, note: why },
      { operator: by.operator, member, within },
    );
    return member;
  }

  sessions(memberId: string) {
    return this.#members.desk.sessions(memberId);
  }

  identity(member: MemberRow) {
    return this.#members.desk.identity(member);
  }

  notes({ shard, id }: MemberRow): Promise<NoteRow[]> {
    return notesOf(this.#pool, { shard, memberId: id });
  }

  /** The contacts and names that are masked elsewhere. @throws Refused `not_found` */
  async open(id: string, why: string, by: OperatorCall): Promise<MemberRow> {
    const member = await this.find(id);
    await transaction(this.#pool, this.#note(member, by, 'member_opened', { why }));
    return member;
  }

  /** @throws Refused `not_found`, `outdated`, `decided_already` */
  async lock(
    { member: id, version, locked, why }: Input<'officeMemberLock'>,
    by: OperatorCall,
  ): Promise<OfficeMember> {
    const member = await this.find(id);
    const within = this.#note(member, by, locked ? 'member_locked' : 'member_unlocked', { why });
    await this.#members.desk.lock(member.id, { version, locked, why, within });
    return this.shown(await this.find(id));
  }

  /** @throws Refused `not_found` */
  async endSessions(id: string, why: string, by: OperatorCall): Promise<void> {
    const member = await this.find(id);
    await this.#members.desk.endSessions(member.id, this.#note(member, by, 'member_sessions_ended', { why }));
  }

  /** @throws Refused `not_found`, `validation` */
  async addNote(id: string, given: string, by: OperatorCall): Promise<NoteRow> {
    const text = given.trim();
    if (text === '') throw new Refused('validation', { rules: { text: 'required' } });
    const member = await this.find(id);
    const row = { id: newId(), operator_id: by.operator.id, text, at: this.#now() };
    await transaction(this.#pool, async (client) => {
      await insertNote(client, ownerOf(member), row);
      await this.#note(member, by, 'member_noted', { note: row.id })(client);
    });
    return row;
  }

  async #shownAll(rows: readonly MemberRow[]): Promise<OfficeMember[]> {
    const balances = await this.#wallet.balances(rows.map(({ id, shard }) => ({ memberId: id, shard })));
    return rows.map((row) => {
      const balance = balances.get(row.id);
      if (balance === undefined) throw new Error('A member without a wallet');
      return memberToWire(row, balance, this.#currency);
    });
  }

  #note(
    member: MemberRow,
    { operator, address }: OperatorCall,
    action: AuditAction,
    detail: Record<string, string>,
  ) {
    return (client: pg.PoolClient): Promise<void> =>
      this.#audit(client, {
        operator,
        action,
        address,
        detail,
        subject: { kind: 'member', id: member.id },
        member: { id: member.id, shard: member.shard },
      });
  }
}
