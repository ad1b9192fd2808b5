import type pg from 'pg';
import type { Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';

/** A member's bets of a day; `theoretical` in minor units × millionths kept of it on average, exact. */
export type MemberDay = {
  shard: number;
  memberId: string;
  day: string;
  bets: bigint;
  stakesMinor: bigint;
  theoretical: bigint;
};

/** What teams read from the book. */
export type BetsOfTeams = {
  /** Every member's bets that were first won or lost on a day, some members at a time. */
  day(
    client: pg.PoolClient,
    of: { day: string; timeZone: string },
    onRows: (rows: readonly MemberDay[]) => Promise<void>,
  ): Promise<void>;
  /** Days before `day` with bets settled again since a given time, with their present figures. */
  again(on: Queryable, of: { since: Date; day: string; timeZone: string }): Promise<MemberDay[]>;
  /** The time up to which everything is recorded. */
  upTo(on: Queryable): Promise<Date>;
};

/** What teams read from the cashier. */
export type MoneyOfTeams = {
  /** Members with a credit since a given time, each with all credits. */
  creditedSince(
    on: Queryable,
    moment: Date,
  ): Promise<{ shard: number; memberId: string; creditedMinor: bigint }[]>;
  /** Other members who have, or had, a payout method of this member. */
  sharedMethods(owner: Owner): Promise<string[]>;
};

/** A member as leaders see them, before masking. */
export type Person = {
  id: string;
  account: string;
  area_code: string | null;
  mobile: string | null;
  invitation_code: string;
  registered_at: Date;
  nickname?: string | null;
};
