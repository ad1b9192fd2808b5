import type { Figure, Point } from './metrics.ts';

export const processFigures = {
  build: {
    name: 'touchline_build_info',
    kind: 'gauge',
    help: 'Always 1, with the version of the server',
    labels: { version: 'of the server' },
  },
  ready: {
    name: 'touchline_ready',
    kind: 'gauge',
    help: '1 once the server has started and while it does not stop; /readyz also asks the database',
  },
  turnedAway: {
    name: 'touchline_connections_turned_away_total',
    kind: 'counter',
    help: 'Connections of clients that were closed at once, since the limit of open files allows no more',
  },
  routineFailures: {
    name: 'touchline_routine_failures_total',
    kind: 'counter',
    help: 'Failed turns of work that repeats, which is tried again at its next turn',
    labels: { routine: 'names of routines' },
  },
} as const satisfies Record<string, Figure>;

/** What this process is, and how its routines do. */
export const pointsOfProcess = ({
  version,
  isReady,
  turnedAway,
  failures,
}: {
  version: string;
  isReady: boolean;
  turnedAway: number;
  failures: ReadonlyMap<string, number>;
}): Point[] => [
  { of: processFigures.build, labels: { version }, value: 1 },
  { of: processFigures.ready, value: isReady ? 1 : 0 },
  { of: processFigures.turnedAway, value: turnedAway },
  ...Array.from(failures, ([routine, value]) => ({
    of: processFigures.routineFailures,
    labels: { routine },
    value,
  })),
];
