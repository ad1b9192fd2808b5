import type { Db } from '../../platform/database.ts';

/** Results proposed by a source that nobody has confirmed or rejected yet. */
export const selectWaitingResults = async (db: Db): Promise<{ total: number; oldest: Date | null }> => {
  const { total, oldest } = await db
    .selectFrom('result')
    .where('state', '=', 'proposed')
    .select(({ fn }) => [fn.countAll<bigint>().as('total'), fn.min('proposed_at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { total: Number(total), oldest };
};
