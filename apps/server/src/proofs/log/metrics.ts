import { Gauge } from '@prometheus-io/client';
import { secondsSince, type StoredMetrics } from '../../core/metrics/stored-metrics.ts';
import type { Context } from '../../core/module.ts';
import { readSizes } from './queries.ts';
import type { PublicLog } from './service.ts';
import { readSigned } from './signing-queries.ts';
import type { Witnesses } from './witnesses.ts';

type Registered = Pick<Context, 'metrics'> & { connections: Pick<Context['connections'], 'background'> };

/** Registers what this process does for the public log. @returns how far the log is */
export const logMetrics = (
  { metrics, connections }: Registered,
  { publicLog, witnesses }: { publicLog: PublicLog; witnesses: Pick<Witnesses, 'report'> },
): StoredMetrics => {
  new Gauge({
    name: 'touchline_log_turn_timestamp_seconds',
    help: 'When this process last looked for new entries, or saw another do it, in seconds since 1970',
    registers: [metrics],
    collect() {
      const at = publicLog.turnedAt();
      if (at === undefined) this.remove();
      else this.set(at.getTime() / 1_000);
    },
  });
  new Gauge({
    name: 'touchline_log_refused',
    help: '1 while this process refuses to continue the public log',
    registers: [metrics],
    collect() {
      this.set(publicLog.refusal() === undefined ? 0 : 1);
    },
  });
  return readProgress({ metrics, connections }, witnesses);
};

/** How far the log and its witnesses are. */
const readProgress = (
  { metrics, connections }: Registered,
  witnesses: Pick<Witnesses, 'report'>,
): StoredMetrics => {
  const { pool } = connections.background;
  const registers = [metrics];
  const entries = new Gauge({
    name: 'touchline_log_entries',
    help: 'Entries of the public log',
    registers,
  });
  const signedEntries = new Gauge({
    name: 'touchline_log_signed_entries',
    help: 'Entries of the last checkpoint',
    registers,
  });
  const signedAt = new Gauge({
    name: 'touchline_log_signed_timestamp_seconds',
    help: 'When the last checkpoint was signed, in seconds since 1970',
    registers,
  });
  const delay = new Gauge({
    name: 'touchline_log_delay_seconds',
    help: 'Age of the oldest unsigned entry; 0 while all are signed',
    registers,
  });
  const cosigned = new Gauge({
    name: 'touchline_log_cosigned_entries',
    help: 'Entries of the checkpoint that a witness cosigned last',
    labelNames: ['witness'],
    registers,
  });
  return {
    gauges: [entries, signedEntries, signedAt, delay, cosigned],
    read: async () => {
      const { size } = await readSizes(pool);
      const signed = await readSigned(pool);
      const reports = await witnesses.report();
      entries.set(size);
      signedEntries.set(signed.size);
      signedAt.set(signed.at.getTime() / 1_000);
      delay.set(size > signed.size ? secondsSince(signed.at, Date.now()) : 0);
      cosigned.reset();
      for (const { name, lastSize } of reports) cosigned.set({ witness: name }, lastSize);
    },
  };
};
