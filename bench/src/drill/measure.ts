import type { Site, SiteGroup } from './site.ts';

/** What an operation has cost on a site. */
export type Cost = {
  calls: number;
  /** Answers waited for, a call. */
  trips: number;
  /** Processor time of the nodes a call, in microseconds. */
  coordinator: number;
  workers: number;
};

type Owned = { shard: number };

/** Cuts items into batches, each of one group, in the order of the items. */
export const batchesOf = <T extends Owned>(
  groups: readonly Pick<SiteGroup, 'shards'>[],
  items: readonly T[],
  size: number,
): T[][][] =>
  groups.map(({ shards }) => {
    const own = items.filter(({ shard }) => shards.has(shard));
    return Array.from({ length: Math.ceil(own.length / size) }, (_, i) =>
      own.slice(i * size, (i + 1) * size),
    );
  });

/**
 * Calls `work` for each batch, the groups side by side and the batches of a group one after another.
 * @param size items of a batch at the most
 */
export const inGroups = async <T extends Owned>(
  site: Site,
  items: readonly T[],
  { size }: { size: number },
  work: (group: SiteGroup, batch: T[]) => Promise<void>,
): Promise<Cost> => {
  const batches = batchesOf(site.groups, items, size);
  const calls = batches.reduce((sum, own) => sum + own.length, 0);
  return costOf(site, calls, async () => {
    await Promise.all(
      site.groups.map(async (group, i) => {
        for (const batch of batches[i] ?? []) await work(group, batch);
      }),
    );
  });
};

/** What `work` has cost on a site, divided by its calls. */
export const costOf = async (site: Site, calls: number, work: () => Promise<void>): Promise<Cost> => {
  const [spent, trips] = [await site.micros(), site.trips()];
  await work();
  const after = await site.micros();
  return {
    calls,
    trips: (site.trips() - trips) / calls,
    coordinator: (after.coordinator - spent.coordinator) / calls,
    workers: (after.workers - spent.workers) / calls,
  };
};
