import type pg from 'pg';
import { query, type Queryable } from '../../core/database/database.ts';
import { shardCount } from '../../core/ids.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { BetsOfTeams } from '../teams/ports.ts';
import type { TeamRuleVersions } from '../teams/rules.ts';
import { bookShard, hasEarlier } from './book.ts';
import { payShard, type PaidDay } from './pay.ts';
import { selectUnpaid } from './pay-rows.ts';
import type { ClosePoint } from './points.ts';
import { readBets } from './read.ts';
import * as runs from './run-rows.ts';

type ClosingOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'payMany' | 'recover' | 'moveHouse'>;
  rules: TeamRuleVersions;
  bets: BetsOfTeams;
  /** Brings members' recharges up to date. */
  refresh: () => Promise<void>;
  restricted: (memberIds: readonly string[], on?: Queryable) => Promise<ReadonlySet<string>>;
  currency: string;
  timeZone: string;
  /** Called with credited commission, after it is on the disk. */
  onPaid: (paid: readonly PaidDay[]) => Promise<void>;
  /** Called at each point of a closing; for tests that end it there. */
  at: ClosePoint;
};

/** Minutes after midnight of the site at which a day is closed. */
const minutesAfter = 2;
/** Shards booked or paid side by side. */
const sideBySide = 2;

const booked = query.exec(
  'team-part-write',
  'insert into team_part (run, shard) values ($1, $2) on conflict do nothing',
);
/** Shards with leaders that are not booked yet. A member who joins after the bets were read has none of the day. */
const parts = query.many<{ shard: number }>(
  'team-parts-left',
  `select s.shard::int2 as shard from generate_series(0, $2::int - 1) as s(shard)
   where exists (select from team_tree t where t.leader_shard = s.shard)
     and not exists (select from team_part p where p.run = $1::date and p.shard = s.shard)`,
);
const forget = query.exec('team-parts-forget', 'delete from team_part where run < $1');

/**
 * Closes the days of the site one after the other: reads the figures of members' bets, books each leader's
 * lines, moves their sum from `commission` to the clearing account, and pays it from there. Each step is a
 * transaction that moves the closing on, so a closing that was killed continues where it was, in this process
 * or another, and several at once do each step once.
 */
export class CommissionClosing {
  readonly #options: ClosingOptions;

  constructor(options: ClosingOptions) {
    this.#options = options;
  }

  /**
   * Closes every day that is over, and finishes closings that were killed.
   * @returns the days closed now, oldest first
   */
  async run(): Promise<string[]> {
    const closed: string[] = [];
    for (;;) {
      const run = (await runs.selectOpen(this.#options.pool)) ?? (await this.#begin());
      if (run === undefined) return closed;
      if (run.state === 'reading') await this.#read(run);
      else if (run.state === 'booking') await this.#book(run);
      else {
        await this.#pay(run);
        closed.push(run.day);
      }
    }
  }

  /** Begins the next day; undefined while it is not over, or not everything of it is recorded. */
  async #begin(): Promise<runs.ClosingDay | undefined> {
    const { pool, rules, bets, timeZone, refresh, at } = this.#options;
    const next = await runs.selectNext(pool, timeZone);
    const readTo = await bets.upTo(pool);
    if (!(await runs.isDayOver(pool, { day: next.day, timeZone, minutes: minutesAfter, at: readTo }))) {
      return undefined;
    }
    await refresh();
    await forget(pool, [next.day]);
    const { version } = await rules.on(next.day);
    await runs.beginRun(pool, { day: next.day, rulesVersion: version, readFrom: next.readFrom, readTo });
    at('begun');
    return runs.selectOpen(pool);
  }

  /** Reads the figures of members' bets. */
  async #read(run: runs.ClosingDay): Promise<void> {
    const { pool, bets, timeZone, at } = this.#options;
    await withRetry(() =>
      transaction(pool, async (client) => {
        if (!(await runs.advanceRun(client, run.day, 'reading', 'booking'))) return;
        await readBets(client, run, { bets, timeZone });
        at('read.written');
      }),
    );
    at('read.done');
  }

  /** Books the lines of all leaders, and moves their sum to the clearing account. */
  async #book({ day }: runs.ClosingDay): Promise<void> {
    const { pool, rules, restricted, at } = this.#options;
    const how = { rules: await rules.on(day), withEarlier: await hasEarlier(pool, day), restricted };
    const left = await parts(pool, [day, shardCount]);
    await eachOf(left, async ({ shard }) => {
      await withRetry(() =>
        transaction(pool, async (client) => {
          // Written first: of two processes the second waits here, and finds it done.
          if ((await booked(client, [day, shard])) !== 1) return;
          await bookShard(client, { shard, day }, how);
          at('part.written');
        }),
      );
      at('part.done');
    });
    await this.#moveSource(day);
  }

  /** Moves the sum of the credits to the clearing account. */
  async #moveSource(day: string): Promise<void> {
    const { pool, wallet, currency, at } = this.#options;
    await withRetry(() =>
      transaction(pool, async (client) => {
        if (!(await runs.advanceRun(client, day, 'booking', 'paying'))) return;
        const credits = await runs.noteCredits(client, day);
        if (credits > 0n) {
          const move = { from: 'commission', to: 'clearing:commission', currency } as const;
          await wallet.moveHouse({ ...move, key: `commission:${day}`, amountMinor: credits }, client);
        }
        at('source.moved');
      }),
    );
    at('source.done');
  }

  /** Pays the amounts due from the clearing account, and ends the closing. */
  async #pay({ day }: runs.ClosingDay): Promise<void> {
    const { pool, wallet, onPaid, at } = this.#options;
    await eachOf(await selectUnpaid(pool, day), (shard) =>
      payShard({ pool, wallet, at }, { shard, run: day }, onPaid),
    );
    await runs.advanceRun(pool, day, 'paying', 'closed');
    at('closed');
  }
}

/** Does work for each item, a few at a time. The first failure ends it, once the work under way has ended. */
const eachOf = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = items.values();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
  if (failures.length > 0) throw failures[0];
};
