import type { Figure, Point } from '../../core/metrics/metrics.ts';
import type { Placing } from './service.ts';

export const laneFigures = {
  waiting: {
    name: 'touchline_lane_bets_waiting',
    kind: 'gauge',
    help: 'Bets that no batch has taken yet',
  },
  running: {
    name: 'touchline_lane_batches_running',
    kind: 'gauge',
    help: 'Batches of bets that are being written',
  },
  wait: {
    name: 'touchline_lane_wait_seconds',
    kind: 'histogram',
    help: 'How long a bet waited for its batch',
  },
  batch: {
    name: 'touchline_lane_batch_duration_seconds',
    kind: 'histogram',
    help: 'How long a batch took to be written, with its commit',
  },
  bets: { name: 'touchline_lane_batch_bets', kind: 'histogram', help: 'Bets in a batch' },
} as const satisfies Record<string, Figure>;

/** The figures of the lanes of placing. */
export const pointsOfLanes = ({ lanes }: Pick<Placing, 'lanes'>): Point[] => [
  { of: laneFigures.waiting, value: lanes.waiting() },
  { of: laneFigures.running, value: lanes.running() },
  { of: laneFigures.wait, value: lanes.record.waits },
  { of: laneFigures.batch, value: lanes.record.durations },
  { of: laneFigures.bets, value: lanes.record.sizes },
];
