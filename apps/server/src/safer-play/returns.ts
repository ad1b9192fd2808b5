import type pg from 'pg';
import { hourMs } from '@touchline/contract/durations';
import { formatAmount } from '@touchline/money/amount';
import { letterSender, type Bus } from '../core/events.ts';
import { holdOf, selectPlay, selectReturnsDue, writeReturned } from './queries.ts';
import type { Owner } from '../core/owner.ts';

/**
 * Returns open stakes of a member by rule, and may run again: each stake is returned once.
 * @param since the sums include everything returned since this time, in minor units
 */
type ReturnStakes = (owner: Owner, since: Date) => Promise<{ bets: number; amountMinor: bigint }>;

/**
 * Clocks of servers and of the database differ by less than this, and two exclusions of a member are further
 * apart.
 */
const slackMs = hourMs;
/** Members whose exclusion is continued in one turn. */
const turnMax = 100;

/** What the consequences of an exclusion need. */
export type ReturnsOptions = {
  /** Returns open bets and waiting orders; from the book. */
  returnStakes: ReturnStakes;
  /** Ends a member's sessions but for one. */
  endSessions?: (memberId: string, spare: { except?: string }, why: 'excluded') => Promise<unknown>;
  bus: Pick<Bus, 'publish'>;
};

/** The consequences of an exclusion: sessions end, and open stakes are returned. Safe to run again. */
export const createReturns = ({
  pool,
  scale,
  returnStakes,
  endSessions,
  bus,
}: ReturnsOptions & { pool: pg.Pool; scale: number }) => {
  const sendLetter = letterSender(bus);

  const finish = async (owner: Owner, since: Date, spare: { except?: string }): Promise<void> => {
    await endSessions?.(owner.memberId, spare, 'excluded');
    const { bets, amountMinor } = await returnStakes(owner, new Date(since.getTime() - slackMs));
    if (!(await writeReturned(pool, owner)) || bets === 0) return;
    sendLetter(owner, {
      template: 'stakes_returned',
      fields: { bets: String(bets), amount: formatAmount(amountMinor, scale) },
      link: '/pages/gamerecord/gamerecord',
      about: `exclusion ${since.toISOString()}`,
    });
  };

  return {
    finish,
    /** Only exclusions begun before a given time: the call that began a younger one is still working on it. */
    async finishAll(begunBefore: Date): Promise<void> {
      const failures: unknown[] = [];
      for (const owner of await selectReturnsDue(pool, begunBefore, turnMax)) {
        const hold = holdOf(await selectPlay(pool, owner));
        // One failure must not delay the others; it is reported once all have had their turn.
        if (hold) await finish(owner, hold.since, {}).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'stakes of excluded members not returned');
    },
  };
};
