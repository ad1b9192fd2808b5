import { formatAmount } from '@touchline/money/amount';
import { letterSender } from '../platform/bus.ts';
import type { Queryable } from '../platform/database.ts';
import type { PlayOptions } from './service.ts';
import { holdOf, selectPlay, selectReturnsDue, writeReturned } from './queries.ts';
import type { Owner } from '../platform/owner.ts';

/**
 * Returns what is open of a member by rule, and may be asked again: what is returned stays so.
 * @param since tells all that was returned from this moment on, in minor units
 */
export type ReturnStakes = (owner: Owner, since: Date) => Promise<{ bets: number; amountMinor: bigint }>;

/** Clocks of servers and of the database differ by less than this, and no two exclusions of a member are so near. */
const slackMs = 3_600_000;
/** Members whose exclusion is gone on with in one turn. */
const turnMax = 100;

/** What follows an exclusion once it stands: sessions end, and open stakes go back. Safe to be done again. */
export const createReturns = ({
  pool,
  scale,
  returnStakes,
  endSessions,
  bus,
}: Pick<PlayOptions, 'returnStakes' | 'endSessions' | 'bus'> & { pool: Queryable; scale: number }) => {
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
    /** Those that began before a moment: younger ones are still being worked on by the call that began them. */
    async finishAll(begunBefore: Date): Promise<void> {
      const failures: unknown[] = [];
      for (const owner of await selectReturnsDue(pool, begunBefore, turnMax)) {
        const hold = holdOf(await selectPlay(pool, owner));
        // One that fails must not keep the others waiting; it is told once all have had their turn.
        if (hold) await finish(owner, hold.since, {}).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'stakes of excluded members not returned');
    },
  };
};
