import type pg from 'pg';
import { oddsFactor } from '@touchline/money/factor';
import { systemPayout } from '@touchline/money/system';
import type { Failpoint } from '../../core/failpoints.ts';
import type { Context } from '../../core/module.ts';
import { addMemberFact } from '../../core/public-log/facts.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { ExposedBet, Exposure } from '../exposure/service.ts';
import type { LiveDelay } from '../live-delay/service.ts';
import {
  settlementBody,
  settlementId,
  settlementKind,
  type SettledBet,
} from '../settlement/settlement-body.ts';
import * as queries from './queries.ts';
import type { OpenBetStake, Returnable } from './queries.ts';
import type { Owner } from '../../core/owner.ts';

/** Bets of one transaction. */
const chunkMax = 100;

/** Returns the stakes of open bets. */
export class StakeReturns {
  readonly #context: Context;
  readonly #services: { wallet: Wallet; exposure: Exposure; liveDelay: LiveDelay };
  readonly #failpoint: Failpoint;

  /** @param failpoint called at named points; for tests that kill the process there */
  constructor(
    context: Context,
    services: { wallet: Wallet; exposure: Exposure; liveDelay: LiveDelay },
    failpoint: Failpoint = () => undefined,
  ) {
    this.#context = context;
    this.#services = services;
    this.#failpoint = failpoint;
  }

  /**
   * Returns the open stakes of an excluded member. Orders that wait for the live delay are released. Bets none of whose
   * matches has kicked off are refunded, with the part of their stake that was not sold. Bets with a match under way or over
   * are settled as usual: a refund would let a member take back a losing bet, or take a winning one from them. Repeated and
   * concurrent calls return each bet once.
   * @param since the answer sums what was returned from this time on, in minor units
   */
  async returnStakes(owner: Owner, since: Date): Promise<{ bets: number; amountMinor: bigint }> {
    // Orders first: those that are accepted just now are bets afterwards.
    await this.#services.liveDelay.release(owner);
    for (;;) {
      const bets = await withRetry(() => this.#returnChunk(owner));
      if (!bets) break;
      this.#failpoint('stakes.committed');
      if (bets.length > 0) {
        this.#context.bus.publish('betsSettled', {
          shard: owner.shard,
          bets: bets.map(({ id }) => ({ memberId: owner.memberId, id })),
        });
      }
    }
    return queries.selectReturned(this.#pool, owner, since);
  }

  /** What is at stake in each open bet and each order that waits. */
  openStakes(owner: Owner): Promise<OpenBetStake[]> {
    return queries.openStakes(this.#pool, owner);
  }

  get #pool(): pg.Pool {
    return this.#context.connections.calls.pool;
  }

  /** One transaction. @returns what was returned; undefined when nothing is left */
  #returnChunk(owner: Owner): Promise<readonly Returnable[] | undefined> {
    const { exposure, wallet } = this.#services;
    return exposure.inLane((lane) =>
      transaction(this.#pool, async (client) => {
        const found = await queries.selectReturnable(client, owner, chunkMax);
        if (found.length === 0) return undefined;
        const ended = await queries.returnBets(client, owner, found);
        // Settlement or a sale may have ended some of them first.
        const bets = found.filter(({ id }) => ended.has(id));
        if (bets.length === 0) return bets;
        await wallet.payMany(
          { shard: owner.shard, credits: bets.map((bet) => creditOf(owner, bet)) },
          client,
        );
        for (const bet of bets) await addMemberFact(client, owner, returnFact(owner, bet, ended));
        for (const bet of bets) await exposure.sell(client, lane, exposedOf(owner, bet));
        this.#failpoint('stakes.returned');
        return bets;
      }),
    );
  }
}

const openStake = ({ stake, cashed_stake: cashed }: Returnable): bigint => stake - cashed;

const creditOf = ({ memberId }: Owner, bet: Returnable) => ({
  memberId,
  key: `return:${bet.id}`,
  kind: 'refund',
  ref: bet.id,
  amountMinor: openStake(bet),
  counterAccount: 'stakes' as const,
});

/** The bet was settled by the return of what was at stake. */
const returnFact = ({ memberId }: Owner, bet: Returnable, ended: ReadonlyMap<string, Date>) => {
  const stake = openStake(bet).toString();
  const settled: SettledBet = {
    member: memberId,
    bet: bet.id,
    n: bet.settlements + 1,
    state: 'refund',
    payout: stake,
    booked: stake,
    lost: '0',
  };
  const at = ended.get(bet.id);
  if (at === undefined) throw new Error(`Bet ${bet.id} was not returned`);
  return { kind: settlementKind, id: settlementId(settled), body: settlementBody(settled, null, at) };
};

/** What the bet was counted with: as it was placed, or as its sales have left it. */
const exposedOf = (owner: Owner, bet: Returnable): ExposedBet => {
  const running = { stakeMinor: openStake(bet), k: bet.k };
  const factors = bet.legs.map(({ oddsMilli }) => oddsFactor(oddsMilli));
  return {
    ...owner,
    isSingle: bet.isSingle,
    stakeMinor: running.stakeMinor,
    legs: bet.legs.map(({ eventId, market, line, selection, since }) => ({
      eventId,
      market,
      line,
      selection,
      since,
    })),
    potentialMinor: bet.cashed_stake === 0n ? bet.potential : systemPayout({ ...running, factors }),
  };
};
