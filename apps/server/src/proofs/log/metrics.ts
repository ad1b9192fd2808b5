import type pg from 'pg';
import { secondsSince, type Figure, type Point } from '../../core/metrics/metrics.ts';
import { readSizes } from './queries.ts';
import { readSigned } from './signing-queries.ts';
import type { Witnesses } from './witnesses.ts';

export const logFigures = {
  entries: { name: 'touchline_log_entries', kind: 'gauge', help: 'Entries of the public log' },
  signed: {
    name: 'touchline_log_signed_entries',
    kind: 'gauge',
    help: 'Entries of the last checkpoint',
  },
  signedAt: {
    name: 'touchline_log_signed_timestamp_seconds',
    kind: 'gauge',
    help: 'When the last checkpoint was signed, in seconds since 1970',
  },
  delay: {
    name: 'touchline_log_delay_seconds',
    kind: 'gauge',
    help: 'Age of the oldest unsigned entry; 0 while all are signed',
  },
  turnAt: {
    name: 'touchline_log_turn_timestamp_seconds',
    kind: 'gauge',
    help: 'When this process last looked for new entries, or saw another do it, in seconds since 1970',
  },
  refused: {
    name: 'touchline_log_refused',
    kind: 'gauge',
    help: '1 while this process refuses to continue the public log',
  },
  cosigned: {
    name: 'touchline_log_cosigned_entries',
    kind: 'gauge',
    help: 'Entries of the checkpoint that a witness cosigned last',
    labels: { witness: 'names of witnesses' },
  },
} as const satisfies Record<string, Figure>;

/** When this process last looked for new entries; nothing before the first time. */
export const pointsOfTurn = (at: Date | undefined): Point[] =>
  at === undefined ? [] : [{ of: logFigures.turnAt, value: at.getTime() / 1_000 }];

/** How far the public log is. @param options.pool connections that no call waits for */
export const readLogFigures = async ({
  pool,
  witnesses,
}: {
  pool: pg.Pool;
  witnesses: Pick<Witnesses, 'report'>;
}): Promise<Point[]> => {
  const { size } = await readSizes(pool);
  const signed = await readSigned(pool);
  const cosigned = await witnesses.report();
  return [
    { of: logFigures.entries, value: size },
    { of: logFigures.signed, value: signed.size },
    { of: logFigures.signedAt, value: signed.at.getTime() / 1_000 },
    { of: logFigures.delay, value: size > signed.size ? secondsSince(signed.at, Date.now()) : 0 },
    ...cosigned.map(({ name, lastSize }) => ({
      of: logFigures.cosigned,
      labels: { witness: name },
      value: lastSize,
    })),
  ];
};
