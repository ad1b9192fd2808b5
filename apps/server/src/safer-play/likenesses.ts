import type { Restriction } from '@touchline/contract/shapes/play';
import { teamFlagReasons } from '@touchline/contract/shapes/team';
import type pg from 'pg';
import { shardOf } from '../core/ids.ts';
import type { Owner } from '../core/owner.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { DepositsOf } from './deposits.ts';
import {
  decideLikeness,
  findLikeness,
  pageOfLikenesses,
  raiseLikenesses,
  selectUncleared,
  type LikenessReason,
  type LikenessRow,
  type LikenessState,
} from './likeness-queries.ts';
import { selectExcluded } from './queries.ts';

/** Finds the other members who share something with one. */
export type Sharing = Readonly<Record<LikenessReason, (owner: Owner) => Promise<string[]>>>;

/** Reasons that name a person: compared before each recharge. A device is shared at home, so it counts before the first alone. */
const lasting: readonly LikenessReason[] = ['same_payment', 'same_person'];

type Parts = {
  pool: pg.Pool;
  sharing: Sharing;
  depositsOf: DepositsOf;
  play: {
    restrictionOf(owner: Owner): Promise<Restriction | undefined>;
    excludeAs(owner: Owner, other: Owner, within: (client: pg.PoolClient) => Promise<unknown>): Promise<void>;
  };
  now: () => Date;
};

/**
 * Finds accounts of excluded members under another name, by what is stored, and lets operators decide. What an account shares with
 * one of an excluded member is found before a recharge, which waits for the decision.
 */
export class Likenesses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Compares an account with those of excluded members, before a recharge begins. What was found once waits for an operator, also
   * where nothing is shared any more.
   * @throws Refused `account_review` while an operator has not decided about what was found
   */
  async compare(owner: Owner): Promise<void> {
    const { pool, play } = this.#parts;
    // Its own exclusion refuses the recharge.
    if ((await play.restrictionOf(owner))?.kind === 'excluded') return;
    const shared = await this.#sharedBy(owner);
    const excluded = await this.#excludedOf(shared.map(({ memberId }) => memberId));
    const found = shared.filter(({ memberId }) => excluded.has(memberId));
    if (found.length > 0) {
      await raiseLikenesses(
        pool,
        owner,
        found.map(({ memberId, reason }) => ({ excluded: { memberId, shard: shardOf(memberId) }, reason })),
      );
    }
    const uncleared = await this.#excludedOf(await selectUncleared(pool, owner));
    if (uncleared.size > 0) throw new Refused('account_review');
  }

  /** A page, the longest waiting first, and how many there are. */
  list(state: LikenessState | undefined, page: { limit: number; offset: number }) {
    return pageOfLikenesses(this.#parts.pool, state, page);
  }

  /**
   * Clears a likeness, or confirms that both accounts are of one person: the exclusion then holds for this account as well, for
   * as long as it does for the other.
   * @param note writes the audit log in the same transaction
   * @throws Refused `not_found`, `outdated`, `decided_already`
   */
  async decide(
    {
      id,
      version,
      decision,
      operatorId,
    }: { id: string; version: number; decision: 'clear' | 'confirm'; operatorId: string },
    note: (client: pg.PoolClient, row: LikenessRow) => Promise<void>,
  ): Promise<LikenessRow> {
    const { pool, play } = this.#parts;
    const before = await findLikeness(pool, id);
    if (before === undefined) throw new Refused('not_found');
    const state = decision === 'clear' ? 'cleared' : 'confirmed';
    let after: LikenessRow | undefined;
    const write = async (client: pg.PoolClient): Promise<void> => {
      const decided = await decideLikeness(client, { id, version, state, by: operatorId });
      if (decided === undefined) {
        const row = await findLikeness(client, id);
        throw new Refused(row?.version === version ? 'decided_already' : 'outdated');
      }
      await note(client, decided);
      after = decided;
    };
    if (decision === 'clear') await transaction(pool, write);
    else {
      const member = { shard: before.shard, memberId: before.member_id };
      const excluded = { shard: before.excluded_shard, memberId: before.excluded_id };
      await play.excludeAs(member, excluded, write);
    }
    if (after === undefined) throw new Error('A likeness was not decided');
    return after;
  }

  /** What the account shares with accounts of others. */
  async #sharedBy(owner: Owner): Promise<{ memberId: string; reason: LikenessReason }[]> {
    const { pool, sharing, depositsOf } = this.#parts;
    const { creditedMinor } = await depositsOf(pool, owner, new Date(0));
    const reasons = creditedMinor > 0n ? lasting : teamFlagReasons;
    const found = await Promise.all(
      reasons.map(async (reason) => (await sharing[reason](owner)).map((memberId) => ({ memberId, reason }))),
    );
    return found.flat();
  }

  async #excludedOf(memberIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { pool, now } = this.#parts;
    const owners = [...new Set(memberIds)].map((memberId) => ({ memberId, shard: shardOf(memberId) }));
    return new Set(owners.length === 0 ? [] : await selectExcluded(pool, owners, now()));
  }
}
