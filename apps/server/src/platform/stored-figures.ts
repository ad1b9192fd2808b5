import type { Figure, FigureSource, Point } from './figures.ts';
import type { Routine } from './jobs.ts';
import type { Log } from './log.ts';

/** Values that were read this many turns ago or earlier are not given any more: no value is better than an old one. */
const turnsKept = 4;

export const storedFigures = {
  readAt: {
    name: 'touchline_figures_read_timestamp_seconds',
    kind: 'gauge',
    help: 'When the figures of a room were last read from the database, in seconds since 1970',
    labels: { room: 'names of rooms' },
  },
  failures: {
    name: 'touchline_figures_failures_total',
    kind: 'counter',
    help: 'Failed attempts to read the figures of a room from the database',
    labels: { room: 'names of rooms' },
  },
} as const satisfies Record<string, Figure>;

type Read = { points: readonly Point[]; atMs: number | undefined; failures: number };

/**
 * Reads figures from the database at intervals and keeps them, so that whoever asks for `/metrics` never waits for the database.
 * Rooms are read one after the other: it takes one or two connections at a time.
 * @param sources by room
 * @param everyMs the interval
 * @param nowMs the time, for tests
 */
export const createStoredFigures = ({
  sources,
  everyMs,
  log,
  nowMs = Date.now,
}: {
  sources: ReadonlyMap<string, NonNullable<FigureSource['stored']>>;
  everyMs: number;
  log: Pick<Log, 'warn'>;
  nowMs?: () => number;
}): { routine: Routine; now: () => readonly Point[] } => {
  const reads = new Map<string, Read>(
    [...sources.keys()].map((room) => [room, { points: [], atMs: undefined, failures: 0 }]),
  );

  const readRoom = async (room: string, read: () => Promise<readonly Point[]>): Promise<void> => {
    const before = reads.get(room);
    const failures = before?.failures ?? 0;
    try {
      reads.set(room, { points: await read(), atMs: nowMs(), failures });
    } catch (error) {
      log.warn({ err: error, room }, 'figures could not be read');
      reads.set(room, { points: [], atMs: undefined, ...before, failures: failures + 1 });
    }
  };

  return {
    routine: {
      name: 'figures',
      everyMs,
      firstMs: 0,
      run: async () => {
        for (const [room, read] of sources) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other, to take few connections
          await readRoom(room, read);
        }
      },
    },
    now: () =>
      [...reads].flatMap(([room, { points, atMs, failures }]): readonly Point[] => {
        const failed: Point = { of: storedFigures.failures, labels: { room }, value: failures };
        if (atMs === undefined) return [failed];
        const readAt: Point = { of: storedFigures.readAt, labels: { room }, value: atMs / 1_000 };
        const isKept = nowMs() - atMs < turnsKept * everyMs;
        return isKept ? [failed, readAt, ...points] : [failed, readAt];
      }),
  };
};
