import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offBudget } from '../../../../scripts/lib/budgets.ts';
import { chunkSize } from '../betting/settlement/chunk.ts';
import { readBound } from '../proofs/log/queries.ts';
import { newId, shardOf } from '../core/ids.ts';
import { allocatedBy } from './allocated.ts';
import { testCashier, type TestCashier } from './cashier.ts';
import { countQueries, type QueryCounts } from './query-counts.ts';
import { pick, testSettling, type Member, type TestSettling } from './settling.ts';
import { testTouchline, type TestModules } from './touchline.ts';
import { endOfWal, openWal, writtenBy } from './written.ts';

/** Caps are kept as in production, and never reached. */
const cap = '100000000000.00';
const caps = {
  EXPOSURE_CAP_SITE: cap,
  EXPOSURE_CAP_COMPETITION: cap,
  EXPOSURE_CAP_EVENT: cap,
  EXPOSURE_CAP_MARKET: cap,
  EXPOSURE_CAP_SELECTION: cap,
  EXPOSURE_CAP_MEMBER: cap,
};
const batch = 500;
/** Over several batches it matters less which of them divides the pages of an index. */
const batches = 6;
const times = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Members with money, of one shard where it is given. */
const addMembers = async (at: TestSettling, count: number, shard?: number): Promise<Member[]> => {
  const ofShard = (): string => {
    for (;;) {
      const id = newId();
      if (shard === undefined || shardOf(id) === shard) return id;
    }
  };
  const members = times(count)
    .map(ofShard)
    .map((id) => ({ id, shard: shardOf(id) }));
  await at.database.pool.query(
    `insert into wallet (shard, member_id, currency, available)
     select s, m, 'PLAY', 100000000 from unnest($1::smallint[], $2::uuid[]) as t(s, m)`,
    [members.map((member) => member.shard), members.map((member) => member.id)],
  );
  return members;
};

/** A bet of each member, all at once. */
const betAll = (at: TestSettling, members: readonly Member[], event: string): Promise<string[]> =>
  Promise.all(
    members.map((member, i) => at.bet(member, [i % 2 === 0 ? pick.home(event) : pick.draw(event)])),
  );

type Counted = (work: () => Promise<unknown>) => Promise<QueryCounts>;

/** The least of five times: a lease on the exposure of a match is renewed now and then by the bet that needs it. */
const least = async (counted: Counted, work: () => Promise<unknown>): Promise<QueryCounts> => {
  const all: QueryCounts[] = [];
  for (let nth = 0; nth < 5; nth++) all.push(await counted(work));
  return {
    statements: Math.min(...all.map(({ statements }) => statements)),
    roundTrips: Math.min(...all.map(({ roundTrips }) => roundTrips)),
  };
};

describe('a placed bet', () => {
  let at: TestSettling;
  let log: TestModules<'publicLog'>;
  let members: Member[];
  let event: string;
  let counted: Counted;
  let releaseWal: () => Promise<void>;
  beforeAll(async () => {
    at = await testSettling({ env: caps });
    log = await testTouchline({ modules: ['publicLog'], beside: at });
    [event = ''] = await at.open(1);
    members = await addMembers(at, batch);
    // Leases, plans and the memory of recent bets.
    for (let nth = 0; nth < 3; nth++) await betAll(at, members, event);
    await log.modules.publicLog.service.turn();
    counted = countQueries([at.database.pool, at.context.connections.lanes.pool]);
    releaseWal = await openWal(at.database.owner);
  });
  afterAll(async () => {
    await releaseWal?.();
    await log?.close();
    await at?.close();
  });

  it('sends no more to the database than its budget, alone and in a batch', async () => {
    const alone = await least(counted, () => betAll(at, members.slice(0, 1), event));
    const whole = await least(counted, () => betAll(at, members, event));
    expect([
      offBudget('statements of a bet placed alone', alone.statements),
      offBudget('round trips of a bet placed alone', alone.roundTrips),
      offBudget('statements of a batch of 500 bets', whole.statements),
      offBudget('round trips of a batch of 500 bets', whole.roundTrips),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  /** Takes all that was written into the log, once older transactions have ended: those of other databases count too. */
  const logAll = async (): Promise<void> => {
    const { pool } = at.database;
    const { rows } = await pool.query<{ tx: bigint }>('select pg_current_xact_id()::text::bigint as tx');
    await expect.poll(() => readBound(pool)).toBeGreaterThan(rows[0]?.tx ?? 0n);
    await log.modules.publicLog.service.turn();
  };

  it('writes no more than its budget, and so does its part of the public log', async () => {
    const sizeOf = () => log.modules.publicLog.service.state().then(({ size }) => size);
    await logAll();
    const since = await endOfWal(at.database.owner);
    const before = await sizeOf();
    const ids: string[] = [];
    for (let nth = 0; nth < batches; nth++) ids.push(...(await betAll(at, members, event)));
    await logAll();
    const entries = (await sizeOf()) - before;
    const placed = await writtenBy(
      at.database.owner,
      since,
      `select xmin from bet where id = any ('{${ids.join()}}'::uuid[])`,
    );
    const logged = await writtenBy(
      at.database.owner,
      since,
      `select xmin from log_entry where seq >= ${before}`,
    );
    expect([
      offBudget('rows written by a bet', placed.rows / ids.length),
      offBudget('index entries written by a bet', placed.indexEntries / ids.length),
      offBudget('WAL of a bet', placed.walBytes / ids.length),
      offBudget('entries of the public log by a bet', entries / ids.length),
      offBudget('WAL of the entries of the public log by a bet', logged.walBytes / ids.length),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('allocates no more memory than its budget', async () => {
    const bytes: number[] = [];
    for (let nth = 0; nth < 9; nth++)
      bytes.push((await allocatedBy(() => betAll(at, members, event))) / batch);
    const [median = 0] = bytes.toSorted((a, b) => a - b).slice(4);
    expect(offBudget('memory allocated by a bet', median)).toBeUndefined();
  });
});

describe('a settled chunk', () => {
  let at: TestSettling;
  beforeAll(async () => {
    at = await testSettling({ env: caps });
  });
  afterAll(() => at?.close());

  it('sends no more to the database than its budget', async () => {
    const counted = countQueries([at.database.pool, at.context.connections.runs.pool]);
    const members = await addMembers(at, 2 * chunkSize + 100, 7);
    /** What a run over this many bets of one shard sends. */
    const settled = async (bets: number): Promise<QueryCounts> => {
      const [event = ''] = await at.open(1);
      await betAll(at, members.slice(0, bets), event);
      await at.events.rulings.recordResult(event, {
        ht: { home: 0, away: 0 },
        ft: { home: 1, away: 0 },
        source: 'test',
        confirmedBy: 'referee',
      });
      const [key] = await at.due();
      if (!key) throw new Error('no ruling');
      return counted(() => at.settlement.run(key));
    };
    const two = await settled(chunkSize + 100);
    const three = await settled(2 * chunkSize + 100);
    expect([
      offBudget('statements of a settled chunk of 500 bets', three.statements - two.statements),
      offBudget('round trips of a settled chunk of 500 bets', three.roundTrips - two.roundTrips),
    ]).toEqual([undefined, undefined]);
  });
});

describe('a recharge', () => {
  let at: TestCashier;
  beforeAll(async () => {
    at = await testCashier();
  });
  afterAll(() => at?.close());

  it('sends no more to the database than its budget, when it begins and when it is credited', async () => {
    const counted = countQueries([at.database.pool]);
    const owner = await at.member();
    const create = (key: string) =>
      at.cashier.recharges.create(
        owner,
        { key, channel: 'usdt-trc20', amount: '100' },
        { lan: 'en', origin: 'http://localhost' },
      );
    const credit = (rechargeId: string) =>
      at.cashier.arrivals.final({
        ...owner,
        rechargeId,
        rail: 'usdt-trc20',
        ref: `0x${newId()}:0`,
        paidUnits: 100_000_000n,
        seenAt: at.clock.now(),
        block: 100n,
      });
    await credit((await create('recharge-1')).id);
    let id = '';
    const begun = await counted(async () => ({ id } = await create('recharge-2')));
    const credited = await counted(() => credit(id));
    expect([
      offBudget('statements of a recharge begun', begun.statements),
      offBudget('round trips of a recharge begun', begun.roundTrips),
      offBudget('statements of a recharge credited', credited.statements),
      offBudget('round trips of a recharge credited', credited.roundTrips),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});
