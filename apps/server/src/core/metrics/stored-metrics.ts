import type { Figure, FigureSource, Point } from './metrics.ts';
import type { Routine } from '../jobs.ts';
import type { Log } from '../logging/log.ts';

/** Values that were read this many turns ago or earlier are not given any more: no value is better than an old one. */
const turnsKept = 4;

export const storedFigures = {
  readAt: {
    name: 'touchline_figures_read_timestamp_seconds',
    kind: 'gauge',
    help: 'When the figures of a module were last read from the database, in seconds since 1970',
    labels: { module: 'names of modules' },
  },
  failures: {
    name: 'touchline_figures_failures_total',
    kind: 'counter',
    help: 'Failed attempts to read the figures of a module from the database',
    labels: { module: 'names of modules' },
  },
} as const satisfies Record<string, Figure>;

type Read = { points: readonly Point[]; atMs: number | undefined; failures: number };

/**
 * Reads figures from the database at intervals and keeps them, so that no request for `/metrics` waits for the database.
 * Modules are read one after the other: it takes one or two connections at a time.
 * @param sources by module
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
    [...sources.keys()].map((module) => [module, { points: [], atMs: undefined, failures: 0 }]),
  );

  const readModule = async (module: string, read: () => Promise<readonly Point[]>): Promise<void> => {
    const before = reads.get(module);
    const failures = before?.failures ?? 0;
    try {
      reads.set(module, { points: await read(), atMs: nowMs(), failures });
    } catch (error) {
      log.warn({ err: error, module }, 'figures could not be read');
      reads.set(module, { points: [], atMs: undefined, ...before, failures: failures + 1 });
    }
  };

  return {
    routine: {
      name: 'figures',
      everyMs,
      firstMs: 0,
      run: async () => {
        for (const [module, read] of sources) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other, to take few connections
          await readModule(module, read);
        }
      },
    },
    now: () =>
      [...reads].flatMap(([module, { points, atMs, failures }]): readonly Point[] => {
        const failed: Point = { of: storedFigures.failures, labels: { module }, value: failures };
        if (atMs === undefined) return [failed];
        const readAt: Point = { of: storedFigures.readAt, labels: { module }, value: atMs / 1_000 };
        const isKept = nowMs() - atMs < turnsKept * everyMs;
        return isKept ? [failed, readAt, ...points] : [failed, readAt];
      }),
  };
};
