import type { Figure, Point } from '../../core/metrics/metrics.ts';

/** How far the archive of the database is. */
export type BackupFigures = {
  /** All that the database had written by then is archived; undefined while this process has archived nothing. */
  archivedAt: Date | undefined;
  /** Whether the last try failed. */
  isFailing: boolean;
};

export const backupFigures = {
  archivedAt: {
    name: 'touchline_backup_archived_timestamp_seconds',
    kind: 'gauge',
    help: 'All that the database had written by then is archived, in seconds since 1970; of the process that archives',
  },
  failing: {
    name: 'touchline_backup_failing',
    kind: 'gauge',
    help: '1 while the archive of the database is stopped',
  },
} as const satisfies Record<string, Figure>;

/** How far the archive is. Of several processes one archives, and the others have no points. */
export const pointsOfBackup = ({ archivedAt, isFailing }: BackupFigures): Point[] => [
  ...(archivedAt ? [{ of: backupFigures.archivedAt, value: archivedAt.getTime() / 1_000 }] : []),
  { of: backupFigures.failing, value: isFailing ? 1 : 0 },
];
