import { currencies } from '@touchline/money/currency';
import { createBoard, type Board } from '../book/board/board.ts';
import type { StakeLimits } from '../book/placing/domain.ts';
import { noCaps, type Caps } from '../book/exposure/caps.ts';
import { createExposure, type Exposure } from '../book/exposure/service.ts';
import { createPlacing, type Placing } from '../book/placing/service.ts';
import type { MemberLimits } from '../book/placing/member-limits.ts';
import { createRecords, type Records } from '../book/records/service.ts';
import { systemClock } from '../platform/clock.ts';
import { Refused } from '../platform/refusal.ts';
import { columnsOf, type Row } from '../platform/rows.ts';
import { testDatabase, type TestDatabase } from './database.ts';
import { testBus } from './bus.ts';

/** Placing over a new database, or over that of another: then they are two processes of one site. */
export type TestPlacing = {
  database: TestDatabase;
  board: Board;
  exposure: Exposure;
  placing: Placing;
  records: Records;
  /** The balance of a wallet, in minor units. */
  available(member: { id: string; shard: number }): Promise<bigint>;
  close(): Promise<void>;
};

export const testPlacing = async (
  limits: StakeLimits,
  beside?: TestPlacing,
  {
    caps = noCaps,
    ttlMs,
    memberLimits,
  }: { caps?: Caps; ttlMs?: number; memberLimits?: (database: TestDatabase) => MemberLimits } = {},
): Promise<TestPlacing> => {
  const database = beside?.database ?? (await testDatabase());
  const { pool } = database;
  const board = createBoard(pool);
  await board.load();
  const records = createRecords({ pool });
  const exposure = createExposure({ pool, board, caps, ...(ttlMs === undefined ? {} : { ttlMs }) });
  const placing = createPlacing({
    pool,
    board,
    records,
    exposure,
    clock: systemClock,
    currency: currencies.PLAY,
    limits,
    lanes: { count: 2, batchMax: 100 },
    ...(memberLimits ? { memberLimits: memberLimits(database) } : {}),
    bus: testBus(),
  });
  return {
    database,
    board,
    exposure,
    placing,
    records,
    async available({ id, shard }) {
      const { rows } = await pool.query<{ available: bigint }>(
        'select available from wallet where shard = $1 and member_id = $2',
        [shard, id],
      );
      return rows[0]?.available ?? -1n;
    },
    async close() {
      await placing.drain();
      await exposure.close();
      if (!beside) await database.close();
    },
  };
};

/** The stored legs of a bet. */
export const legRowsOf = async ({ database }: TestPlacing, betId: string): Promise<Row<'leg'>[]> => {
  const text = `select ${columnsOf('leg')} from bet_leg where bet_id = $1 order by n`;
  return (await database.pool.query<Row<'leg'>>(text, [betId])).rows;
};

/** The reason of a refusal. @throws if the work was not refused */
export const refusalOf = async (work: Promise<unknown>): Promise<Pick<Refused, 'reason' | 'detail'>> => {
  const error = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof Refused)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { reason: error.reason, detail: error.detail };
};
