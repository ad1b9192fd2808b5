import { hourMs } from '@touchline/contract/durations';
import { formatAmount } from '@touchline/money/amount';
import type { Members } from '../accounts/index.ts';
import type { StakeReturns } from '../betting/index.ts';
import { letterSender } from '../core/events.ts';
import type { Context } from '../core/module.ts';
import { holdOf, selectPlay, selectReturnsDue, writeReturned } from './queries.ts';
import type { Owner } from '../core/owner.ts';

/**
 * Clocks of servers and of the database differ by less than this, and two exclusions of a member are further
 * apart.
 */
const slackMs = hourMs;
/** Members whose exclusion is continued in one turn. */
const turnMax = 100;

/** The consequences of an exclusion: sessions end, and open stakes are returned. Safe to run again. */
export class ExclusionEffects {
  readonly #context: Context;
  readonly #services: { members: Members; returns: StakeReturns };

  constructor(context: Context, services: { members: Members; returns: StakeReturns }) {
    this.#context = context;
    this.#services = services;
  }

  /**
   * Ends a member's sessions but for one, and returns the open stakes.
   * @param since when the exclusion began
   */
  async finish(owner: Owner, since: Date, spare: { except?: string }): Promise<void> {
    const { connections, currency, bus } = this.#context;
    const { members, returns } = this.#services;
    await members.endSessions(owner.memberId, spare, 'excluded');
    const { bets, amountMinor } = await returns.returnStakes(owner, new Date(since.getTime() - slackMs));
    if (!(await writeReturned(connections.calls.pool, owner)) || bets === 0) return;
    letterSender(bus)(owner, {
      template: 'stakes_returned',
      fields: { bets: String(bets), amount: formatAmount(amountMinor, currency.scale) },
      link: '/pages/gamerecord/gamerecord',
      about: `exclusion ${since.toISOString()}`,
    });
  }

  /** Only exclusions begun before a given time: the call that began a younger one is still working on it. */
  async finishAll(begunBefore: Date): Promise<void> {
    const { pool } = this.#context.connections.calls;
    const failures: unknown[] = [];
    for (const owner of await selectReturnsDue(pool, begunBefore, turnMax)) {
      const hold = holdOf(await selectPlay(pool, owner));
      // One failure must not delay the others; it is reported once all have had their turn.
      if (hold) await this.finish(owner, hold.since, {}).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'stakes of excluded members not returned');
  }
}
