import { hourMs } from '@touchline/contract/durations';
import { isLan } from '@touchline/locales/locales';
import type pg from 'pg';
import { isId, newId } from '../../platform/ids.ts';
import type { SendLetter } from '../../platform/letters.ts';
import type { Outbox } from '../../platform/outbox/service.ts';
import { Refused } from '../../platform/refusal.ts';
import { transaction, withRetry } from '../../platform/transaction.ts';
import type { EndedSessions } from '../ended-sessions.ts';
import type { MemberRow } from '../queries.ts';
import { endSessionsOf } from '../session-queries.ts';
import * as queries from './factor-end-queries.ts';

/** Writes the office's line about it, in the same transaction. */
type Within = (client: pg.PoolClient) => Promise<void>;
type Template = 'factor_asked' | 'factor_ended';

/** At least so long no withdrawal is asked for afterwards: the member reads the messages before money can leave. */
const holdHours = 24;

const states = { apply: 'applied', refuse: 'refused', withdraw: 'withdrawn' } as const;
export type FactorDecision = keyof typeof states;

/**
 * The way back for members who have lost every second factor. One operator proposes, another takes them off; the member is told
 * of both at every address on record, and whoever passes by a second factor meanwhile has not lost it.
 */
export const createFactorEnd = (options: {
  pool: pg.Pool;
  outbox: Pick<Outbox, 'put'>;
  sendLetter: SendLetter;
  ended: EndedSessions;
  /** How long a new payout method waits; withdrawals wait no shorter. */
  coolingHours: () => number;
  now: () => Date;
}) => {
  const { pool, outbox, sendLetter, ended, coolingHours, now } = options;

  const tell = async (client: pg.PoolClient, member: MemberRow, template: Template): Promise<void> => {
    const lan = isLan(member.language) ? member.language : 'en';
    const message = { lan, template, fields: {} };
    if (member.email !== null) await outbox.put(client, { ...message, channel: 'email', to: member.email });
    if (member.area_code !== null && member.mobile !== null) {
      await outbox.put(client, { ...message, channel: 'sms', to: `+${member.area_code}${member.mobile}` });
    }
  };
  const write = ({ id: memberId, shard }: MemberRow, template: Template): void =>
    sendLetter({ shard, memberId }, { template });

  /** Why a decision found nothing to decide; the same one of the same operator may be repeated. */
  const settled = async (
    client: pg.PoolClient,
    of: { id: string; memberId: string; version: number; state: string; by: string },
  ): Promise<undefined> => {
    const row = await queries.findEnd(client, of);
    if (row === undefined) throw new Refused('not_found');
    if (row.state === of.state && row.decided_by === of.by) return undefined;
    if (row.version !== of.version) throw new Refused('outdated');
    if (row.state !== 'proposed') throw new Refused('decided_already');
    if ((of.state === 'withdrawn') === (row.proposed_by === of.by)) throw new Refused('outdated');
    throw new Refused(of.state === 'withdrawn' ? 'forbidden' : 'same_operator');
  };

  return {
    /** What a member has, and what waits. */
    of: async (memberId: string) => {
      const [factors, open] = await Promise.all([
        queries.selectFactors(pool, memberId),
        queries.selectOpen(pool, memberId),
      ]);
      if (factors === undefined) throw new Refused('not_found');
      const { withdraw_from: from } = factors;
      return { factors: { ...factors, withdraw_from: from !== null && from > now() ? from : null }, open };
    },

    /**
     * Proposes to take all second factors off. Proposed again by the same operator, it is the one that waits.
     * @throws Refused `otp_state` where there are none, `outdated` where another operator has proposed it
     */
    propose: async (
      member: MemberRow,
      { why, by, within }: { why: string; by: string; within: Within },
    ): Promise<void> => {
      const fresh = await transaction(pool, async (client) => {
        const has = await queries.selectFactors(client, member.id);
        if (has === undefined || (!has.app && has.passkeys === 0)) throw new Refused('otp_state');
        const row = { id: newId(), shard: member.shard, member_id: member.id, reason: why };
        if (await queries.insertEnd(client, { ...row, proposed_by: by, proposed_at: now() })) {
          await tell(client, member, 'factor_asked');
          await within(client);
          return true;
        }
        const open = await queries.selectOpen(client, member.id);
        if (open?.proposed_by !== by) throw new Refused('outdated');
        return false;
      });
      if (fresh) write(member, 'factor_asked');
    },

    /**
     * Takes them off, refuses or withdraws it. Taken off, all sessions end and withdrawals are held back.
     * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`; `outdated` where it has another version or the
     *   member has passed by a second factor since
     */
    decide: async (
      member: MemberRow,
      given: {
        id: string;
        version: number;
        decision: FactorDecision;
        note: string | undefined;
        by: string;
        within: Within;
      },
    ): Promise<void> => {
      if (!isId(given.id)) throw new Refused('not_found');
      const of = {
        id: given.id,
        memberId: member.id,
        version: given.version,
        state: states[given.decision],
        by: given.by,
      };
      const over = await withRetry(() =>
        transaction(pool, async (client): Promise<string[] | undefined> => {
          const at = now();
          const row = await queries.decideEnd(client, { ...of, now: at, note: given.note ?? null });
          if (row === undefined) return settled(client, of);
          await given.within(client);
          if (of.state !== 'applied') return [];
          const from = new Date(at.getTime() + Math.max(holdHours, coolingHours()) * hourMs);
          await queries.takeFactors(client, { shard: member.shard, memberId: member.id }, from);
          await tell(client, member, 'factor_ended');
          return endSessionsOf(client, member.id, 'ended');
        }),
      );
      if (over === undefined || of.state !== 'applied') return;
      for (const id of over) ended.add(id);
      write(member, 'factor_ended');
    },

    /** What waits for another operator. */
    waiting: () => queries.countWaiting(pool),
    /** Until when withdrawals of a member are held back; also a moment that is over. */
    withdrawFrom: ({ memberId }: { memberId: string }) => queries.selectWithdrawFrom(pool, memberId),
  };
};

export type FactorEnd = ReturnType<typeof createFactorEnd>;
