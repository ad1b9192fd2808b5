import { hourMs } from '@touchline/contract/durations';
import { isLan } from '@touchline/locales/locales';
import type pg from 'pg';
import { Type } from 'typebox';
import type { SendLetter } from '../../core/events.ts';
import type { Outbox } from '../../core/outbox/service.ts';
import { Proposals } from '../../core/proposals/service.ts';
import { Refused } from '../../core/refusal.ts';
import type { EndedSessions } from '../ended-sessions.ts';
import type { MemberRow } from '../queries.ts';
import { endSessionsOf } from '../session-queries.ts';
import * as queries from './factor-end-queries.ts';
import { ownerOf, type Owner } from '../../core/owner.ts';

/** Writes the office's line of the audit log, in the same transaction. */
type Within = (client: pg.PoolClient) => Promise<void>;
type FactorTemplate = 'factor_asked' | 'factor_ended';

/** The shortest wait for withdrawals afterwards: the member reads the messages before money can leave. */
const holdHours = 24;

/** An operator and the member whose second factors are meant; `within` writes the office's line about it. */
type FactorEndCall = { operator: { id: string }; member: MemberRow; within: Within };

/** Notifies a member at every recorded address. */
const tell = async (
  outbox: Outbox,
  client: pg.PoolClient,
  member: MemberRow,
  template: FactorTemplate,
): Promise<void> => {
  const lan = isLan(member.language) ? member.language : 'en';
  const message = { lan, template, fields: {} };
  if (member.email !== null) await outbox.put(client, { ...message, channel: 'email', to: member.email });
  if (member.area_code !== null && member.mobile !== null) {
    await outbox.put(client, { ...message, channel: 'sms', to: `+${member.area_code}${member.mobile}` });
  }
};

/** Opens the proposals to take second factors away: how each is judged, applied and noted. */
const openProposals = ({
  pool,
  outbox,
  now,
  end,
}: {
  pool: pg.Pool;
  outbox: Outbox;
  now: () => Date;
  end: (client: pg.PoolClient, owner: Owner) => Promise<void>;
}) =>
  new Proposals({
    pool,
    kind: 'member_factor',
    // All second factors of the member are meant.
    schema: Type.Object({}),
    needsReason: true,
    oneOf: 'subject',
    now,
    judge: async (client, _proposal, { member }: FactorEndCall) => {
      const has = await queries.selectFactors(client, member.id);
      if (has === undefined || (!has.app && has.passkeys === 0)) throw new Refused('otp_state');
    },
    /** @returns the sessions that ended */
    apply: async (client, { proposed_at: since }, { member }: FactorEndCall): Promise<string[]> => {
      if (await queries.hasUsedSince(client, member.id, since)) throw new Refused('outdated');
      await end(client, ownerOf(member));
      await tell(outbox, client, member, 'factor_ended');
      return endSessionsOf(client, member.id, 'ended');
    },
    note: async (client, _proposal, event, by) => {
      if (by === undefined) return;
      if (event === 'proposed') await tell(outbox, client, by.member, 'factor_asked');
      await by.within(client);
    },
  });

type FactorProposals = ReturnType<typeof openProposals>;

/**
 * The way back for members who have lost every second factor. One operator proposes, another removes them;
 * the member is notified of both at every recorded address, and a member who uses a second factor in the meantime
 * has not lost it.
 */
export class FactorEnd {
  readonly #pool: pg.Pool;
  readonly #sendLetter: SendLetter;
  readonly #ended: EndedSessions;
  /** How long a new payout method waits; withdrawals wait at least as long. */
  readonly #coolingHours: () => number;
  readonly #now: () => Date;
  readonly #proposals: FactorProposals;

  constructor({
    pool,
    outbox,
    sendLetter,
    ended,
    coolingHours,
    now,
  }: {
    pool: pg.Pool;
    outbox: Outbox;
    sendLetter: SendLetter;
    ended: EndedSessions;
    /** How long a new payout method waits; withdrawals wait at least as long. */
    coolingHours: () => number;
    now: () => Date;
  }) {
    this.#pool = pool;
    this.#sendLetter = sendLetter;
    this.#ended = ended;
    this.#coolingHours = coolingHours;
    this.#now = now;
    this.#proposals = openProposals({
      pool,
      outbox,
      now,
      end: (client, owner) => this.end(client, owner),
    });
  }

  /** Removes all second factors of a member, and holds withdrawals back. */
  end(client: pg.PoolClient, owner: Owner): Promise<void> {
    return queries.takeFactors(
      client,
      owner,
      new Date(this.#now().getTime() + Math.max(holdHours, this.#coolingHours()) * hourMs),
    );
  }

  /** A member's second factors, and the pending proposal. */
  async of(memberId: string) {
    const [factors, found] = await Promise.all([
      queries.selectFactors(this.#pool, memberId),
      this.#proposals.openOf(memberId),
    ]);
    if (factors === undefined) throw new Refused('not_found');
    const { withdraw_from: from } = factors;
    const open = found && {
      ...found,
      used: await queries.hasUsedSince(this.#pool, memberId, found.proposed_at),
    };
    return {
      factors: { ...factors, withdraw_from: from !== null && from > this.#now() ? from : null },
      open,
    };
  }

  /**
   * Proposes to take all second factors off. Proposed again by the same operator, it is the one that waits.
   * @throws Refused `reason_needed`, `otp_state` where there are none, `outdated` where another operator has proposed it
   */
  async propose(reason: string, by: FactorEndCall): Promise<void> {
    const { isNew } = await this.#proposals.propose({ subject: { id: by.member.id }, body: {}, reason }, by);
    if (isNew) this.#write(by.member, 'factor_asked');
  }

  /**
   * Removes them, or rejects or withdraws the proposal. When they are removed, all sessions end and
   * withdrawals are held back.
   * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`; `outdated` where it has
   *   another version or the member has used a second factor since
   */
  async decide(given: Parameters<FactorProposals['decide']>[0], by: FactorEndCall): Promise<void> {
    const found = await this.#proposals.find(given.id);
    if (found?.subject_id !== by.member.id) throw new Refused('not_found');
    const { done } = await this.#proposals.decide(given, by);
    if (done === undefined) return;
    for (const id of done) this.#ended.add(id);
    this.#write(by.member, 'factor_ended');
  }

  /** Proposals that wait for another operator. */
  waiting() {
    return this.#proposals.waiting();
  }

  /** The members about whom something waits. */
  waitingMembers() {
    return this.#proposals.openSubjects();
  }

  /** Until when withdrawals of a member are held back; may be in the past. */
  withdrawFrom({ memberId }: { memberId: string }) {
    return queries.selectWithdrawFrom(this.#pool, memberId);
  }

  #write({ id: memberId, shard }: MemberRow, template: FactorTemplate): void {
    return this.#sendLetter({ shard, memberId }, { template });
  }
}
