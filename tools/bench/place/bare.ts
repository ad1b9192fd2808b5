import { newId, type Database } from '@touchline/server/tools/database';
import { openPlacing } from '@touchline/server/tools/placing';
import { betOf, type Seeded } from './seed.ts';

export type BareRun = {
  perSecond: number;
  /** Time of one batch. */
  p50Ms: number;
  placed: number;
};

/** The placing statement without a server. */
type Bare = {
  /** Places batches back to back until the time has passed or the bets are placed. */
  run(until: { seconds: number } | { bets: number }): Promise<BareRun>;
  close(): Promise<void>;
};

/**
 * Opens the statement alone, without HTTP: batches of `size` on `lanes` connections, with all it writes in the server: leases
 * held, exposure and what each member may win counted.
 */
export const openBare = async (
  database: Database,
  url: string,
  { members, events }: Seeded,
  { size, lanes }: { size: number; lanes: number },
): Promise<Bare> => {
  const placing = await openPlacing(database, url, { events, lanes });
  let next = 0;
  const membersOf = Array.from({ length: lanes }, (_, lane) =>
    members.filter((_one, i) => i % lanes === lane),
  );
  /** Places one batch. @returns how many of its bets were placed, and how long the statement took */
  const placeOne = async (lane: number, from: number): Promise<{ placed: number; ms: number }> => {
    const own = membersOf[lane] ?? [];
    const batch = placing.judge(
      Array.from({ length: size }, (_, i) => {
        const { id, shard } = own[(from + i) % own.length] ?? { id: '', shard: 0 };
        return { id, shard, input: betOf(events, newId(), next++) };
      }),
    );
    const startMs = performance.now();
    const placed = await placing.place(lane, batch);
    return { placed, ms: performance.now() - startMs };
  };
  return {
    async run(until) {
      const startMs = performance.now();
      const batchesMs: number[] = [];
      let sent = 0;
      let placed = 0;
      const isDone = (): boolean =>
        'seconds' in until ? performance.now() - startMs >= until.seconds * 1_000 : sent >= until.bets;
      const work = async (lane: number): Promise<void> => {
        for (let from = 0; !isDone(); from += size) {
          sent += size;
          const batch = await placeOne(lane, from);
          placed += batch.placed;
          batchesMs.push(batch.ms);
        }
      };
      await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
      const seconds = (performance.now() - startMs) / 1_000;
      const sorted = batchesMs.toSorted((a, b) => a - b);
      return {
        perSecond: Math.round(placed / seconds),
        p50Ms: Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)),
        placed,
      };
    },
    close: placing.close,
  };
};
