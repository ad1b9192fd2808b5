import type { Bet } from '@touchline/contract/shapes/bet';
import type { Output } from '@touchline/contract/routes';
import type { Queryable } from '../../core/database/database.ts';
import { byGroup, type Groups } from '../../core/database/groups.ts';
import {
  countBets,
  selectBets,
  selectBetsOnEvents,
  selectBetsByKey,
  selectLegsByKey,
  type BetKey,
  type Tab,
  selectWaitingResults,
} from './queries.ts';
import { toWireBet } from './wire.ts';
import type { Owner } from '../../core/owner.ts';
import { sliceOf } from '../../core/pages.ts';

export type Records = {
  /** A page of a member's bets, newest first. */
  list(owner: Owner, page: { tab: Tab; page: number; limit: number }): Promise<Output<'orderList'>>;
  /** How many bets of a member are open. */
  countOpen(owner: Owner): Promise<number>;
  /** Some bets of a member; ids that are not the member's are left out. */
  byId(owner: Owner, ids: readonly string[]): Promise<Bet[]>;
  /** A member's bets with a leg on one of these matches, newest first. */
  onEvents(owner: Owner, events: readonly string[], limit: number): Promise<Bet[]>;
  /** Some bets of several members by id; those that are not there are left out. */
  byKeys(keys: readonly BetKey[]): Promise<Map<string, Bet>>;
  /** Results and voids that wait to be confirmed, and since when the first. */
  waitingResults(): Promise<{ total: number; oldest: Date | null }>;
};

/**
 * @param options.pool connections for what concerns all members
 * @param options.groups connections for the bets of each group
 */
export const createRecords = ({ pool, groups }: { pool: Queryable; groups: Groups }): Records => ({
  async list(owner, { tab, page, limit }) {
    const { pool: own } = groups.of(owner.shard);
    const [rows, total] = await Promise.all([
      selectBets(own, owner, { tab, ...sliceOf({ page, limit }) }),
      countBets(own, owner, tab),
    ]);
    const legs = await selectLegsByKey(
      own,
      rows.map(({ id }) => ({ ...owner, betId: id })),
    );
    return { list: rows.map((row) => toWireBet(row, legs.get(row.id) ?? [])), total, page, limit };
  },
  async byKeys(keys) {
    if (keys.length === 0) return new Map();
    const parts = await Promise.all(
      [...byGroup(groups, keys)].map(async ([group, own]) => {
        const [rows, legs] = await Promise.all([
          selectBetsByKey(group.pool, own),
          selectLegsByKey(group.pool, own),
        ]);
        return rows.map((row) => [row.id, toWireBet(row, legs.get(row.id) ?? [])] as const);
      }),
    );
    return new Map(parts.flat());
  },
  countOpen: (owner) => countBets(groups.of(owner.shard).pool, owner, 'in_progress'),
  waitingResults: () => selectWaitingResults(pool),
  async onEvents(owner, events, limit) {
    if (events.length === 0) return [];
    const { pool: own } = groups.of(owner.shard);
    const keys = (await selectBetsOnEvents(own, owner, events, limit)).map((betId) => ({ ...owner, betId }));
    const [rows, legs] = await Promise.all([selectBetsByKey(own, keys), selectLegsByKey(own, keys)]);
    return rows.map((row) => toWireBet(row, legs.get(row.id) ?? []));
  },
  async byId(owner, ids) {
    if (ids.length === 0) return [];
    const keys = ids.map((betId) => ({ ...owner, betId }));
    const { pool: own } = groups.of(owner.shard);
    const [rows, legs] = await Promise.all([selectBetsByKey(own, keys), selectLegsByKey(own, keys)]);
    return rows.map((row) => toWireBet(row, legs.get(row.id) ?? []));
  },
});
